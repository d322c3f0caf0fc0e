import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { estimate } from '../../src/evaluation/statistics.ts';
import type { EvalTask } from '../../src/evaluation/task.ts';
import { openEngine } from '../../src/index.ts';
import { LIFTABLE_ROLES, type Role } from '../../src/model/entity.ts';
import { roleOf } from '../../src/sources/code/role.ts';
import { SAMPLE_OPTIONS, samples } from './sample-tasks.ts';

// What a commit changed beside code (tests, documents, configuration), and fixes of several files:
// node bench/ranking/roles.ts --tasks FILE --mirrors DIR [--each 5]. Tasks are commits, their ids end in the hash. Of the files of each role that
// were there before and changed: the share among the first 10, asked as usual and with `--include` of all three, and the
// share that `focused` quotes or names; and how often it quotes all of several files of gold.
const { values } = parseArgs({ options: SAMPLE_OPTIONS });
const { tasks: tasksFile, mirrors } = values;
if (!tasksFile || !mirrors) throw new Error('usage: roles.ts --tasks FILE --mirrors DIR');

const FIRST = 10;
const BESIDE: readonly Role[] = Object.values(LIFTABLE_ROLES);
const INCLUDED = Object.keys(LIFTABLE_ROLES) as (keyof typeof LIFTABLE_ROLES)[];
const rows = new Map<string, number[]>();
const note = (row: string, value: number) => rows.set(row, [...(rows.get(row) ?? []), value]);

for await (const { repo, tasks, tree } of samples({ ...values, tasks: tasksFile, mirrors })) {
  for (const [base, all] of Map.groupBy(tasks, (task) => task.base)) {
    await tree.moveTo(base);
    const engine = await openEngine({ root: tree.folder, now: Date.now });
    for (const task of all) {
      const changed = changedByRole(`${mirrors}/${repo.replace('/', '+')}/repo`, task);
      const { pack } = await engine.pack({ task: task.query, budget: 4000, maxFiles: 50 });
      const quoted = new Set(pack.blocks.map(({ path }) => path));
      const named = new Set([...quoted, ...pack.references.map(({ path }) => path)]);
      const included = await engine.pack({ task: task.query, include: INCLUDED, budget: 4000, maxFiles: 50 });
      const [usual, lifted] = [pack, included.pack].map(
        (one) => new Set(one.files.slice(0, FIRST).map(({ path }) => path)),
      );
      const isMixed = BESIDE.some((role) => changed.has(role));
      for (const [role, paths] of changed) {
        const share = (of: ReadonlySet<string>) => paths.filter((path) => of.has(path)).length / paths.length;
        const name = role === 'source' ? `source, ${isMixed ? 'mixed commits' : 'code alone'}` : role;
        note(`${name}: first ${FIRST}`, share(usual!));
        note(`${name}: first ${FIRST} with --include ${INCLUDED.join(',')}`, share(lifted!));
        note(`${name}: quoted in focused`, share(quoted));
        note(`${name}: quoted or named`, share(named));
      }
      const gold = task.gold.map(({ path }) => path);
      const files = gold.length === 1 ? 'one file' : 'several files';
      note(`${files} to change: all quoted in focused`, Number(gold.every((path) => quoted.has(path))));
      note(
        `${files} to change: share of quoted files`,
        gold.filter((path) => quoted.has(path)).length / quoted.size || 0,
      );
    }
    await engine.close();
  }
  console.error(repo, tasks.length);
}
for (const [name, all] of [...rows].sort(([a], [b]) => (a < b ? -1 : 1))) {
  const { mean, low, high } = estimate(all);
  const [middle, from, to] = [mean, low, high].map((share) => (100 * share).toFixed(1));
  console.log(`| ${name} | ${all.length} | ${middle} [${from}..${to}] |`);
}

// Files that were there before and that the commit changed, of the roles that count.
function changedByRole(mirror: string, { id, base }: EvalTask): ReadonlyMap<Role, readonly string[]> {
  const sha = id.slice(id.lastIndexOf('-') + 1);
  const git = (...args: string[]) =>
    execFileSync('git', ['--git-dir', mirror, ...args], { encoding: 'utf8', maxBuffer: 2 ** 28 }).split('\n');
  const changed = git('diff-tree', '-r', '--no-commit-id', '--name-only', '--diff-filter=M', sha).filter(Boolean);
  const before =
    changed.length === 0 ? [] : git('ls-tree', '-r', '--name-only', base, '--', ...changed).filter(Boolean);
  const byRole = Map.groupBy(before, (path) => roleOf(path, false));
  return new Map([...byRole].filter(([role]) => role === 'source' || BESIDE.includes(role)));
}
