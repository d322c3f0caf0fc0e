// This list holds every language. These functions find a language by its name, or by the name of a file.
import type { CommentForm } from '../model/code-lines.ts';
import type { FileKind } from '../ports/source.ts';
import { COMPILED } from './compiled.ts';
import { DYNAMIC } from './dynamic.ts';
import { FUNCTIONAL } from './functional.ts';
import { javascript, tsx, typescript } from './javascript.ts';
import { JVM } from './jvm.ts';
import { angle, type Language, language, slashes } from './language.ts';
import { DOCUMENTS, notebook } from './markdown.ts';
import { NATIVE } from './native.ts';
import { LINE_READ, PLAIN, shell } from './without-grammar.ts';

const COMPONENTS = ['vue', 'svelte'].map((name) =>
  language({ name, extensions: [name], comment: angle, layout: 'script-blocks' }),
);

export const LANGUAGES: readonly Language[] = [
  typescript,
  tsx,
  javascript,
  ...DYNAMIC,
  ...COMPILED,
  ...JVM,
  ...NATIVE,
  ...FUNCTIONAL,
  shell,
  ...COMPONENTS,
  ...DOCUMENTS,
  notebook,
  ...LINE_READ,
  ...PLAIN,
];

const byName = new Map(LANGUAGES.map((row) => [row.name, row]));
const byExtension = new Map(LANGUAGES.flatMap((row) => row.extensions.map((extension) => [extension, row])));
const byFilename = new Map(LANGUAGES.flatMap((row) => row.filenames.map((filename) => [filename, row])));

/** Finds the language of a path by its file name; null if it is unknown. */
export function languageOfPath(path: string): Language | null {
  const filename = path.slice(path.lastIndexOf('/') + 1);
  const byWholeName = byFilename.get(filename);
  if (byWholeName) return byWholeName;
  const dot = filename.lastIndexOf('.');
  const extension = dot < 0 ? '' : filename.slice(dot + 1).toLowerCase();
  const byEnd = byExtension.get(extension);
  if (byEnd) return byEnd;
  // `Dockerfile.prod` is a Dockerfile, but `Gemfile.lock` is not Ruby.
  const byStart = byFilename.get(filename.slice(0, Math.max(0, filename.indexOf('.'))));
  return byStart?.grammar === null ? byStart : null;
}

/**
 * Returns the kind of a file by its name: `code`, `text` for other texts, or `word` if the name may also be an ordinary
 * word; null if it is unknown.
 */
export function fileKindOf(path: string): FileKind | null {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const row = languageOfPath(name);
  if (row === null) return null;
  const dot = name.lastIndexOf('.');
  const isWord = dot === 0 || row.wordExtensions.includes(name.slice(dot + 1).toLowerCase());
  if (isWord && !byFilename.has(name)) return 'word';
  return row.isCode ? 'code' : 'text';
}

/** Finds a language by its name; null if it is unknown. */
export function languageByName(name: string): Language | null {
  return byName.get(name) ?? null;
}

/** Returns the form of comments in a language; slashes for an unknown one. */
export function commentOf(name: string | null): CommentForm {
  return (name === null ? null : languageByName(name))?.comment ?? slashes;
}

/** Returns the rules that find the type of a name; scripts in a page follow those of TypeScript. */
export function namingOf(name: string | null): Pick<Language, 'declares' | 'hasImplicitSelf'> {
  const row = name === null ? null : languageByName(name);
  return row?.layout === 'script-blocks' ? typescript : (row ?? PROSE);
}

const PROSE = { declares: [], hasImplicitSelf: false };
