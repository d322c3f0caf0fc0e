import { join } from 'node:path';
import type { Config } from '../config/schema.ts';
import { createEngine } from '../engine.ts';
import type { Pack } from '../model/pack.ts';
import type { Engine } from '../ports/engine.ts';
import { answerPlainly, BASELINES } from './baselines.ts';
import { type Answered, measure, type Scores } from './measure.ts';
import { createPlainIndex } from './plain-index.ts';
import { openScratchTree } from './scratch-tree.ts';
import type { EvalTask } from './task.ts';

/** Tasks of one repository with all that is needed to replay them; plain data, so that another thread can. */
export interface ReplayJob {
  /** Where git finds the commits. */
  readonly repository: string;
  /** Where trees are written out and indexed, one after the other. */
  readonly folder: string;
  /** Ordered so that a base differs little from the one before. */
  readonly tasks: readonly EvalTask[];
  readonly budget: number;
  readonly config: Config;
  /** Signals to leave out, one run for each. */
  readonly ablated: readonly string[];
}

/** How one way of ranking did on one task. */
export interface TaskResult {
  readonly task: string;
  readonly repo: string | null;
  readonly system: string;
  readonly scores: Scores;
}

export const KNAP = 'knap';
const FILES_MAX = 50;

/** The name of a run without one signal. */
export function withoutSignal(signal: string): string {
  return `${KNAP} without ${signal}`;
}

/** Replays tasks in order, each on the tree and the history before its fix. */
export async function* replay(job: ReplayJob): AsyncGenerator<readonly TaskResult[]> {
  const tree = await openScratchTree(job.repository, join(job.folder, 'tree'));
  // Conversations and graphs may know of the fix; the past did not.
  const config: Config = { ...job.config, conversations: [] };
  const open = (dropped: readonly string[]) => createEngine({ root: tree.folder, dropped }, config);
  const systems: { name: string; engine: Engine }[] = [{ name: KNAP, engine: await open([]) }];
  const plain = createPlainIndex(tree.folder);
  try {
    for (const signal of job.ablated) systems.push({ name: withoutSignal(signal), engine: await open([signal]) });
    let base = '';
    let files = await Promise.resolve<Awaited<ReturnType<typeof plain.refresh>>>([]);
    for (const task of job.tasks) {
      if (task.base !== base) {
        await tree.moveTo(task.base);
        base = task.base;
        await systems[0]!.engine.index();
        files = await plain.refresh();
      }
      const results: TaskResult[] = [];
      const add = (system: string, answered: Answered) =>
        results.push({ task: task.id, repo: task.repo, system, scores: measure(task, answered) });
      for (const { name, engine } of systems) add(name, await packed(engine, task, job.budget));
      for (const baseline of BASELINES) add(baseline.name, answerPlainly(baseline, task.query, files, job.budget));
      yield results;
    }
  } finally {
    for (const { engine } of systems) await engine.close();
  }
}

async function packed(engine: Engine, task: EvalTask, budget: number): Promise<Answered> {
  const { pack, milliseconds } = await engine.pack({ task: task.query, budget, maxFiles: FILES_MAX });
  return {
    ranked: pack.files.map(({ path }) => path),
    packed: new Map([...Map.groupBy(pack.blocks, (block) => block.path)].map(([path, all]) => [path, linesOf(all)])),
    tokens: pack.usage.used,
    milliseconds,
  };
}

function linesOf(blocks: Pack['blocks']): readonly (readonly [number, number])[] {
  return blocks.flatMap(({ lines, importLines }) => [...lines, ...importLines]);
}
