import type { Scored } from '../model/candidate.ts';
import type { Task } from '../model/task.ts';
import type { Ranking } from '../pipeline/rank.ts';
import type { PackInput } from '../ports/engine.ts';
import type { FileRecord, Opening } from '../ports/store.ts';
import type { Readable } from './fresh-texts.ts';
import type { ReadChange } from './read-changes.ts';

// What a ranking follows from while the index stays as it is. A diff may be another one when it is read again.
const KEY_FIELDS = [
  ...([
    'task',
    'error',
    'file',
    'symbol',
    'focus',
    'expect',
    'near',
    'under',
    'include',
    'exclude',
    'sources',
  ] as const),
  ...(['lens', 'ranker', 'pin', 'drop'] as const),
] as const;

/** What is looked for and where; how much of it is printed, and how, is no matter of finding. */
export interface FindInput extends Pick<PackInput, (typeof KEY_FIELDS)[number] | 'diff' | 'patch' | 'since'> {
  /** The files to look among; all without it. */
  readonly among?: ((file: FileRecord) => boolean) | undefined;
  /** Ways of searching, by name, whose fused lists rank instead of the evidence of all signals. */
  readonly strategies?: readonly string[] | undefined;
  /** Files whose units are looked at; the usual number without it. */
  readonly openedMax?: number | undefined;
  /** Where all code and its tests cost no more than so many tokens, they are told; `bringsWhole` brings them along. */
  readonly wholeWithin?: number | undefined;
  readonly bringsWhole?: boolean | undefined;
}

export interface FindResult extends Ranking {
  readonly task: Task;
  readonly opening: Opening;
  /** What a diff or patch changes, where it lies in the files as they are. */
  readonly changes: readonly ReadChange[];
  /** All code and its tests where they surely fit; else none. */
  readonly whole: readonly string[];
  /** A file and its units as candidates nothing speaks for yet; none when nobody has its text. */
  readonly open: (path: string) => Promise<readonly Scored[]>;
}

interface RememberedRanking {
  readonly result: FindResult;
  /** The files whose texts it rests on. */
  readonly texts: readonly Readable[];
}

// Two, for who compares; each holds the texts of its candidates.
const RANKINGS_MAX = 2;
const rankingsOf = new WeakMap<Opening, Map<string, RememberedRanking>>();

/**
 * What was found for a question while the index was the same, so that another budget, aim or format is not ranked anew.
 * Null for what cannot be told to be the same question.
 */
export function rememberedRanking(
  opening: Opening,
  { among, diff, patch, since, ...input }: FindInput,
  isWhole: boolean,
) {
  if ([among, diff, patch, since, input.strategies, input.openedMax].some((part) => part !== undefined)) return null;
  const key = JSON.stringify([isWhole && input.bringsWhole, isWhole, ...KEY_FIELDS.map((name) => input[name] ?? null)]);
  const rankings = rankingsOf.get(opening) ?? new Map<string, RememberedRanking>();
  rankingsOf.set(opening, rankings);
  return {
    ranking: rankings.get(key),
    remember: (ranking: RememberedRanking) => {
      const [oldest] = rankings.keys();
      if (rankings.size >= RANKINGS_MAX && oldest !== undefined) rankings.delete(oldest);
      rankings.set(key, ranking);
    },
  };
}
