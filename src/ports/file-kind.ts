/** What the name of a file says it is: a program, another text, or perhaps only a word with a dot in it. */
export type FileKind = 'code' | 'text' | 'word';

/** The kind by the name alone; null when nothing is known of it. */
export type FileKindOf = (path: string) => FileKind | null;
