import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { loadConfig } from '../../src/config/load.ts';
import { openParts } from '../../src/engine/open-parts.ts';
import { runPack } from '../../src/engine/run-pack.ts';
import { indexWorkspace } from '../../src/indexing/index-workspace.ts';
import type { Task } from './metrics.ts';
import { checkOut } from './work-tree.ts';

// Writes what every signal said of every candidate file, a JSON line a task, for fitting and for reading misses:
// node bench/ranking/dump.ts --tasks FILE --mirrors DIR --to FILE [--repo NAME]
const { values } = parseArgs({
  options: {
    tasks: { type: 'string' },
    mirrors: { type: 'string' },
    work: { type: 'string', default: '/tmp/knap-ranking' },
    to: { type: 'string' },
    repo: { type: 'string' },
  },
});
if (!values.tasks || !values.mirrors || !values.to)
  throw new Error('usage: dump.ts --tasks FILE --mirrors DIR --to FILE');
const out = createWriteStream(values.to);
const tasks = readFileSync(values.tasks, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Task);
const groups = Map.groupBy(
  tasks.filter((task) => !values.repo || task.repo === values.repo),
  (task) => `${task.repo}@${task.base}`,
);
for (const all of groups.values()) {
  const { repo, base } = all[0]!;
  const mirror = `${values.mirrors}/${repo.replace('/', '+')}/repo`;
  if (!existsSync(mirror)) continue;
  const root = checkOut(mirror, base, `${values.work}/${repo.replace('/', '+')}`);
  const { config } = await loadConfig({ root, env: {} });
  const parts = await openParts(root, config, Date.now);
  await indexWorkspace(parts, DEFAULTS.indexing);
  for (const task of all) {
    const { scored } = await runPack(
      { task: task.query, budget: 1500, tokenizer: 'estimate' },
      { root, config, parts, notes: [] },
    );
    const gold = new Set(task.gold.map(({ path }) => path));
    const files = scored
      .filter((one) => one.entity.container === null)
      .map((one) => ({
        path: one.path,
        role: one.entity.role,
        gold: gold.has(one.path),
        signals: Object.fromEntries(one.signals.map((signal) => [signal.kind, Number(signal.value.toFixed(4))])),
      }));
    out.write(`${JSON.stringify({ id: task.id, repo, gold: gold.size, files })}\n`);
  }
  await parts.parser.close();
  await parts.store.close();
  console.error(repo);
}
out.end();
