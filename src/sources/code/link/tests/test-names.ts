import { languageOfPath } from '../../../../languages/index.ts';
import { nameOf } from '../tree.ts';

/** Folders that hold tests. */
export const TEST_FOLDER = /(?:^|\/)(?:tests?|__tests__|specs?|t)\//i;

// Each takes a stem to what is left of it; tried again on the answer, so `x.e2e-spec` and `x.unit.test` end as `x`.
const MARKS: readonly RegExp[] = [
  /^(.+)[._-](?:[Tt]ests?|specs?|cy|e2e|integration|unit|bench|stories)$/,
  /^(.*[a-z0-9])(?:Tests?|TestCase|Specs?|IT)$/,
  /^Test([A-Z].*)$/,
  /^([A-Z].*)\.t$/,
];
const PREFIX = /^tests?[._-](.+)$/;

/** What a test file is about, by its name: `user.test.ts` → `user`; null for a file that is no test. */
export function testSubject(path: string): string | null {
  const stem = sourceStem(path);
  if (stem.includes('.config')) return null;
  const subject = unmarked(stem, path);
  if (subject !== stem) return subject;
  const isUnmarked = TEST_FOLDER.test(path) && languageOfPath(path)?.hasUnmarkedTests === true;
  return isUnmarked && stem !== 'index' ? stem : null;
}

/** The base name without its language extension; `__init__` counts as `init`. */
export function sourceStem(path: string): string {
  const name = nameOf(path).replace(/(?:\.d)?\.\w+$/, '');
  return name.startsWith('__') ? name.replace(/^__(\w+)__$/, '$1') : name;
}

function unmarked(stem: string, path: string): string {
  let subject = stem;
  for (let round = 0; round < 3; round += 1) {
    const mark = MARKS.find((pattern) => pattern.test(subject));
    if (!mark) break;
    subject = mark.exec(subject)![1]!;
  }
  const prefix = PREFIX.exec(subject);
  // Only Python calls a test `test_x` wherever it lies; `lib/test_case.rb` is no test of `case`.
  return prefix && (path.endsWith('.py') || TEST_FOLDER.test(path)) ? prefix[1]! : subject;
}
