// A caller often asks the same question again with another budget, aim or format. This file keeps the last rankings, so
// that such a question is not ranked again.
import type { Scored } from '../model/candidate.ts';
import type { Task } from '../model/task.ts';
import type { Ranking } from '../pipeline/rank.ts';
import type { PackInput } from '../ports/engine.ts';
import type { FileRecord, Opening } from '../ports/store.ts';
import type { ReadChange } from './changes.ts';
import type { ReadableFile } from './fresh-texts.ts';

// The input fields by which a ranking is found again. Diffs are not among them: the same name may mean another diff
// later.
const TASK_FIELDS = ['task', 'error', 'file', 'symbol', 'focus', 'expect'] as const;
const FILE_FIELDS = ['near', 'under', 'include', 'exclude', 'sources', 'pin', 'drop'] as const;
const KEY_FIELDS = [...TASK_FIELDS, ...FILE_FIELDS, 'lens', 'ranker'] as const;

/** What to search for, and where. Format and budget of a page are not part of it. */
export interface FindInput extends Pick<PackInput, (typeof KEY_FIELDS)[number] | 'diff' | 'patch' | 'since'> {
  /** Limits the search to these files. */
  readonly among?: ((file: FileRecord) => boolean) | undefined;
  /** Names of search strategies. Their fused lists then rank instead of the evidence of all signals. */
  readonly strategies?: readonly string[] | undefined;
  /** How many files are opened to rank their units. */
  readonly openedMax?: number | undefined;
  /** If all code with its tests costs at most so many tokens, `whole` lists it; `bringsWhole` makes it candidates. */
  readonly wholeWithin?: number | undefined;
  readonly bringsWhole?: boolean | undefined;
}

export interface FindResult extends Ranking {
  readonly task: Task;
  readonly opening: Opening;
  /** The changes of a diff or patch, placed in the current files. */
  readonly changes: readonly ReadChange[];
  /** The allowed code files and tests, if all code and its tests fit `wholeWithin` and the task is not only a diff. */
  readonly whole: readonly string[];
  /** Opens a file and its units as candidates without evidence; empty when its text cannot be read. */
  readonly open: (path: string) => Promise<readonly Scored[]>;
}

interface RememberedRanking {
  readonly result: FindResult;
  /** The files whose texts the ranking used. */
  readonly texts: readonly ReadableFile[];
}

// Two, because the page of `knap ui` compares two. More would cost memory: each holds the texts of its candidates.
const RANKINGS_MAX = 2;
const rankingsOf = new WeakMap<Opening, Map<string, RememberedRanking>>();

/**
 * The place where the ranking of this question on this index is kept; its `ranking` is absent until one is remembered.
 * Null if the input has a part that is not compared. `isWhole` says whether all code fits `wholeWithin`.
 */
export function rankingPlace(opening: Opening, { among, diff, patch, since, ...input }: FindInput, isWhole: boolean) {
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
