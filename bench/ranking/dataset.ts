import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { FILE_FEATURES } from '../../src/rankers/file-features.ts';
import { UNIT_FEATURES } from '../../src/rankers/unit-features.ts';

/** A task with its rows, as written by dump.ts. */
export interface DumpedTask {
  readonly id: string;
  /** Made of a commit, or of a doc comment. */
  readonly kind: 'change' | 'question';
  readonly repo: string;
  readonly lang: string;
  readonly gold: { readonly files: number; readonly lines: number };
  /** How well the workspace as a whole answers, in the order of `TASK_FEATURES`. */
  readonly levels: readonly number[];
  /** The evidence that decides whether its guesses are trusted. */
  readonly trust?: { readonly telling: number; readonly nearest: number; readonly shared: number };
  /** Scores of files and units by the ranker of hand-set weights. */
  readonly byHand?: { readonly files: readonly number[]; readonly units: readonly number[] };
  readonly paths: readonly string[];
  readonly roles: readonly string[];
  readonly tests: readonly number[];
  readonly golds: readonly number[];
  readonly unitFiles: readonly number[];
  readonly firsts: readonly number[];
  readonly lasts: readonly number[];
  readonly characters: readonly number[];
  readonly goldLines: readonly number[];
  /** Row-major. */
  readonly fileRows: Float32Array;
  readonly unitRows: Float32Array;
}

/** Reads the dumps of names that are separated by commas. Dumps may overlap; a task counts once. */
export function readDumps(names: string): readonly DumpedTask[] {
  const all = names.split(',').flatMap(readDump);
  return [...new Map(all.map((task) => [task.id, task])).values()];
}

function readDump(name: string): readonly DumpedTask[] {
  const columns = JSON.parse(readFileSync(`${name}.names.json`, 'utf8')) as Record<'files' | 'units', string[]>;
  const [files, units] = [chosen(columns.files, FILE_FEATURES), chosen(columns.units, UNIT_FEATURES)];
  const rows = openSync(`${name}.f32`, 'r');
  const read = (count: number, { width, taken }: Chosen): Float32Array => {
    const all = new Float32Array(count * width);
    if (count > 0) readSync(rows, new Uint8Array(all.buffer), 0, all.byteLength, null);
    const values = new Float32Array(count * taken.length);
    for (let row = 0; row < count; row++)
      for (let to = 0; to < taken.length; to++) values[row * taken.length + to] = all[row * width + taken[to]!]!;
    return values;
  };
  const tasks = readFileSync(`${name}.jsonl`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const task = JSON.parse(line) as Omit<DumpedTask, 'fileRows' | 'unitRows'>;
      const fileRows = read(task.paths.length, files);
      return { ...task, fileRows, unitRows: read(task.unitFiles.length, units) };
    });
  closeSync(rows);
  return tasks;
}

interface Chosen {
  readonly width: number;
  readonly taken: readonly number[];
}

// Chooses the present features among the columns of a dump, which may have more.
function chosen(columns: readonly string[], features: readonly { readonly name: string }[]): Chosen {
  const taken = features.map(({ name }) => columns.indexOf(name));
  const lacking = features.filter((_, at) => taken[at] === -1).map(({ name }) => name);
  if (lacking.length > 0) throw new Error(`The dump lacks ${lacking.join(', ')}: write it anew with dump.ts.`);
  return { width: columns.length, taken };
}

/** Whether the task is made of a commit, not of a doc comment. */
export const isChange = ({ kind }: DumpedTask): boolean => kind !== 'question';

/** Whether the task belongs to another repository, so that this one has no answer. */
export const isForeign = ({ gold }: DumpedTask): boolean => gold.files === 0;

/** Whether the task was asked with the guesses about a task of another repository. */
export const isMisguessed = ({ id }: DumpedTask): boolean => id.endsWith(MISGUESSED);
export const MISGUESSED = ' guessed foreign';

/** Splits the repositories into folds, sorted by language, so that each language is spread over the folds. */
export function foldsOf(all: readonly DumpedTask[], count: number): readonly ReadonlySet<string>[] {
  const languages = new Map(all.map(({ repo, lang }) => [repo, `${lang} ${repo}`]));
  const repos = [...languages].sort((a, b) => (a[1] < b[1] ? -1 : 1)).map(([repo]) => repo);
  return Array.from({ length: count }, (_, fold) => new Set(repos.filter((__, index) => index % count === fold)));
}
