import type { Hit, LexicalFile, LexicalScores, SignalFinder } from '../ports/signal-finder.ts';

/** What each field adds to the match; they sum to one. */
const SHARES = { body: 0.25, units: 0.4, pathWords: 0.35 } as const satisfies Partial<
  Record<keyof LexicalScores, number>
>;

/** A file whose path or content holds words of the task. */
export const keywordMatch: SignalFinder = {
  kind: 'keywordMatch',
  tier: 'semantic',
  weight: 0.7,
  applies: ({ task }) => task.keywords.length > 0,
  async find({ lexical }) {
    const { files, best } = lexical();
    return files.map(
      (file): Hit => ({
        path: file.path,
        value: matchOf(file, best),
        // Most candidates are never shown, so the words are looked up when somebody asks.
        get because() {
          return clause(file);
        },
      }),
    );
  },
};

const WORDS_TOLD = 3;

function matchOf(file: LexicalFile, best: LexicalScores): number {
  let value = 0;
  for (const field of ['body', 'units', 'pathWords'] as const)
    if (best[field] > 0) value += (SHARES[field] * file[field]) / best[field];
  return value;
}

function clause(file: LexicalFile): string {
  const words = file.matched.slice(0, WORDS_TOLD);
  if (words.length === 0) return 'words of the task in its path';
  return `mentions ${words.join(', ').replace(/, ([^,]*)$/, ' and $1')}`;
}
