import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { loadConfig } from '../../src/config/load.ts';
import { openParts } from '../../src/engine/open-parts.ts';
import { rankFresh, runPack } from '../../src/engine/run-pack.ts';
import { indexWorkspace } from '../../src/indexing/index-workspace.ts';
import type { Redact } from '../../src/ports/reader.ts';
import { readTasks } from './read-tasks.ts';
import { checkOut } from './work-tree.ts';

// How long a warm process takes to rank, and to pack, on an index that is up to date:
// node bench/ranking/time.ts --tasks FILE --mirrors DIR [--work DIR] [--repo NAME,NAME]
const { values } = parseArgs({
  options: {
    tasks: { type: 'string' },
    mirrors: { type: 'string' },
    work: { type: 'string', default: '/tmp/knap-ranking' },
    repo: { type: 'string' },
  },
});
if (!values.tasks || !values.mirrors) throw new Error('usage: time.ts --tasks FILE --mirrors DIR');
const tasks = readTasks(values.tasks, values);
console.log('| repository | rank p50 ms | rank p95 ms | rank and pack p50 ms | p95 ms |\n|---|---|---|---|---|');
for (const [group, all] of Map.groupBy(tasks, (task) => `${task.repo}@${task.base}`)) {
  const [repo, base] = group.split('@') as [string, string];
  const mirror = `${values.mirrors}/${repo.replace('/', '+')}/repo`;
  if (!existsSync(mirror)) continue;
  const root = checkOut(mirror, base, `${values.work}/${repo.replace('/', '+')}`);
  const { config } = await loadConfig({ root, env: {} });
  const opened = await openParts(root, config, Date.now);
  const parts = { ...opened, redact: remembering(opened.redact) };
  await indexWorkspace(parts, DEFAULTS.indexing);
  const context = { root, config, parts, notes: [] };
  const ranked: number[] = [];
  const packed: number[] = [];
  // The first round warms what a process keeps.
  for (const round of [0, 1])
    for (const task of all) {
      const input = { task: task.query, budget: 8000 };
      const [first, second] = [
        await timed(() => rankFresh(input, context)),
        await timed(() => runPack(input, context)),
      ];
      if (round === 0) continue;
      ranked.push(first);
      packed.push(second);
    }
  console.log(
    `| ${repo} | ${[part(ranked, 0.5), part(ranked, 0.95), part(packed, 0.5), part(packed, 0.95)].join(' | ')} |`,
  );
  await parts.parser.close();
  await parts.store.close();
}

// A text is redacted once, as a process that stays open may keep it: what is measured is ranking.
function remembering(redact: Redact): Redact {
  const known = new Map<string, ReturnType<Redact>>();
  return (text, path) => {
    const answer = known.get(text) ?? redact(text, path);
    known.set(text, answer);
    return answer;
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function part(milliseconds: readonly number[], share: number): string {
  return milliseconds.toSorted((a, b) => a - b)[Math.floor(milliseconds.length * share)]!.toFixed(1);
}
