import type { Scored } from '../model/candidate.ts';
import type { Task } from '../model/task.ts';
import type { Ranking } from '../pipeline/rank.ts';
import type { PackInput } from '../ports/engine.ts';
import type { FileRecord, Opening } from '../ports/store.ts';
import type { ReadChange } from './changes/read-changes.ts';

/** What is looked for and where; how much of it is printed, and how, is no matter of finding. */
export interface FindInput
  extends Pick<
    PackInput,
    | 'task'
    | 'errorLog'
    | 'sinceMs'
    | 'diff'
    | 'patch'
    | 'files'
    | 'symbols'
    | 'include'
    | 'exclude'
    | 'near'
    | 'under'
    | 'focus'
    | 'lens'
    | 'ranker'
    | 'sources'
    | 'pins'
    | 'drops'
  > {
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

export interface Found extends Ranking {
  readonly task: Task;
  readonly opening: Opening;
  /** What a diff or patch changes, where it lies in the files as they are. */
  readonly changes: readonly ReadChange[];
  /** All code and its tests where they surely fit; else none. */
  readonly whole: readonly string[];
  /** A file and its units as candidates nothing speaks for yet; none when nobody has its text. */
  readonly open: (path: string) => Promise<readonly Scored[]>;
}
