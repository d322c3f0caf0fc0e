// This search finds the files that hold most words of a text, such as a printed message, in one unit. It reads
// posting lists and opens no file.
import { termsOfWord } from '../model/terms.ts';
import type { Question } from '../ports/signal-finder.ts';
import type { FileRecord, PostingList } from '../ports/store.ts';
import { inverseFrequency } from './bm25.ts';
import { pickBestIndexes } from './top-k.ts';

/** The deduction for each doubling of the length of a unit. */
const LENGTH_PENALTY = 0.02;
/** The number of contents that are examined unit by unit; up to twice as many if the last have equal scores. */
const CONTENTS_MAX = 80;
/** The most that a rare word counts, because a message often holds rare values of one run. */
const WEIGHT_MAX = 3;
/** Words of less weight are skipped, because they are everywhere and their lists are long. */
const WEIGHT_MIN = 0.7;

/** Returns one file for each content with the greatest share of the words in one unit, best first. */
export function findLikelyFiles(
  words: readonly string[],
  { words: stored, view, statistics }: Pick<Question, 'words' | 'view' | 'statistics'>,
  filesMax: number,
): readonly { readonly file: FileRecord; readonly share: number }[] {
  const weightOf = (list: PostingList) =>
    Math.min(WEIGHT_MAX, inverseFrequency(statistics.units, list.contents.length));
  const lists = pickLists(words, stored.postings)
    .map((list) => ({ ...list, weight: weightOf(list) }))
    .filter(({ weight }) => weight >= WEIGHT_MIN);
  const possible = lists.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const best = new Set(pickBestContents(lists, view.byContent));
  const scoresByContent = new Map<number, Map<number, number>>();
  for (const { contents, units, unitLengths, weight } of lists)
    for (let index = 0; index < contents.length; index++) {
      const content = contents[index]!;
      if (!best.has(content)) continue;
      const unitScores = scoresByContent.get(content) ?? new Map<number, number>();
      // A longer unit starts lower, because the words lie further apart in it.
      const score = unitScores.get(units[index]!) ?? -LENGTH_PENALTY * Math.log2(unitLengths[index]!);
      unitScores.set(units[index]!, score + weight / possible);
      scoresByContent.set(content, unitScores);
    }
  return [...scoresByContent]
    .map(([content, unitScores]) => ({
      file: view.byContent.get(content)![0]!,
      share: Math.max(...unitScores.values()),
    }))
    .sort((a, b) => b.share - a.share || (a.file.path < b.file.path ? -1 : 1))
    .slice(0, filesMax);
}

// Picks for each word the list of the whole identifier, or the list of a part if the index lacks the whole.
function pickLists(words: readonly string[], postings: readonly PostingList[]): readonly PostingList[] {
  const byTerm = new Map(postings.map((list) => [list.term, list]));
  const lists = words.map((word) => {
    const matching = termsOfWord(word).flatMap((term) => byTerm.get(term) ?? []);
    return matching.findLast((list) => list.contents.length > 0);
  });
  return [...new Set(lists.filter((list) => list !== undefined))];
}

type WeighedList = PostingList & { readonly weight: number };

function pickBestContents(lists: readonly WeighedList[], byContent: Question['view']['byContent']): readonly number[] {
  let size = 0;
  for (const { contents } of lists) size = Math.max(size, (contents.at(-1) ?? -1) + 1);
  const scores = new Float64Array(size);
  for (const { contents, weight } of lists)
    for (let index = 0; index < contents.length; index++)
      if (contents[index] !== contents[index - 1]) scores[contents[index]!]! += weight;
  const best = pickBestIndexes(scores, CONTENTS_MAX).filter((content) => byContent.has(content));
  // More contents than wanted are picked when their scores are equal.
  return best.sort((a, b) => scores[b]! - scores[a]!).slice(0, 2 * CONTENTS_MAX);
}
