import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openEngine } from '../../src/index.ts';
import { addTo, emptyMetrics, type Metrics, measure, printIntervals, printTable, type Result } from './metrics.ts';
import { readTasks } from './read-tasks.ts';
import { checkOut } from './work-tree.ts';

// Replays tasks of a JSONL file: node bench/ranking/run.ts --tasks FILE --mirrors DIR [--work DIR] [--budget 8000] [--repo NAME,NAME] [--each N] [--ranker NAME]
const { values } = parseArgs({
  options: {
    tasks: { type: 'string' },
    mirrors: { type: 'string' },
    work: { type: 'string', default: '/tmp/knap-ranking' },
    budget: { type: 'string', default: '8000' },
    repo: { type: 'string' },
    /** At most so many tasks of each repository, evenly chosen. */
    each: { type: 'string' },
    ranker: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});
if (!values.tasks || !values.mirrors) throw new Error('usage: run.ts --tasks FILE --mirrors DIR');

const groups = Map.groupBy(readTasks(values.tasks, values), (task) => `${task.repo}@${task.base}`);
const total = emptyMetrics();
const byRepo = new Map<string, Metrics>();
const results: Result[] = [];
for (const [group, all] of groups) {
  const { repo, base } = all[0]!;
  const mirror = `${values.mirrors}/${repo.replace('/', '+')}/repo`;
  if (!existsSync(mirror)) {
    console.error(`no mirror of ${repo}, skipped`);
    continue;
  }
  const root = checkOut(mirror, base, `${values.work}/${repo.replace('/', '+')}`);
  const engine = await openEngine({ root });
  await engine.index();
  const metrics = byRepo.get(repo) ?? emptyMetrics();
  byRepo.set(repo, metrics);
  for (const task of all) {
    const started = performance.now();
    const { pack } = await engine.pack({
      task: task.query,
      budget: Number(values.budget),
      maxFiles: 50,
      ranker: values.ranker,
    });
    const result = measure(task, pack, performance.now() - started);
    addTo(metrics, result);
    addTo(total, result);
    results.push(result);
    if (values.verbose && result.firstRank > 10) console.error(`${task.id} rank ${result.firstRank}`);
  }
  await engine.close();
  console.error(`${group} ${all.length} tasks R@10 ${((100 * metrics.r10) / metrics.n).toFixed(1)}`);
}
printTable([...byRepo, ['all', total]]);
printIntervals(results);
