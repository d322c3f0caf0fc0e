import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { configSchema } from '../../src/config/schema.ts';
import { createEngine } from '../../src/engine.ts';
import { startPostgres } from '../../test/worlds/postgres.ts';

// Measures a switch of branches: node bench/team/switch.ts --tree DIR [--files 200] [--no-history]. DIR is a clean work tree whose .knap is removed. Checks
// out the nearest commit that differs in --files files, and the first one again, twice; indexes each time into a file and into PostgreSQL
// with a new engine, as `knap index` does.
const { values } = parseArgs({
  options: {
    tree: { type: 'string' },
    files: { type: 'string', default: '200' },
    history: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const { tree } = values;
if (tree === undefined) throw new Error('usage: switch.ts --tree DIR [--files 200]');
const git = (...args: string[]) => execFileSync('git', ['-C', tree, ...args], { maxBuffer: 1 << 28 }).toString();
const lines = (text: string) => text.split('\n').filter(Boolean);
const here = git('rev-parse', 'HEAD').trim();
const there = farEnough(Number(values.files));
const server = await startPostgres();
try {
  rmSync(`${tree}/.knap`, { recursive: true, force: true });
  const stores = { SQLite: {}, PostgreSQL: { store: server.url, workspace: 'bench@main' } };
  for (const settings of Object.values(stores)) await indexed(settings);
  for (const to of [there, here, there, here]) {
    git('checkout', '-q', '--detach', to);
    for (const [name, settings] of Object.entries(stores)) {
      const { milliseconds, touched } = await indexed(settings);
      console.log(`${name}: ${touched} files in ${milliseconds} ms ${to === here ? 'back' : 'there'}`);
    }
  }
} finally {
  git('checkout', '-q', '--detach', here);
  await server.stop();
}

async function indexed(settings: Readonly<Record<string, string>>) {
  const [started, config] = [performance.now(), configSchema.parse({ ...settings, history: values.history })];
  const engine = await createEngine({ root: tree!, changesNamedView: true }, config);
  const { added, changed, removed } = await engine.index();
  await engine.close();
  return { milliseconds: Math.round(performance.now() - started), touched: added + changed + removed };
}

// Doubles the distance, then bisects, because commits that lie further back mostly differ in more files.
function farEnough(files: number): string {
  const commits = lines(git('rev-list', '--first-parent', 'HEAD'));
  const differing = (at: number) => lines(git('diff', '--name-only', commits[at]!, here)).length;
  let [low, high] = [0, 1];
  while (high < commits.length - 1 && differing(high) < files)
    [low, high] = [high, Math.min(commits.length - 1, high * 2)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (differing(middle) < files) low = middle;
    else high = middle;
  }
  console.log(`${commits[high]!.slice(0, 12)}, ${high} commits back, differs in ${differing(high)} files`);
  return commits[high]!;
}
