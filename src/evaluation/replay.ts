import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/schema.ts';
import { createEngine } from '../engine.ts';
import { type PackAim, QUOTING_AIMS } from '../model/budget.ts';
import type { Pack } from '../model/pack.ts';
import type { Engine, EngineOptions, PackInput } from '../ports/engine.ts';
import { SIGNALS_ALONE } from '../rankers/index.ts';
import {
  type Answered,
  measurePack,
  measureRanking,
  measureUnits,
  type PackedLines,
  type PackScores,
  type RankingScores,
  type UnitScores,
} from './measure.ts';
import { answerPlainly, BASELINES, createPlainIndex, type PlainFile } from './plain-search.ts';
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
  /** The tasks were given: knap is also asked without its learned weights and without meaning, and nothing is left on the disk. */
  readonly isGiven: boolean;
}

/** What became of a task: how each way of ranking did on it, or why nobody could be asked. */
export type Replayed = readonly TaskResult[] | { readonly task: string; readonly failure: string };

/** How one way of ranking did on one task. */
export interface TaskResult {
  readonly task: string;
  readonly repo: string | null;
  readonly system: string;
  readonly ranking: RankingScores;
  readonly packs: readonly (PackScores & { readonly budget: number })[];
  readonly milliseconds: number;
  /** Of knap in every form: plain searches know no units and no likelihoods. */
  readonly units?: UnitScores;
  /** How packs of each aim did under the first budget; of knap as it ships alone. */
  readonly aims?: readonly (PackScores & { readonly aim: PackAim })[];
}

export const KNAP = 'knap';
const WITH_GUESSES = `${KNAP} with guesses`;
const FILES_MAX = 50;
const EXPLAINED_TOKENS = 500;

/** The name of a run without one signal. */
function withoutSignal(signal: string): string {
  return `${KNAP} without ${signal}`;
}

/** A form of knap that is asked: its engine, and what it is asked beside the task. */
interface System {
  readonly name: string;
  readonly engine: Engine;
  readonly more?: Pick<PackInput, 'ranker' | 'expect'>;
}

/** Replays tasks in order, each on the tree and the history before its fix. */
export async function* replay(job: ReplayJob): AsyncGenerator<Replayed> {
  const tree = await openScratchTree(job.repository, join(job.folder, 'tree'));
  // Conversations and graphs may know of the fix; the past did not.
  const config: Config = { ...job.config, conversations: [] };
  const open = (options: Pick<EngineOptions, 'dropped' | 'embedder'>) =>
    createEngine({ root: tree.folder, ...options }, config);
  const knap = await open({});
  const systems: System[] = [{ name: KNAP, engine: knap }];
  const plain = createPlainIndex(tree.folder, job.endings);
  try {
    for (const signal of job.ablated)
      systems.push({ name: withoutSignal(signal), engine: await open({ dropped: [signal] }) });
    if (job.isGiven) {
      systems.push({ name: `${KNAP} without meaning`, engine: await open({ embedder: null }) });
      systems.push({ name: `${KNAP}, signals alone`, engine: knap, more: { ranker: SIGNALS_ALONE } });
    }
    let base = '';
    let files: readonly PlainFile[] = [];
    for (const task of job.tasks) {
      try {
        if (task.base !== base) {
          await tree.moveTo(task.base);
          await knap.index();
          files = await plain.refresh();
          base = task.base;
        }
        const results: TaskResult[] = [];
        const guessed: System = { name: WITH_GUESSES, engine: knap, more: { expect: task.expect } };
        for (const system of task.expect ? [...systems, guessed] : systems)
          results.push(await ask(system, task, job.budgets));
        results[0] = { ...results[0]!, aims: await byAim(knap, task, job.budgets[0]!) };
        for (const baseline of BASELINES)
          results.push(resultOf(task, baseline.name, answerPlainly(baseline, task.query, files, job.budgets)));
        yield results;
      } catch (error) {
        base = '';
        yield { task: task.id, failure: error instanceof Error ? error.message : String(error) };
      }
    }
  } finally {
    for (const engine of new Set(systems.map((system) => system.engine))) await engine.close();
    if (job.isGiven) await rm(job.folder, { recursive: true, force: true });
  }
}

async function ask({ name, engine, more = {} }: System, task: EvalTask, budgets: readonly number[]) {
  const packs: PackedLines[] = [];
  let ranked: readonly string[] | null = null;
  let firstMs = 0;
  for (const budget of budgets) {
    const { pack, milliseconds } = await engine.pack({ ...more, task: task.query, budget, maxFiles: FILES_MAX });
    packs.push(packedIn(pack, budget));
    // Ranking knows no budget: what the first pack says of the files holds for all.
    if (ranked !== null) continue;
    ranked = pack.files.map(({ path }) => path);
    firstMs = milliseconds;
  }
  // What is quoted does not matter for units: the smallest pack is made.
  const explanation = await engine.explain({ ...more, task: task.query, budget: EXPLAINED_TOKENS, every: true });
  const answered = resultOf(task, name, { ranked: ranked ?? [], packs, milliseconds: firstMs });
  return { ...answered, units: measureUnits(task, explanation) };
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
