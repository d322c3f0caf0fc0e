import { stopWordsOf } from '../../model/terms.ts';

/** The words a text is searched by: those that tell something, and the longer ones when there are many. */
export function searchWords(text: string, wordsMax: number): readonly string[] {
  const words = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])];
  const isStopWord = stopWordsOf(words);
  const telling = words.filter((word) => !isStopWord(word));
  const usable = telling.length > 0 ? telling : words;
  if (usable.length <= wordsMax) return usable;
  const longest = new Set([...usable].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).slice(0, wordsMax));
  return usable.filter((word) => longest.has(word));
}
