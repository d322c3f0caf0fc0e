import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { onServer } from '../../postgres/databases.ts';
import { addTree } from '../../postgres/trees.ts';
import { until } from '../../surfaces/http/server.ts';
import { finished, knap, startKnap } from '../../surfaces/knap.ts';
import { startPostgres } from '../../worlds/postgres.ts';
import { READER } from '../../worlds/reader.ts';
import { makeWorld } from '../../worlds/world.ts';

const NAMES = Array.from({ length: 30 }, (_, at) => `team/${String(at).padStart(2, '0')}`);
const ROUNDS = 5;

test('when one of three workers is killed in each of five rounds, the others finish the queue without a failure', async () => {
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  using trees = makeWorld({});
  const env = { KNAP_STORE: server.url };
  for (const name of NAMES) addTree(trees.root, name, { ...READER, 'src/own.ts': `export const own = '${name}';\n` });
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const name of NAMES) {
      trees.write({ [`${name}/src/late.ts`]: `export function late${round}(): number {\n  return ${round};\n}\n` });
      await knap(trees.root, ['index', '--enqueue', '--workspace', name], { env });
    }
    const due = async () => (await onServer(server.url, 'SELECT 1 FROM knap.queue WHERE due IS NOT NULL')).length;
    const workers = [1, 2, 3].map(() =>
      startKnap(trees.root, ['index', '--queue', '--trees', '.', '--watch'], { env }),
    );
    onTestFinished(() => workers.forEach((worker) => void worker.kill('SIGKILL')));
    const ends = workers.map(finished);
    await until(async () => (await due()) < NAMES.length - 3 * round);
    const victim = workers[round % 3]!;
    victim.kill('SIGKILL');
    await once(victim, 'close');
    await until(async () => (await due()) === 0);
    for (const worker of workers) worker.kill('SIGKILL');
    await Promise.all(ends);
    const found = await knap(trees.root, ['grep', `late${round}`, '--workspace', `${NAMES.at(-1)}@main`], { env });
    expect(found.stdout).toContain(`late${round}`);
    const failed = await onServer(
      server.url,
      'SELECT workspace_name, failure FROM knap.queue WHERE failure IS NOT NULL',
    );
    expect(failed).toEqual([]);
  }
});
