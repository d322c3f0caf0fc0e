// Defines a task with a known answer and the files that can be in it; reads tasks, guesses and published results.
import { extname } from 'node:path';
import * as z from 'zod';
import { DEFAULTS } from '../config/defaults.ts';
import { languageOfPath } from '../languages/index.ts';
import { ContextError } from '../model/errors.ts';
import { REFUSED, readPlainFile } from '../reading/plain-file.ts';
import { roleOf } from '../sources/code/role.ts';

/** A task with a known answer: at commit `base`, a change to the `gold` files solved the text `query`. */
export interface EvalTask {
  readonly id: string;
  /** `owner/name`; null for the workspace itself. */
  readonly repo: string | null;
  readonly base: string;
  readonly query: string;
  readonly gold: readonly GoldFile[];
  /** The main language of the repository, if the file of tasks names it. */
  readonly lang?: string | undefined;
  /** The functions to change, as `path:Class.method`; without them, the functions with changed lines count. */
  readonly functions?: readonly string[] | undefined;
  /** The kind of the task, as its authors name it. */
  readonly kind?: string | undefined;
  /** The parts of knap that were developed with this repository; empty or missing for none. */
  readonly touched?: readonly string[] | undefined;
  /** Guesses that were made without seeing the repository. */
  readonly expect?: readonly string[] | undefined;
}

/** A file that the fix changed. */
export interface GoldFile {
  readonly path: string;
  /** The lines at `base` that the fix changed, 1-based and inclusive; a pure insertion marks the line before it. */
  readonly ranges: readonly (readonly [number, number])[];
}

// A folder of tests, fixtures or trials, or a file name with the mark of a test in one of the languages.
const TEST_PATH =
  /(^|\/)(tests?|__tests__|spec|specs|testing|testdata|fixtures?|e2e|__fixtures__|playground)\/|[._-](test|spec)\.[a-z]+$|(^|\/)test_[^/]*\.py$|_test\.(go|py|rb|exs)$|(Test|Tests|TestCase|IT)\.(java|kt|php|cs|scala)$|_spec\.rb$/;

/** Whether a path looks like a test. Tests take no rank, because the task is to find the code to change. */
export function looksLikeTest(path: string): boolean {
  return TEST_PATH.test(path);
}

/** Whether a path can be gold: of a language with a grammar or in the role of a source, but no test. */
export function looksLikeCode(path: string): boolean {
  if (looksLikeTest(path)) return false;
  return (languageOfPath(path)?.grammar ?? null) !== null || roleOf(path, false) === 'source';
}

/** The extensions of gold files: `.java`, or an empty one for `bin/deploy`. */
export function listEndings(tasks: readonly EvalTask[]): readonly string[] {
  return [...new Set(tasks.flatMap(({ gold }) => gold.map(({ path }) => extname(path))))].sort();
}

const line = z.int().min(0);
const words = z.array(z.string().min(1));
const range = z.object({ path: z.string().min(1), start: line, end: line, role: z.string() });
const taskSchema = z
  .object({
    id: z.string().min(1),
    repo: z.string().regex(/^[\w.-]+\/[\w.-]+$/, 'owner/name'),
    base: z.string().regex(/^[0-9a-f]{7,64}$/, 'a commit'),
    query: z.string().min(1),
    gold: z.array(z.object({ path: z.string().min(1), ranges: z.array(z.tuple([line, line])) })).optional(),
    // An alternative to `gold`: marked lines, of which those to change are gold.
    marked: z.array(range).default([]),
    lang: z.string().optional(),
    functions: words.optional(),
    kind: z.string().optional(),
    touched: words.optional(),
    expect: words.optional(),
  })
  .transform(({ marked, gold, ...task }) => ({ ...task, gold: gold ?? pickChanged(marked) }))
  .refine(({ gold }) => gold.length > 0, { path: ['gold'], message: 'names no file' });
const guessesSchema = z.record(z.string(), words);
const share = z.number().min(0).max(100);
const publishedSchema = z.array(
  z.strictObject({
    name: z.string().min(1).describe('The name of the system.'),
    files: z
      .partialRecord(z.enum(['1', '5', '10']), share)
      .default({})
      .describe('all@1, 5, 10 of files, in percent.'),
    functions: z
      .partialRecord(z.enum(['5', '10']), share)
      .default({})
      .describe('all@5, 10 of functions, in percent.'),
    says: z.string().default('').describe('How the conditions compare with this run.'),
  }),
);

export type PublishedRow = z.output<typeof publishedSchema>[number];

export function readPublished(path: string): readonly PublishedRow[] {
  return readJson(path, 'file of rows', publishedSchema);
}

/** Reads tasks from a JSONL file, in its order. A file of guesses maps task ids to guesses. */
export async function readTasks(path: string, guessesFile?: string): Promise<readonly EvalTask[]> {
  const guesses = guessesFile === undefined ? {} : readJson(guessesFile, 'file of guesses', guessesSchema);
  const tasks = readText(path, 'file of tasks')
    .split('\n')
    .flatMap((content, at) =>
      content.trim() === '' ? [] : parseChecked(content, `${path}, line ${at + 1}`, 'task', taskSchema),
    )
    .map((task) => ({ ...task, expect: guesses[task.id] ?? task.expect }));
  if (tasks.length === 0) throw new ContextError('BAD_INPUT', `${path} contains no tasks.`);
  return tasks;
}

function readJson<Schema extends z.ZodType>(path: string, what: string, schema: Schema): z.output<Schema> {
  return parseChecked(readText(path, what), path, what, schema);
}

function readText(path: string, what: string): string {
  const bytes = readPlainFile(path, { ...DEFAULTS.kept, followsLinks: true });
  if (typeof bytes === 'string') throw new ContextError('BAD_INPUT', `The ${what} ${path} ${REFUSED[bytes]}.`);
  return bytes.toString('utf8');
}

function parseChecked<Schema extends z.ZodType>(
  content: string,
  where: string,
  what: string,
  schema: Schema,
): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch (cause) {
    throw new ContextError('BAD_INPUT', `${where} is not JSON.`, { cause });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ContextError('BAD_INPUT', `${where} is not a valid ${what}: ${issue?.path.join('.')} ${issue?.message}.`);
}

function pickChanged(marked: readonly z.output<typeof range>[]): { path: string; ranges: [number, number][] }[] {
  const byPath = Map.groupBy(
    marked.filter(({ role }) => role === 'change'),
    ({ path }) => path,
  );
  return [...byPath].map(([path, own]) => ({ path, ranges: own.map(({ start, end }) => [start, end]) }));
}
