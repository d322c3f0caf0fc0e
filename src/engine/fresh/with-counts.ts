import type { Opening, PostingList, Words } from '../../ports/store.ts';
import type { WordsCounted } from './choose-files.ts';

/**
 * Corrects word counts of an incomplete index with counts over all files. The files indexed first were chosen because they hold
 * the words, so without this every word would seem common.
 */
export function withCounts<Asked extends { readonly before: Opening; readonly words: Words }>(
  asked: Asked,
  counted: WordsCounted,
): Asked {
  const { before, words } = asked;
  const { files, units, ...averages } = before.statistics;
  const times = Math.max(1, counted.files / Math.max(1, files));
  const postings = words.postings.map((list) => withBeyond(list, counted));
  const held = new Map(postings.map(({ term, contents, beyond }) => [term, contents.length + (beyond?.units ?? 0)]));
  const unitCounts = new Map([...words.unitCounts].map(([term, count]) => [term, held.get(term) ?? count * times]));
  const statistics = { ...averages, files: Math.round(files * times), units: Math.round(units * times) };
  const allPaths = { files: counted.files, holding: counted.inPaths };
  return { ...asked, before: { ...before, statistics }, words: { ...words, postings, unitCounts, allPaths } };
}

// Assumes that files not indexed yet hold a word in as many units each as indexed files do.
function withBeyond(list: PostingList, { holding }: WordsCounted): PostingList {
  const known = new Set(list.contents).size;
  const files = Math.max(0, (holding.get(list.term) ?? known) - known);
  const units = known === 0 ? files : Math.round((files * list.contents.length) / known);
  return { ...list, beyond: { files, units } };
}
