import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { unprovenRows } from './read-features.ts';
import { ROOT } from './tracked-files.ts';

/**
 * When every file has run, fails the run if a row of test/features.md that is said to work has no test with its id in the
 * title. Most titles are made from tables, so only a run knows them; this folder's own tests prove no row.
 */
export const rowsReporter: Reporter = {
  onTestRunEnd(modules) {
    const ran = new Set(modules.map(({ moduleId }) => moduleId));
    const files = globSync('test/**/*.test.ts', { cwd: ROOT, exclude: ['test/long/**'] });
    if (files.some((file) => !ran.has(join(ROOT, file)))) return;
    const unproven = unprovenRows(modules.flatMap(titlesOf));
    if (unproven.length === 0) return;
    console.error(`Rows of test/features.md that are said to work and have no test: ${unproven.join(' ')}`);
    process.exitCode = 1;
  },
};

function titlesOf({ moduleId, children }: TestModule): readonly string[] {
  const isOwn = moduleId.startsWith(join(ROOT, 'test/repo/'));
  return isOwn ? [] : [...children.allTests()].map(({ fullName }) => fullName);
}
