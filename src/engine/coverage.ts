import { languageByName } from '../languages/index.ts';
import type { Coverage } from '../model/pack.ts';
import type { FileRecord, HistoryState } from '../ports/store.ts';
import { perView } from './per-view.ts';

/** What the index knows, and what it did without. */
export function coverageOf(files: readonly FileRecord[], history: HistoryState): Coverage {
  const { available, commits, note } = history;
  return { ...filesCovered(files), history: { available, commits, note }, meaning: false };
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
