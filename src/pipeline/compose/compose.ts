import type { Coverage, Exclusion, Pack, RankedFile, Reference, Usage } from '../../model/pack.ts';
import type { Task } from '../../model/task.ts';
import type { Quote } from '../../ports/formatter.ts';

/** What was chosen, in reading order, and what printing it cost. */
export interface Chosen {
  readonly files: readonly RankedFile[];
  readonly blocks: readonly Quote[];
  readonly references: readonly Reference[];
  readonly excluded: Readonly<Record<Exclusion, number>>;
  readonly usage: Usage;
}

export interface ComposeOptions {
  readonly task: Task;
  readonly coverage: Coverage;
  readonly notes: readonly string[];
}

/** The pack: what every view is made from. */
export function compose(chosen: Chosen, { task, coverage, notes }: ComposeOptions): Pack {
  const { usage, files, blocks, references, excluded } = chosen;
  return { version: 1, task, usage, files, blocks, references, excluded, coverage, notes };
}
