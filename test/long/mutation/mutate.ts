import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AREAS, drawMutations } from './areas.ts';
import { type RelatedTest, relatedTests } from './related-tests.ts';
import type { Mutation } from './sites.ts';

// npx node test/long/mutation/mutate.ts SEED COUNT [FILE]: changes a copy of the committed tree COUNT times and says which tests noticed.
const [seed = '1', count = '100', results] = process.argv.slice(2);
const ROOT = execFileSync('git', ['rev-parse', '--show-toplevel'], { encoding: 'utf8' }).trim();
// So many milliseconds of tests are run together; most changes are noticed by the first of them.
const STAGES = [1500, 15_000, 120_000, Number.POSITIVE_INFINITY];
// Tests that take many times as long as they do are in a loop that does not end.
const [PATIENCE, PATIENCE_MS, TIMEOUT_MS] = [5, 60_000, 20 * 60_000];

const copy = mkdtempSync(join(tmpdir(), 'knap-mutation-'));
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
execFileSync('sh', ['-c', `git archive HEAD | tar -x -C '${copy}'`], { cwd: ROOT });
symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
cpSync(join(ROOT, 'dist'), join(copy, 'dist'), { recursive: true });
const testsOf = relatedTests(copy);

// One of each area after the other, so that a run that is cut short has looked at all of them.
const areas = Object.keys(AREAS);
const drawn = areas.map((area, at) => {
  const share = Math.floor((Number(count) + at) / areas.length);
  return drawMutations(copy, area, { seed: Number(seed), count: share });
});
for (let at = 0; at < Number(count); at++)
  for (const [place, area] of areas.entries()) {
    const mutation = drawn[place]?.[at];
    if (mutation) tell(area, mutation, caughtBy(mutation));
  }

function tell(area: string, { path, line, what }: Mutation, by: string | null): void {
  const told = `${by === null ? 'SURVIVED' : 'caught'}\t${area}\t${path}:${line}\t${what}\t${by ?? ''}\n`;
  process.stdout.write(told);
  if (results !== undefined) appendFileSync(results, told);
}

/** The first test that fails on a changed tree, each time, and passes on the tree as it was; null when there is none. */
function caughtBy({ path, start, end, by }: Mutation): string | null {
  const file = join(copy, path);
  const text = readFileSync(file, 'utf8');
  const isChanged = (change: boolean) =>
    writeFileSync(file, change ? text.slice(0, start) + by + text.slice(end) : text);
  let left = testsOf(path);
  try {
    for (const most of STAGES) {
      const some = firstOf(left, most);
      left = left.slice(some.length);
      isChanged(true);
      const failed = some.length > 0 ? failing(some) : null;
      if (failed === null) continue;
      // On a busy machine a test may fail for want of time: that is no catch.
      const alone = some.find((test) => test.path === failed.test);
      const again = alone === undefined ? failed : failing([alone]);
      isChanged(false);
      if (again !== null && (alone === undefined || failing([alone]) === null)) return again.told;
    }
    return null;
  } finally {
    isChanged(false);
  }
}

// At least one, however long it takes.
function firstOf(tests: readonly RelatedTest[], most: number): readonly RelatedTest[] {
  let milliseconds = 0;
  const end = tests.findIndex((test, at) => {
    milliseconds += test.milliseconds;
    return at > 0 && milliseconds > most;
  });
  return end < 0 ? tests : tests.slice(0, end);
}

interface Failed {
  /** The file of the test; null where none could be run. */
  readonly test: string | null;
  readonly told: string;
}

function failing(tests: readonly RelatedTest[]): Failed | null {
  const usual = tests.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  const projects = ['--project', 'shared', '--project', 'alone'];
  const how = ['run', '--bail', '1', ...projects, '--maxWorkers', '1', '--reporter', 'verbose'];
  const limits = {
    timeout: Math.ceil(Math.min(TIMEOUT_MS, PATIENCE_MS + PATIENCE * usual)),
    maxBuffer: 64 * 1024 * 1024,
  };
  const args = ['node_modules/vitest/vitest.mjs', ...how, ...tests.map(({ path }) => path)];
  const ran = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', ...limits });
  if (ran.status === 0) return null;
  const said = `${ran.stdout}${ran.stderr}`.replaceAll(/\u001b\[[\d;]*m/g, '');
  const told = /FAIL\s+(.*)/.exec(said)?.[1];
  if (told !== undefined) return { test: /test\/\S+\.test\.ts/.exec(told)?.[0] ?? null, told };
  return { test: null, told: ran.status === null ? 'it does not end' : said.trim().slice(-200).replaceAll('\n', ' ') };
}
