import type { SignalFinder } from '../ports/signal-finder.ts';

/** A file the diff changes. Deleted files are gone and cannot be quoted. */
export const diffHit: SignalFinder = {
  kind: 'diffHit',
  tier: 'error',
  weight: 1.0,
  applies: ({ task }) => task.changes.length > 0,
  async find({ task, view }) {
    const present = task.changes.filter((change) => change.status !== 'deleted' && view.files.has(change.path));
    return present.map((change) => ({
      path: change.path,
      value: 1,
      because: `${change.status} in the diff`,
      evidence: change.lines.map((lines) => ({ lines, value: 1 })),
    }));
  },
};
