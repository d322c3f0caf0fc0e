import { extname } from 'node:path';
import { languageOfPath } from '../languages/index.ts';
import { roleOf } from '../sources/code/role.ts';

/** One task whose answer is known: at commit `base`, the text `query` was solved by a change to the `gold` files. */
export interface EvalTask {
  readonly id: string;
  /** `owner/name`; null for the workspace itself. */
  readonly repo: string | null;
  readonly base: string;
  readonly query: string;
  readonly gold: readonly GoldFile[];
  /** The language most of the repository is written in, where a file of tasks says so. */
  readonly lang?: string | undefined;
  /** The functions that had to change, each as `path:Class.method`; without them those count in which a changed line lies. */
  readonly functions?: readonly string[] | undefined;
  /** What kind of task it is, in the words of whoever wrote the tasks. */
  readonly kind?: string | undefined;
  /** Which parts of knap were made with this repository at hand; none where it is empty or left out. */
  readonly touched?: readonly string[] | undefined;
  /** What somebody guessed to find before seeing the repository. */
  readonly expect?: readonly string[] | undefined;
}

export interface GoldFile {
  readonly path: string;
  /** Lines at `base` that the fix changed, 1-based and inclusive; a pure insertion marks the line before it. */
  readonly ranges: readonly (readonly [number, number])[];
}

const TEST_PATH =
  /(^|\/)(tests?|__tests__|spec|specs|testing|testdata|fixtures?|e2e|__fixtures__|playground)\/|[._-](test|spec)\.[a-z]+$|(^|\/)test_[^/]*\.py$|_test\.(go|py|rb|exs)$|(Test|Tests|TestCase|IT)\.(java|kt|php|cs|scala)$|_spec\.rb$/;

/** Tests are never gold: what a fix must change is looked for, not what proves it. So they take no rank either. */
export function looksLikeTest(path: string): boolean {
  return TEST_PATH.test(path);
}

/** Whether a file could be gold at all: code, a template, a style sheet or a script, and no test. */
export function looksLikeCode(path: string): boolean {
  if (looksLikeTest(path)) return false;
  return (languageOfPath(path)?.grammar ?? null) !== null || roleOf(path, false) === 'source';
}

/** How names of gold files end: `.java`, or nothing for `bin/deploy`. */
export function endingsOf(tasks: readonly EvalTask[]): readonly string[] {
  return [...new Set(tasks.flatMap(({ gold }) => gold.map(({ path }) => extname(path))))].sort();
}
