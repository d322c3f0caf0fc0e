import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { estimate } from '../../src/evaluation/statistics.ts';
import { type EvalTask, looksLikeTest } from '../../src/evaluation/task.ts';
import { openEngine } from '../../src/index.ts';
import { SAMPLE_OPTIONS, samples } from './sample-tasks.ts';

// Which tests matter for a change: the tests a commit changed, among the first 20 files, asked as usual and with
// `--include tests`:
// node bench/ranking/tests.ts --tasks FILE --mirrors DIR [--each 5]. Tasks are commits, their ids end in the hash.
const { values } = parseArgs({ options: SAMPLE_OPTIONS });
const { tasks: tasksFile, mirrors } = values;
if (!tasksFile || !mirrors) throw new Error('usage: tests.ts --tasks FILE --mirrors DIR');

const FIRST = 20;
const ASKED: readonly [name: string, include: readonly 'tests'[]][] = [
  ['as usual', []],
  ['--include tests', ['tests']],
];
const scores = new Map<string, number[]>(ASKED.map(([name]) => [name, []]));
for await (const { repo, tasks, tree } of samples({ ...values, tasks: tasksFile, mirrors })) {
  for (const [base, all] of Map.groupBy(tasks, (task) => task.base)) {
    await tree.moveTo(base);
    const engine = await openEngine({ root: tree.folder, now: Date.now });
    for (const task of all) {
      const tests = changedTests(`${mirrors}/${repo.replace('/', '+')}/repo`, task);
      if (tests.length === 0) continue;
      for (const [name, include] of ASKED) {
        const { pack } = await engine.pack({ task: task.query, include, maxFiles: FIRST });
        const first = new Set(pack.files.map(({ path }) => path));
        scores.get(name)!.push(tests.filter((path) => first.has(path)).length / tests.length);
      }
    }
    await engine.close();
  }
  console.error(repo, scores.get('as usual')!.length);
}
for (const [name, all] of scores) {
  const { mean, low, high } = estimate(all);
  console.log(
    `${name}: ${(100 * mean).toFixed(1)} [${(100 * low).toFixed(1)}..${(100 * high).toFixed(1)}], n ${all.length}`,
  );
}

// Tests that were there before and that the commit changed.
function changedTests(mirror: string, { id, base }: EvalTask): readonly string[] {
  const sha = id.slice(id.lastIndexOf('-') + 1);
  const git = (...args: string[]) =>
    execFileSync('git', ['--git-dir', mirror, ...args], { encoding: 'utf8', maxBuffer: 2 ** 28 }).split('\n');
  const changed = git('diff-tree', '-r', '--no-commit-id', '--name-only', '--diff-filter=M', sha).filter(looksLikeTest);
  return changed.length === 0 ? [] : git('ls-tree', '-r', '--name-only', base, '--', ...changed).filter(Boolean);
}
