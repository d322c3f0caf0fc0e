import type { SignalFinder } from '../ports/signal-finder.ts';

const FLOOR = 0.15;

/** A file whose symbols are called by words of the task. */
export const symbolMatch: SignalFinder = {
  kind: 'symbolMatch',
  tier: 'semantic',
  weight: 0.2,
  applies: ({ task }) => task.keywords.length > 0,
  async find({ lexical }) {
    const { files, best } = lexical();
    return files
      .filter((file) => best.names > 0 && file.names / best.names >= FLOOR)
      .map((file) => ({
        path: file.path,
        value: file.names / best.names,
        get because() {
          return `symbols named after ${file.matchedNames.slice(0, 3).join(', ')}`;
        },
      }));
  },
};
