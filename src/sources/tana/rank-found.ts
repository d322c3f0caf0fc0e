import { stopWordsOf } from '../../model/stop-words.ts';
import type { GraphHit } from '../../ports/graph.ts';

/** What a search by words has to tell of a node for it to be ranked. */
export interface SearchedNode {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly tags: readonly string[];
}

/** The words a text is searched by: the longer ones when there are many. */
export function searchWords(text: string, wordsMax: number): readonly string[] {
  const words = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])];
  const isStopWord = stopWordsOf(words);
  const telling = words.filter((word) => !isStopWord(word));
  const usable = telling.length > 0 ? telling : words;
  if (usable.length <= wordsMax) return usable;
  const longest = new Set([...usable].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).slice(0, wordsMax));
  return usable.filter((word) => longest.has(word));
}

/**
 * Orders what a search by substring found, since the interface does not: the whole name, then the phrase, then the
 * share of the words, in the name before the description and the tags.
 */
export function rankFound(text: string, found: readonly SearchedNode[], words: readonly string[]): readonly GraphHit[] {
  const phrase = text.trim().toLowerCase().replace(/\s+/g, ' ');
  return found
    .map((node) => ({ id: node.id, score: scoreOf(node, phrase, words), name: node.name }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.name.length - b.name.length || (a.id < b.id ? -1 : 1))
    .map(({ id, score }) => ({ id, score }));
}

const WHOLE = 1;
const PHRASE = 0.9;
const WORDS_IN_NAME = 0.8;
const WORDS_ELSEWHERE = 0.3;

function scoreOf(node: SearchedNode, phrase: string, words: readonly string[]): number {
  const name = node.name.toLowerCase();
  if (name === phrase) return WHOLE;
  // A short name that holds the phrase is more about it than a long sentence that does.
  if (phrase !== '' && name.includes(phrase)) return PHRASE + 0.09 * (phrase.length / name.length);
  const rest = [node.description ?? '', ...node.tags].join(' ').toLowerCase();
  const parts = words.map((word) => (name.includes(word) ? WORDS_IN_NAME : rest.includes(word) ? WORDS_ELSEWHERE : 0));
  return words.length === 0 ? 0 : parts.reduce<number>((sum, part) => sum + part, 0) / words.length;
}
