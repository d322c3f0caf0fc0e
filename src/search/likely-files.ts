import { termsOfWord } from '../model/terms.ts';
import type { Question } from '../ports/signal-finder.ts';
import type { FileRecord, PostingList } from '../ports/store.ts';
import { rarity } from './bm25.ts';
import { isAmong } from './top-k.ts';

/** Deduction for twice the length of a place. */
const LENGTH_COUNTS = 0.02;
/** Contents whose places are looked at. */
const LOOKED_AT = 80;
/** The greatest weight of a rare word. */
const TELLS_MAX = 3;
/** A word with less weight is skipped: it is everywhere, and its list is long. */
const TELLS_MIN = 0.7;

interface LikelyFile {
  readonly file: FileRecord;
  /** The share of the words, by weight, in its best unit; a little less if the unit is long. */
  readonly held: number;
}

/** Files with most of these words in one unit, by the index alone. Rarity counts little: values that were put into a printed text are its rarest words. */
export function likelyFiles(
  words: readonly string[],
  { words: known, view, statistics }: Pick<Question, 'words' | 'view' | 'statistics'>,
  filesMax: number,
): readonly LikelyFile[] {
  const lists = listsOf(words, known.postings)
    .map((list) => ({ ...list, tells: Math.min(TELLS_MAX, rarity(statistics.units, list.contents.length)) }))
    .filter(({ tells }) => tells >= TELLS_MIN);
  const possible = lists.reduce((sum, { tells }) => sum + tells, 0) || 1;
  const best = new Set(bestContents(lists, view.byContent));
  const places = new Map<number, Map<number, number>>();
  for (const { contents, units, unitLengths, tells } of lists)
    for (let index = 0; index < contents.length; index++) {
      const content = contents[index]!;
      if (!best.has(content)) continue;
      const counts = places.get(content) ?? new Map<number, number>();
      // A longer unit starts lower, because the words are further apart in it.
      const first = counts.get(units[index]!) ?? -LENGTH_COUNTS * Math.log2(unitLengths[index]!);
      counts.set(units[index]!, first + tells / possible);
      places.set(content, counts);
    }
  return [...places]
    .map(([content, counts]) => ({ file: view.byContent.get(content)![0]!, held: Math.max(...counts.values()) }))
    .sort((a, b) => b.held - a.held || (a.file.path < b.file.path ? -1 : 1))
    .slice(0, filesMax);
}

// The whole identifier where the index has it, else its first part.
function listsOf(words: readonly string[], postings: readonly PostingList[]): readonly PostingList[] {
  const byTerm = new Map(postings.map((list) => [list.term, list]));
  const lists = words.map((word) => {
    const matching = termsOfWord(word).flatMap((term) => byTerm.get(term) ?? []);
    return matching.findLast((list) => list.contents.length > 0);
  });
  return [...new Set(lists.filter((list) => list !== undefined))];
}

type Telling = PostingList & { readonly tells: number };

function bestContents(lists: readonly Telling[], byContent: Question['view']['byContent']): readonly number[] {
  let size = 0;
  for (const { contents } of lists) size = Math.max(size, (contents.at(-1) ?? -1) + 1);
  const counts = new Float64Array(size);
  for (const { contents, tells } of lists)
    for (let index = 0; index < contents.length; index++)
      if (contents[index] !== contents[index - 1]) counts[contents[index]!]! += tells;
  const isBest = isAmong(counts, LOOKED_AT);
  const best: number[] = [];
  for (let content = 0; content < size; content++)
    if (isBest(counts[content]!) && byContent.has(content)) best.push(content);
  // Equal counts let more in than were wanted.
  return best.sort((a, b) => counts[b]! - counts[a]!).slice(0, 2 * LOOKED_AT);
}
