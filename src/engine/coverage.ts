import { DEFAULTS } from '../config/defaults.ts';
import { INDEX_META } from '../indexing/index-meta.ts';
import { perView } from '../indexing/per-view.ts';
import { historyReadOf } from '../indexing/read-history.ts';
import { languageByName } from '../languages/index.ts';
import type { Coverage } from '../model/pack.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { Opening } from '../ports/store.ts';

/** What the index knows, and what it did without. */
export function coverageOf(opening: Opening, embedder: Embedder | null): Coverage {
  const { files, history, vectorModel } = opening;
  const { available, commits, note } = history;
  // Whether the index holds what questions are compared with.
  const meaning = embedder !== null && vectorModel?.name === embedder.model;
  return { ...filesCovered(files), history: { available, commits, note }, meaning, ...leftOf(opening) };
}

/** What a page says first where it is likely that nothing here answers. An answer from a part of the index cannot know. */
export function notHere(nothing: number | null, { left }: Coverage): readonly string[] {
  if (nothing === null || left !== undefined || nothing < PERHAPS_FROM) return [];
  const word = nothing < PROBABLY_FROM ? 'Perhaps' : 'Probably';
  return [`${word} not here: ${Math.round(100 * nothing)} % likely that nothing in this workspace answers this.`];
}

const { perhapsFrom: PERHAPS_FROM, probablyFrom: PROBABLY_FROM } = DEFAULTS.notHere;

function leftOf(opening: Opening): Pick<Coverage, 'left'> {
  const left = {
    files: Number(opening.meta.get(INDEX_META.filesLeft) ?? ''),
    olderCommits: historyReadOf(opening) !== null,
  };
  return left.files > 0 || left.olderCommits ? { left } : {};
}

const filesCovered = perView((files) => {
  const languages = new Map<string, number>();
  for (const file of files) languages.set(file.language ?? 'other', (languages.get(file.language ?? 'other') ?? 0) + 1);
  const counted = [...languages].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return {
    files: files.length,
    languages: Object.fromEntries(counted),
    parsed: files.filter((file) => file.isParsed).length,
    failed: files.filter((file) => !file.isParsed && hasGrammar(file.language)).length,
  };
});

// A language without a grammar has no symbols to miss.
function hasGrammar(language: string | null): boolean {
  return language !== null && languageByName(language)?.grammar != null;
}
