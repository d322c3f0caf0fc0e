// Evaluates knap for `knap eval`: finds the tasks, replays them and sums up the results.
import { hash } from 'node:crypto';
import { on } from 'node:events';
import { appendFileSync, existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { DEFAULTS } from '../config/defaults.ts';
import type { Config } from '../config/schema.ts';
import { threadProgram } from '../config/this-package.ts';
import { countText } from '../formats/layout.ts';
import { ContextError, messageOf } from '../model/errors.ts';
import { allowGitFolders } from '../reading/git/find-repository.ts';
import { git } from '../reading/git.ts';
import { REFUSED, readPlainFile } from '../reading/plain-file.ts';
import { type ReplayJob, type ReplayResult, replay, type TaskResult } from './replay.ts';
import { groupTasks, listMisses, type Miss, type SystemSummary, summarise, type TaskGroup } from './summary.ts';
import { type EvalTask, listEndings, type PublishedRow, readPublished, readTasks } from './task.ts';
import { type HistoryTasksOptions, tasksFromHistory } from './tasks-from-history.ts';

export interface EvaluateInput {
  /** The workspace. Its history makes the tasks, unless a file gives them. */
  readonly root: string;
  /** The folder for checked-out trees. */
  readonly folder: string;
  readonly config: Config;
  /** At least one. */
  readonly budgets: readonly number[];
  /** Signals to leave out, each in a run of its own. */
  readonly ablated: readonly string[];
  readonly history: HistoryTasksOptions;
  readonly given?: GivenTasks;
  readonly resultsFile?: string | undefined;
  readonly threads: number;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** A file of tasks, which are replayed instead of the history of the workspace. */
interface GivenTasks {
  readonly tasksFile: string;
  /** The folder with the repositories of the tasks, each as `owner+name/repo`. */
  readonly mirrors: string;
  readonly repo?: string | undefined;
  /** The most tasks to take, chosen by a hash of their ids. */
  readonly limit?: number | undefined;
  /** A file that maps task ids to guesses. These tasks are also asked with their guesses. */
  readonly guessesFile?: string | undefined;
  /** A file of published results for the same tasks. */
  readonly besideFile?: string | undefined;
}

export interface Evaluation {
  readonly budgets: readonly number[];
  /** Where the tasks come from: the path of their file, or `the last 12 commits`. */
  readonly tasksFrom: string;
  readonly tasks: number;
  readonly repositories: number;
  readonly systems: readonly SystemSummary[];
  readonly misses: readonly Miss[];
  /** Empty for the history of the workspace. */
  readonly groups: readonly TaskGroup[];
  readonly beside: readonly PublishedRow[];
  readonly notes: readonly string[];
}

/** Replays tasks with known answers, and measures how well knap and plain searches find the answers. */
export async function evaluate(input: EvaluateInput): Promise<Evaluation> {
  const notes: string[] = [];
  allowGitFolders(input.config.gitFolders);
  // Reports progress now, because reading the history and the first tree takes seconds.
  input.onProgress?.(0, input.given ? 0 : input.history.limit);
  const { tasks, tasksFrom } = await findTasks(input);
  const { budgets, ablated } = input;
  const beside = input.given?.besideFile === undefined ? [] : readPublished(input.given.besideFile);
  const file =
    input.resultsFile === undefined
      ? NOT_KEPT
      : await openResults(input.resultsFile, { tasksFrom, budgets, ablated, guesses: input.given?.guessesFile });
  const wanted = new Set(tasks.map(({ id }) => id));
  const results: TaskResult[] = file.earlier.filter(({ task }) => wanted.has(task));
  const done = new Set(results.map(({ task }) => task));
  const jobs = (await planJobs(tasks, done, input, notes)).filter((job) => job.tasks.length > 0);
  const total = jobs.reduce((sum, job) => sum + job.tasks.length, 0) + done.size;
  input.onProgress?.(done.size, total);
  await replayJobs(jobs, {
    threads: input.threads,
    onReplayed(one) {
      if ('failure' in one) {
        notes.push(`the task ${one.task} could not be replayed: ${one.failure}`);
        return;
      }
      file.add(one);
      results.push(...one);
      done.add(one[0]!.task);
      input.onProgress?.(done.size, total);
    },
    onFailure(job, error) {
      // Without a file of tasks, the workspace is the only repository.
      if (!input.given) throw error;
      notes.push(`${job.tasks[0]?.repo} could not be replayed: ${messageOf(error)}`);
    },
  });
  if (results.length === 0) throw new ContextError('BAD_INPUT', `No task could be replayed: ${notes.join('; ')}.`);
  const order = new Map(tasks.map(({ id }, index) => [id, index]));
  results.sort((a, b) => order.get(a.task)! - order.get(b.task)!);
  return {
    budgets,
    tasksFrom,
    tasks: done.size,
    repositories: new Set(results.map(({ repo }) => repo)).size,
    systems: summarise(results),
    misses: listMisses(results),
    groups: input.given ? groupTasks(tasks, results) : [],
    beside,
    notes,
  };
}

/** The file to which an evaluation adds results, so that an interrupted run can resume. */
interface ResultsFile {
  readonly earlier: readonly TaskResult[];
  /** Writes all results of a task on one line, so that a killed run leaves either all of them or none. */
  add(results: readonly TaskResult[]): void;
}

const NOT_KEPT: ResultsFile = { earlier: [], add: () => undefined };

// Refuses a file with other settings, because its numbers would not compare.
async function openResults(path: string, settings: Readonly<Record<string, unknown>>): Promise<ResultsFile> {
  const head = JSON.stringify({ settings });
  const add = (results: readonly TaskResult[]) => appendFileSync(path, `\n${JSON.stringify(results)}`);
  try {
    if (!existsSync(path)) {
      await writeFile(path, head);
      return { earlier: [], add };
    }
    const bytes = readPlainFile(path, { ...DEFAULTS.kept, followsLinks: true });
    if (typeof bytes === 'string')
      throw new ContextError('CANNOT_WRITE', `The results file ${path} ${REFUSED[bytes]}.`);
    const [first = '', ...lines] = bytes.toString('utf8').split('\n');
    if (first === head) return { earlier: lines.flatMap(parseResults), add };
    const fault = `has results of a run with other settings (${first.slice(0, 200)}); name another file.`;
    throw new ContextError('BAD_INPUT', `${path} ${fault}`);
  } catch (error) {
    if (error instanceof ContextError) throw error;
    throw new ContextError('CANNOT_WRITE', `knap cannot write the results file ${path}.`, { cause: error });
  }
}

// An interrupted run may have cut the last line; its task runs again.
function parseResults(line: string): readonly TaskResult[] {
  try {
    return JSON.parse(line) as readonly TaskResult[];
  } catch {
    return [];
  }
}

async function findTasks(input: EvaluateInput): Promise<{ tasks: readonly EvalTask[]; tasksFrom: string }> {
  const { given, history, root } = input;
  if (given) {
    const all = await readTasks(given.tasksFile, given.guessesFile);
    const some = all.filter(({ repo }) => given.repo === undefined || repo === given.repo);
    // Chooses by a hash, so that a sample represents the whole and a larger one contains it.
    const drawn = new Set(some.toSorted((a, b) => (hashId(a) < hashId(b) ? -1 : 1)).slice(0, given.limit));
    const tasks = some.filter((task) => drawn.has(task));
    if (tasks.length === 0) throw new ContextError('BAD_INPUT', `No task belongs to the repository ${given.repo}.`);
    return { tasks, tasksFrom: given.tasksFile };
  }
  const { tasks, commitsSeen } = await tasksFromHistory(root, history);
  if (tasks.length === 0)
    throw new ContextError(
      'NOTHING_FOUND',
      `None of ${countText(commitsSeen, 'commit')} can be replayed: a task needs a message in words and a change to existing code.`,
    );
  return { tasks, tasksFrom: `the last ${countText(commitsSeen, 'commit')}` };
}

const hashId = ({ id }: EvalTask): string => hash('sha1', id);

async function planJobs(
  tasks: readonly EvalTask[],
  done: ReadonlySet<string>,
  input: EvaluateInput,
  notes: string[],
): Promise<readonly ReplayJob[]> {
  const { given, root, folder, budgets, config, ablated } = input;
  const jobOf = async (repository: string, name: string, own: readonly EvalTask[]): Promise<ReplayJob> => {
    const left = own.filter(({ id }) => !done.has(id));
    const inOrder = given ? await sortByBaseTime(repository, left) : left;
    // Uses all tasks, so that a resumed run searches the same files.
    const endings = listEndings(own);
    const place = { repository, folder: join(folder, name), isGiven: given !== undefined };
    return { ...place, tasks: inOrder, endings, budgets, config, ablated };
  };
  if (!given) return [await jobOf(root, 'own', tasks)];
  const jobs: ReplayJob[] = [];
  for (const [repo, own] of Map.groupBy(tasks, (task) => task.repo!)) {
    const name = repo.replace('/', '+');
    const repository = join(given.mirrors, name, 'repo');
    if (existsSync(repository)) jobs.push(await jobOf(repository, name, own));
    else notes.push(`${repo} has no mirror: its ${own.length} tasks are left out`);
  }
  if (jobs.length === 0)
    throw new ContextError('BAD_INPUT', `${given.mirrors} has no mirror (owner+name/repo) of any task's repository.`);
  // Starts with the repository of the most tasks, so that no thread works on it alone at the end.
  return jobs.sort((a, b) => b.tasks.length - a.tasks.length);
}

// Sorts tasks by the time of their base commits, if git tells it, so that the index changes little between them.
async function sortByBaseTime(repository: string, tasks: readonly EvalTask[]): Promise<readonly EvalTask[]> {
  const bases = [...new Set(tasks.map(({ base }) => base))];
  const answer = await git(repository, ['show', '-s', '--format=%H %ct', '--end-of-options', ...bases]);
  const rows = answer.stdout.toString().split('\n');
  const times = new Map(rows.map((row) => row.split(' ')).map(([sha = '', time = '0']) => [sha, Number(time)]));
  return tasks.toSorted((a, b) => (times.get(a.base) ?? 0) - (times.get(b.base) ?? 0) || (a.base < b.base ? -1 : 1));
}

interface ReplayCall {
  readonly threads: number;
  onReplayed(one: ReplayResult): void;
  /** Called for a repository that could not be replayed. The others continue unless this throws. */
  onFailure(job: ReplayJob, error: unknown): void;
}

/** Replays each job in a thread of its own. With one job or one thread all work is done in this thread. */
async function replayJobs(jobs: readonly ReplayJob[], call: ReplayCall): Promise<void> {
  const waiting = [...jobs];
  const isAlone = jobs.length <= 1 || call.threads <= 1;
  const work = async () => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      try {
        for await (const one of isAlone ? replay(job) : replayInThread(job)) call.onReplayed(one);
      } catch (error) {
        call.onFailure(job, error);
      }
    }
  };
  await Promise.all(Array.from({ length: isAlone ? 1 : Math.min(call.threads, jobs.length) }, work));
}

async function* replayInThread(job: ReplayJob): AsyncGenerator<ReplayResult> {
  const worker = new Worker(threadProgram('evaluation/replay-worker.ts'), { workerData: job });
  for await (const [result] of on(worker, 'message', { close: ['exit'] })) yield result;
}
