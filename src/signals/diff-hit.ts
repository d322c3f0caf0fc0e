import type { SignalFinder } from '../ports/signal-finder.ts';

const UNCHANGED = 0.5;

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
      // Of a file that was only moved no line says anything.
      value: change.lines.length > 0 ? 1 : UNCHANGED,
      because: `${change.status} in the diff`,
      evidence: change.lines.map((lines) => ({ lines, value: 1 })),
    }));
  },
};
