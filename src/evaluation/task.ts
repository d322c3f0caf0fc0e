import { languageOfPath } from '../languages/index.ts';

/** One task whose answer is known: at commit `base`, the text `query` was solved by a change to the `gold` files. */
export interface EvalTask {
  readonly id: string;
  /** `owner/name`; null for the workspace itself. */
  readonly repo: string | null;
  readonly base: string;
  readonly query: string;
  readonly gold: readonly GoldFile[];
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

/** Whether a file could be gold at all: code that is no test. */
export function looksLikeCode(path: string): boolean {
  return !looksLikeTest(path) && (languageOfPath(path)?.grammar ?? null) !== null;
}
