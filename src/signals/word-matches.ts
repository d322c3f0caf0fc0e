// These signals find files by the words of the task: in their path and content, and in the names of their symbols.
import type { Hit, LexicalFile, LexicalScores, SignalFinder } from '../ports/signal-finder.ts';

const FIELD_WEIGHTS = { body: 0.25, units: 0.4, pathWords: 0.35 } as const satisfies Partial<
  Record<keyof LexicalScores, number>
>;

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
        value: measureMatch(file, best),
        // Most candidates are never shown, so their clause is made on demand.
        get because() {
          return explainMatch(file);
        },
      }),
    );
  },
};

function measureMatch(file: LexicalFile, best: LexicalScores): number {
  let value = 0;
  for (const field of ['body', 'units', 'pathWords'] as const)
    if (best[field] > 0) value += (FIELD_WEIGHTS[field] * file[field]) / best[field];
  return value;
}

function explainMatch(file: LexicalFile): string {
  return file.matched.length === 0 ? 'words of the task in its path' : `mentions ${firstWords(file.matched)}`;
}

/** Joins the first three words to a clause: `a, b and c`. */
export function firstWords(words: readonly string[], show = (word: string) => word): string {
  return words
    .slice(0, 3)
    .map(show)
    .join(', ')
    .replace(/, ([^,]*)$/, ' and $1');
}

/** Files with a smaller share of the best score are ignored. */
const SHARE_LEAST = 0.15;

export const symbolMatch: SignalFinder = {
  kind: 'symbolMatch',
  tier: 'semantic',
  weight: 0.2,
  applies: ({ task }) => task.keywords.length > 0,
  async find({ lexical }) {
    const { files, best } = lexical();
    return files
      .filter((file) => best.names > 0 && file.names / best.names >= SHARE_LEAST)
      .map((file) => ({
        path: file.path,
        value: file.names / best.names,
        get because() {
          return `symbols named after ${file.matchedNames.slice(0, 3).join(', ')}`;
        },
      }));
  },
};
