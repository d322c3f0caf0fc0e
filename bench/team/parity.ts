import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, configSchema } from '../../src/config/schema.ts';
import { createEngine } from '../../src/engine.ts';
import type { EvalTask } from '../../src/evaluation/task.ts';
import type { Engine } from '../../src/ports/engine.ts';
import { startPostgres } from '../../test/worlds/postgres.ts';
import { SAMPLE_OPTIONS, samples } from '../ranking/sample-tasks.ts';

// Tests whether a file and PostgreSQL give the same answers: node bench/team/parity.ts --tasks FILE --mirrors DIR [--each 7] [--repo a/b,c/d]. Every
// task is asked of both stores at its base; an answer counts as the same if its ten best are, in the same order.
const { values } = parseArgs({ options: { ...SAMPLE_OPTIONS, each: { type: 'string', default: '7' } } });
if (!values.tasks || !values.mirrors) throw new Error('usage: parity.ts --tasks FILE --mirrors DIR [--each 7]');
const BEST = 10;
const nowMs = Date.now();
const server = await startPostgres();
const sums = { tasks: 0, same: 0, sameScores: 0 };
try {
  for await (const { repo, tasks, tree } of samples({ ...values, tasks: values.tasks, mirrors: values.mirrors })) {
    await tree.moveTo(tasks[0]!.base);
    rmSync(join(tree.folder, '.knap'), { recursive: true, force: true });
    const shared = { store: server.url, workspace: `${repo}@main` };
    const engines = await Promise.all([{}, shared].map((settings) => open(tree.folder, configSchema.parse(settings))));
    const told = { tasks: 0, same: 0, sameScores: 0 };
    let at = '';
    for (const task of tasks) {
      if (task.base !== at) {
        await tree.moveTo(task.base);
        for (const engine of engines) await engine.index();
        at = task.base;
      }
      const [file = [], near = []] = await Promise.all(engines.map((engine) => bestOf(engine, task)));
      const isSame = JSON.stringify(file.map(([id]) => id)) === JSON.stringify(near.map(([id]) => id));
      told.tasks += 1;
      told.same += Number(isSame);
      told.sameScores += Number(JSON.stringify(file) === JSON.stringify(near));
      if (!isSame) console.log(`${task.id}\n  file: ${JSON.stringify(file)}\n  PostgreSQL: ${JSON.stringify(near)}`);
    }
    for (const engine of engines) await engine.close();
    for (const key of ['tasks', 'same', 'sameScores'] as const) sums[key] += told[key];
    console.log(`${repo}: ${told.same} of ${told.tasks}, ${told.sameScores} with the same scores`);
  }
} finally {
  await server.stop();
}
console.log(
  `the same ten best: ${sums.same} of ${sums.tasks} tasks (${((100 * sums.same) / sums.tasks).toFixed(1)} %), with the same scores: ${sums.sameScores}`,
);

function open(root: string, config: Config): Promise<Engine> {
  return createEngine({ root, now: () => nowMs, changesNamedView: true }, config);
}

async function bestOf(engine: Engine, { query }: EvalTask): Promise<readonly [string, number][]> {
  const { candidates } = await engine.explain({ task: query });
  return candidates.slice(0, BEST).map(({ id, score }) => [id, score]);
}
