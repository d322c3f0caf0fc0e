// Replays the tasks of one repository: checks out the tree before each fix, and asks knap and plain searches about it.
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/schema.ts';
import { createEngine } from '../engine.ts';
import { type PackAim, QUOTING_AIMS } from '../model/budget.ts';
import { ContextError, messageOf } from '../model/errors.ts';
import type { Pack } from '../model/pack.ts';
import type { Engine, EngineOptions, PackInput } from '../ports/engine.ts';
import { SIGNALS_ALONE } from '../rankers/index.ts';
import { allowGitFolders, findRepository } from '../reading/git/find-repository.ts';
import { NO_FILTERS } from '../reading/git/stand-in.ts';
import { type GitAnswer, git, ownGit } from '../reading/git.ts';
import {
  measurePack,
  measureRanking,
  measureUnits,
  type PackedLines,
  type PackScores,
  type RankedAnswer,
  type RankingScores,
  type UnitScores,
} from './measure.ts';
import { answerPlainly, BASELINES, createPlainIndex, type PlainFile } from './plain-search.ts';
import type { EvalTask } from './task.ts';

/** The tasks of one repository and how to replay them, as plain data that another thread can receive. */
export interface ReplayJob {
  /** The repository with the commits. */
  readonly repository: string;
  /** The folder in which each tree is checked out and indexed. */
  readonly folder: string;
  /** In an order in which a base differs little from the one before. */
  readonly tasks: readonly EvalTask[];
  /** The extensions of the files that plain searches read. */
  readonly endings: readonly string[];
  readonly budgets: readonly number[];
  readonly config: Config;
  /** Signals to leave out, each in a run of its own. */
  readonly ablated: readonly string[];
  /** Whether the tasks come from a file: the trees are then removed, and more variants of knap are asked. */
  readonly isGiven: boolean;
}

/** The measurements of each system on a task, or the reason why it could not be replayed. */
export type ReplayResult = readonly TaskResult[] | { readonly task: string; readonly failure: string };

/** The measurements of one system on one task. */
export interface TaskResult {
  readonly task: string;
  readonly repo: string | null;
  readonly system: string;
  readonly ranking: RankingScores;
  readonly packs: readonly (PackScores & { readonly budget: number })[];
  readonly milliseconds: number;
  /** For knap only: plain searches have no units and no likelihoods. */
  readonly units?: UnitScores;
  /** The packs of each quoting aim under the first budget, for the system `knap` only. */
  readonly aims?: readonly (PackScores & { readonly aim: PackAim })[];
}

export const KNAP = 'knap';
const WITH_GUESSES = `${KNAP} with guesses`;
const FILES_MAX = 50;
const EXPLAINED_TOKENS = 500;

/** A variant of knap; `more` is input that it adds to a task. */
interface Variant {
  readonly name: string;
  readonly engine: Engine;
  readonly more?: Pick<PackInput, 'ranker' | 'expect'>;
}

/** For each task, checks out the tree before its fix, indexes it, asks every system and compares the answers. */
export async function* replay(job: ReplayJob): AsyncGenerator<ReplayResult> {
  const tree = await openScratchTree(job.repository, join(job.folder, 'tree'));
  // Leaves out conversations and graphs, because they may contain the fix.
  const config: Config = { ...job.config, conversations: [], graphs: {} };
  const open = (options: Pick<EngineOptions, 'dropped' | 'embedder'>) =>
    createEngine({ root: tree.folder, ...options }, config);
  const knap = await open({});
  const variants: Variant[] = [{ name: KNAP, engine: knap }];
  const plain = createPlainIndex(tree.folder, job.endings);
  try {
    for (const signal of job.ablated)
      variants.push({ name: `${KNAP} without ${signal}`, engine: await open({ dropped: [signal] }) });
    if (job.isGiven) {
      variants.push({ name: `${KNAP} without meaning`, engine: await open({ embedder: null }) });
      variants.push({ name: `${KNAP}, signals alone`, engine: knap, more: { ranker: SIGNALS_ALONE } });
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
        const guessed: Variant = { name: WITH_GUESSES, engine: knap, more: { expect: task.expect } };
        for (const variant of task.expect ? [...variants, guessed] : variants)
          results.push(await ask(variant, task, job.budgets));
        results[0] = { ...results[0]!, aims: await measureAims(knap, task, job.budgets[0]!) };
        for (const baseline of BASELINES)
          results.push(measureAnswer(task, baseline.name, answerPlainly(baseline, task.query, files, job.budgets)));
        yield results;
      } catch (error) {
        base = '';
        yield { task: task.id, failure: messageOf(error) };
      }
    }
  } finally {
    for (const engine of new Set(variants.map((variant) => variant.engine))) await engine.close();
    if (job.isGiven) await rm(job.folder, { recursive: true, force: true });
  }
}

async function ask({ name, engine, more = {} }: Variant, task: EvalTask, budgets: readonly number[]) {
  const packs: PackedLines[] = [];
  let ranked: readonly string[] | null = null;
  let firstMs = 0;
  for (const budget of budgets) {
    const { pack, milliseconds } = await engine.pack({ ...more, task: task.query, budget, maxFiles: FILES_MAX });
    packs.push(listPackedLines(pack, budget));
    // The ranking hardly depends on the budget, so it is taken from the first pack.
    if (ranked !== null) continue;
    ranked = pack.files.map(({ path }) => path);
    firstMs = milliseconds;
  }
  // The explanation lists every unit whatever the budget, so a small pack is enough.
  const explanation = await engine.explain({ ...more, task: task.query, budget: EXPLAINED_TOKENS, every: true });
  const answered = measureAnswer(task, name, { ranked: ranked ?? [], packs, milliseconds: firstMs });
  return { ...answered, units: measureUnits(task, explanation) };
}

async function measureAims(engine: Engine, task: EvalTask, budget: number): Promise<NonNullable<TaskResult['aims']>> {
  const all: (PackScores & { aim: PackAim })[] = [];
  for (const aim of QUOTING_AIMS) {
    const { pack } = await engine.pack({ task: task.query, aim, budget, maxFiles: FILES_MAX });
    all.push({ aim, ...measurePack(task, listPackedLines(pack, budget)) });
  }
  return all;
}

export function listPackedLines({ blocks, usage }: Pack, budget: number): PackedLines {
  const byPath = [...Map.groupBy(blocks, ({ path }) => path)];
  return { budget, lines: new Map(byPath.map(([path, all]) => [path, quotedLines(all)])), tokens: usage.used };
}

function measureAnswer(task: EvalTask, system: string, { ranked, packs, milliseconds }: RankedAnswer): TaskResult {
  return {
    task: task.id,
    repo: task.repo,
    system,
    ranking: measureRanking(task, ranked),
    packs: packs.map((pack) => ({ budget: pack.budget, ...measurePack(task, pack) })),
    milliseconds,
  };
}

/** The lines of blocks and of the imports quoted with them. */
export function quotedLines(blocks: Pack['blocks']): readonly (readonly [number, number])[] {
  return blocks.flatMap(({ lines, importLines }) => [...lines, ...importLines]);
}

/** A folder into which any commit of a repository can be checked out. */
export interface ScratchTree {
  readonly folder: string;
  /** Checks out a commit. The folder has no branches and tags, so nothing later than the commit can be seen. */
  moveTo(commit: string): Promise<void>;
}

/** Creates a scratch folder that uses the objects of a repository without changing the repository. */
export async function openScratchTree(repository: string, folder: string): Promise<ScratchTree> {
  const place = findRepository(repository);
  if (!place) throw new ContextError('NO_GIT', `${repository} is not a git repository.`);
  const format = checkOutput(repository, await git(repository, ['rev-parse', '--show-object-format']));
  await mkdir(join(folder, '.git/info'), { recursive: true });
  if (!existsSync(join(folder, '.git/HEAD')))
    checkOutput(folder, await ownGit(folder, ['init', '-q', '--template=', `--object-format=${format}`]));
  await writeFile(join(folder, '.git/config'), formatConfiguration(format));
  await writeFile(join(folder, '.git/info/attributes'), NO_FILTERS);
  const objects = join(place.common, 'objects');
  // Written each time, because the repository may have moved.
  await writeFile(join(folder, '.git/objects/info/alternates'), `${objects}\n`);
  allowGitFolders([objects]);
  return { folder, moveTo: (commit) => moveTo(folder, commit) };
}

async function moveTo(folder: string, commit: string): Promise<void> {
  const checkout = await ownGit(folder, ['checkout', '-q', '--force', '--detach', commit]);
  if (checkout.ok) return;
  // A partial clone lacks some files. Git then fails, but it has written all others and moved HEAD.
  const places = await ownGit(folder, ['rev-parse', 'HEAD', `${commit}^{commit}`]);
  const [head, wanted] = places.stdout.toString().split('\n');
  if (!places.ok || head !== wanted)
    throw new ContextError('NO_SUCH_REF', `Git has no commit ${commit}: ${checkout.complaint}`);
}

function formatConfiguration(format: string): string {
  const extension = format === 'sha1' ? '' : `[extensions]\n\tobjectformat = ${format}\n`;
  return `[core]\n\trepositoryformatversion = ${format === 'sha1' ? 0 : 1}\n\tbare = false\n${extension}`;
}

function checkOutput(folder: string, answer: GitAnswer): string {
  if (answer.isMissing) throw new ContextError('NO_GIT', `Git does not start in ${folder}.`);
  if (!answer.ok) throw new ContextError('NO_GIT', `Git could not open ${folder}: ${answer.complaint}`);
  return answer.stdout.toString().trim();
}
