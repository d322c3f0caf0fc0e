import { splitForMeaning } from '../../src/search/question-text.ts';

export const KINDS = ['doc', 'name', 'section', 'commit'] as const;

/** A text about code and the code, each as the counts of its words. */
export interface Pair {
  readonly kind: (typeof KINDS)[number];
  readonly path: string;
  readonly query: Readonly<Record<string, number>>;
  readonly document: Readonly<Record<string, number>>;
}

const QUERY_WORDS = { least: 2, most: 120 };
const DOCUMENT_WORDS = { least: 12, most: 320 };

/** Makes a pair of two texts; null if either is too short. The document also holds the words of the path, as in an index. */
export function pairOf(kind: Pair['kind'], query: string, document: string, path: string): Pair | null {
  const said = splitForMeaning(query).slice(0, QUERY_WORDS.most);
  const shown = splitForMeaning(document).slice(0, DOCUMENT_WORDS.most);
  if (said.length < QUERY_WORDS.least || shown.length < DOCUMENT_WORDS.least) return null;
  return { kind, path, query: counted(said), document: counted([...shown, ...splitForMeaning(path)]) };
}

function counted(words: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return Object.fromEntries(counts);
}
