import { join } from 'node:path';
import type { Config } from '../config/schema.ts';
import { createEngine } from '../engine.ts';
import { type PackAim, QUOTING_AIMS } from '../model/budget.ts';
import type { Pack } from '../model/pack.ts';
import type { Engine, Explanation } from '../ports/engine.ts';
import { answerPlainly, BASELINES } from './baselines.ts';
import {
  type Answered,
  measurePack,
  measureRanking,
  type PackedLines,
  type PackScores,
  type RankingScores,
} from './measure.ts';
import { measureUnits, type UnitScores } from './measure-units.ts';
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
  /** How the names of the files end that plain searches look into. */
  readonly endings: readonly string[];
  /** Tokens a pack may cost; one is made for each. */
  readonly budgets: readonly number[];
  readonly config: Config;
  /** Signals to leave out, one run for each. */
  readonly ablated: readonly string[];
}

/** How one way of ranking did on one task. */
export interface TaskResult {
  readonly task: string;
  readonly repo: string | null;
  readonly system: string;
  readonly ranking: RankingScores;
  readonly packs: readonly (PackScores & { readonly budget: number })[];
  readonly milliseconds: number;
  /** Of knap alone: plain searches know no units, no likelihoods and no aims. */
  readonly units?: UnitScores;
  /** How packs of each aim did under the first budget. */
  readonly aims?: readonly (PackScores & { readonly aim: PackAim })[];
}

export const KNAP = 'knap';
const FILES_MAX = 50;
const EXPLAINED_TOKENS = 500;

/** The name of a run without one signal. */
function withoutSignal(signal: string): string {
  return `${KNAP} without ${signal}`;
}

/** Replays tasks in order, each on the tree and the history before its fix. */
export async function* replay(job: ReplayJob): AsyncGenerator<readonly TaskResult[]> {
  const tree = await openScratchTree(job.repository, join(job.folder, 'tree'));
  // Conversations and graphs may know of the fix; the past did not.
  const config: Config = {
    ...job.config,
    conversations: [],
    gitFolders: [...job.config.gitFolders, tree.borrowsFrom],
  };
  const open = (dropped: readonly string[]) => createEngine({ root: tree.folder, dropped }, config);
  const systems: { name: string; engine: Engine }[] = [{ name: KNAP, engine: await open([]) }];
  const plain = createPlainIndex(tree.folder, job.endings);
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
      for (const { name, engine } of systems) results.push(resultOf(task, name, await ask(engine, task, job.budgets)));
      const { engine } = systems[0]!;
      const units = measureUnits(task, await explained(engine, task));
      results[0] = { ...results[0]!, units, aims: await byAim(engine, task, job.budgets[0]!) };
      for (const baseline of BASELINES)
        results.push(resultOf(task, baseline.name, answerPlainly(baseline, task.query, files, job.budgets)));
      yield results;
    }
  } finally {
    for (const { engine } of systems) await engine.close();
  }
}

async function ask(engine: Engine, task: EvalTask, budgets: readonly number[]): Promise<Answered> {
  const packs: PackedLines[] = [];
  let ranked: readonly string[] | null = null;
  let firstMs = 0;
  for (const budget of budgets) {
    const { pack, milliseconds } = await engine.pack({ task: task.query, budget, maxFiles: FILES_MAX });
    packs.push(packedIn(pack, budget));
    // Ranking knows no budget: what the first pack says of the files holds for all.
    if (ranked !== null) continue;
    ranked = pack.files.map(({ path }) => path);
    firstMs = milliseconds;
  }
  return { ranked: ranked ?? [], packs, milliseconds: firstMs };
}

async function byAim(engine: Engine, task: EvalTask, budget: number): Promise<NonNullable<TaskResult['aims']>> {
  const all: (PackScores & { aim: PackAim })[] = [];
  for (const aim of QUOTING_AIMS) {
    const { pack } = await engine.pack({ task: task.query, aim, budget, maxFiles: FILES_MAX });
    all.push({ aim, ...measurePack(task, packedIn(pack, budget)) });
  }
  return all;
}

export function packedIn({ blocks, usage }: Pack, budget: number): PackedLines {
  const byPath = [...Map.groupBy(blocks, ({ path }) => path)];
  return { budget, lines: new Map(byPath.map(([path, all]) => [path, linesOf(all)])), tokens: usage.used };
}

// What is quoted does not matter here: the smallest pack is made.
function explained(engine: Engine, { query }: EvalTask): Promise<Explanation> {
  return engine.explain({ task: query, budget: EXPLAINED_TOKENS, every: true });
}

function resultOf(task: EvalTask, system: string, { ranked, packs, milliseconds }: Answered): TaskResult {
  return {
    task: task.id,
    repo: task.repo,
    system,
    ranking: measureRanking(task, ranked),
    packs: packs.map((pack) => ({ budget: pack.budget, ...measurePack(task, pack) })),
    milliseconds,
  };
}

/** The lines of blocks, and of the imports above them. */
export function linesOf(blocks: Pack['blocks']): readonly (readonly [number, number])[] {
  return blocks.flatMap(({ lines, importLines }) => [...lines, ...importLines]);
}
