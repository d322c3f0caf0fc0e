import type { Scored } from '../../model/candidate.ts';
import type { Task } from '../../model/task.ts';
import type { Opening } from '../../ports/store.ts';
import type { Found } from '../found.ts';
import { copied } from './found-seen.ts';

/**
 * Several rankings as one; what the first says of the task holds. Scores compare only within a workspace, likelihoods
 * everywhere: each workspace's scores shrink by as much as its best is less likely than the best of all.
 */
export function joinFound(all: readonly Found[]): Found {
  const best = all.map(likeliest);
  const most = Math.max(...best);
  const joined = (kind: 'scored' | 'closed') =>
    all.flatMap((found, at) => scaled(found[kind], most > 0 ? best[at]! / most : 1)).sort((a, b) => b.score - a.score);
  return {
    ...all[0]!,
    task: jointTask(all.map(({ task }) => task)),
    scored: joined('scored'),
    closed: joined('closed'),
    opening: jointOpening(all.map(({ opening }) => opening)),
    isWhole: false,
    nothing: all.reduce<number | null>(
      (chance, { nothing }) => (chance === null || nothing === null ? null : chance * nothing),
      1,
    ),
    notes: [...new Set(all.flatMap(({ notes }) => notes))],
  };
}

function likeliest({ scored }: Found): number {
  return scored.reduce((most, { likelihood }) => Math.max(most, likelihood ?? 0), 0);
}

function scaled(scored: readonly Scored[], by: number): readonly Scored[] {
  return by === 1 ? scored : scored.map((one) => copied(one, { score: one.score * by }));
}

// A name that one workspace knows is known; what all of them say of the task is so.
function jointTask([first, ...rest]: readonly Task[]): Task {
  const known = new Set(
    rest.flatMap(({ mentions }) => mentions.filter(({ isKnown }) => isKnown).map(({ key }) => key)),
  );
  return {
    ...first!,
    mentions: first!.mentions.map((one) => (known.has(one.key) ? { ...one, isKnown: true } : one)),
    notes: first!.notes.filter((note) => rest.every(({ notes }) => notes.includes(note))),
    suggestions: first!.suggestions.filter((one) => rest.every(({ suggestions }) => suggestions.includes(one))),
  };
}

function jointOpening(openings: readonly Opening[]): Opening {
  const first = openings[0]!;
  const histories = openings.map(({ history }) => history);
  return {
    ...first,
    files: openings.flatMap(({ files }) => files),
    history: {
      ...first.history,
      available: histories.some(({ available }) => available),
      commits: histories.reduce((sum, { commits }) => sum + commits, 0),
    },
  };
}
