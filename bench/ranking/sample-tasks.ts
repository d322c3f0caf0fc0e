import { existsSync, readFileSync } from 'node:fs';
import { openScratchTree, type ScratchTree } from '../../src/evaluation/replay.ts';
import { type EvalTask, readTasks } from '../../src/evaluation/task.ts';

/** Options that several scripts of this folder share. */
export const SAMPLE_OPTIONS = {
  tasks: { type: 'string' },
  mirrors: { type: 'string' },
  work: { type: 'string', default: '/tmp/knap-ranking' },
  /** Only these repositories, separated by commas. */
  repo: { type: 'string' },
  /** The most tasks of each repository, evenly chosen. */
  each: { type: 'string' },
  /** How many tasks of other repositories each repository is asked; it has no answer to them. */
  foreign: { type: 'string' },
} as const;

export interface SampleOptions {
  readonly tasks: string;
  readonly mirrors: string;
  readonly work: string;
  readonly repo?: string | undefined;
  readonly each?: string | undefined;
  readonly foreign?: string | undefined;
}

/** Tasks of one repository, and a work tree that can be moved to each of their bases. */
export interface Sample {
  readonly repo: string;
  readonly tasks: readonly EvalTask[];
  readonly tree: ScratchTree;
}

/** The tasks of a file, repository by repository; prints and leaves out repositories without a mirror. */
export async function* samples({ tasks, mirrors, work, repo, each, foreign }: SampleOptions): AsyncGenerator<Sample> {
  const wanted = repo?.split(',');
  const most = Number(each ?? Number.MAX_SAFE_INTEGER);
  const known = await readTasks(tasks);
  for (const [name, all] of Map.groupBy(known, (task) => task.repo!)) {
    if (wanted && !wanted.includes(name)) continue;
    const mirror = `${mirrors}/${name.replace('/', '+')}/repo`;
    if (!existsSync(mirror)) {
      console.error(`no mirror of ${name}`);
      continue;
    }
    const tree = await openScratchTree(mirror, `${work}/${name.replace('/', '+')}`);
    const own = evenly(all, most);
    yield { repo: name, tasks: [...own, ...foreignTo(own, known, Number(foreign ?? 0))], tree };
  }
}

const FAMILIES: Readonly<Record<string, string>> = { TypeScript: 'JavaScript', Kotlin: 'Java', 'C++': 'C' };
const familyOf = ({ lang = '' }: EvalTask) => FAMILIES[lang] ?? lang;

/** Tasks of other repositories in the same family of languages, or in any language if there are none. */
function foreignTo(own: readonly EvalTask[], all: readonly EvalTask[], count: number): readonly EvalTask[] {
  const { base, repo, lang } = own[0]!;
  const others = all.filter((task) => task.repo !== repo);
  const alike = others.filter((task) => familyOf(task) === familyOf(own[0]!));
  return evenly(alike.length > 0 ? alike : others, count).map(({ id, query }) => ({
    ...{ id: `${repo} asked ${id}`, repo, base, query, gold: [], lang },
  }));
}

/** Reads the guesses about each task, and gives those about a task of another repository for comparison. */
export async function readGuesses(file: string, tasksFile: string) {
  const guesses = JSON.parse(readFileSync(file, 'utf8')) as Record<string, readonly string[]>;
  const known = (await readTasks(tasksFile)).filter(({ id }) => guesses[id]);
  return {
    // The id of a foreign task begins with the repository that is asked.
    own: ({ id }: EvalTask) => guesses[id.split(' asked ').at(-1)!],
    foreign: (task: EvalTask, at: number) => {
      const others = known.filter(({ repo }) => repo !== task.repo);
      const alike = others.filter((other) => familyOf(other) === familyOf(task));
      const pool = alike.length > 0 ? alike : others;
      return pool.length === 0 ? [] : guesses[pool[(7 * at + 3) % pool.length]!.id]!;
    },
  };
}

function evenly<Thing>(all: readonly Thing[], most: number): readonly Thing[] {
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(most, all.length) }, (_, index) => all[Math.floor(index * step)]!);
}
