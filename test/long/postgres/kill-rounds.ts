import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { knap, startKnap } from '../../surfaces/knap.ts';
import { type CountingProxy, countingProxy } from '../../worlds/counting-proxy.ts';
import { type PostgresServer, startPostgres } from '../../worlds/postgres.ts';
import { READER, READER_PAST } from '../../worlds/reader.ts';
import { makeWorld, type World } from '../../worlds/world.ts';

const ROUNDS = 20;
const TASK = 'HTTP 429: wait before the next request in `SubscriptionStore.subscribe`';

/** Twenty rounds on one database: what one leaves behind is what the next begins with. `programs` are those of another PostgreSQL. */
export function killRounds(programs?: () => string): void {
  let folder: string;
  let server: PostgresServer;
  let proxy: CountingProxy;
  let world: World;
  const start = (port?: string) => startPostgres({ folder, port, programs: programs?.() });
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'knap-kill-'));
    server = await start();
    proxy = await countingProxy(server.url);
    world = makeWorld(READER, READER_PAST);
  });
  afterAll(async () => {
    await proxy?.close();
    await server?.stop();
    world?.[Symbol.dispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  for (let round = 1; round <= ROUNDS; round += 1) {
    const victim = round % 2 === 0 ? 'the database' : 'knap';
    test(`round ${round}: after ${victim} is killed during knap index, the next run holds what a fresh index holds`, async () => {
      change(world, round);
      const env = { KNAP_STORE: proxy.url, KNAP_WORKSPACE: 'org/killed@main' };
      const indexing = startKnap(world.root, ['index'], { stdin: 'ignore', env });
      let isKilled = false;
      let stopping: Promise<void> | null = null;
      proxy.dropAfter((round * 7) % 31, () => {
        isKilled = true;
        if (victim === 'knap') indexing.kill('SIGKILL');
        else stopping = server.stop();
      });
      await once(indexing, 'close');
      expect(isKilled).toBe(true);
      if (stopping !== null) {
        await stopping;
        server = await start(new URL(server.url).port);
      }
      proxy.dropAfter(Number.POSITIVE_INFINITY);
      const again = await knap(world.root, ['index'], { env });
      expect([again.code, again.stderr]).toEqual([0, '']);
      const fresh = { KNAP_STORE: proxy.url, KNAP_WORKSPACE: `org/fresh-${round}@main` };
      await knap(world.root, ['index'], { env: fresh });
      expect(await told(world, env)).toEqual(await told(world, fresh));
    });
  }
}

// New files, changed ones and one that is gone.
function change({ root, write }: World, round: number): void {
  const files = Array.from({ length: 12 }, (_, n) => [
    `src/made/part-${(round + n) % 20}.ts`,
    `/** Part ${n} of round ${round}. */\nexport function part${n}(request: number): number {\n  return request + ${round};\n}\n`,
  ]);
  write(Object.fromEntries(files));
  rmSync(join(root, `src/made/part-${(round + 15) % 20}.ts`), { force: true });
}

/** What an index answers and says of itself. */
export async function told({ root }: Pick<World, 'root'>, env: Readonly<Record<string, string>>): Promise<unknown> {
  const explained = await knap(root, ['explain', TASK, '--json'], { env });
  const { candidates } = JSON.parse(explained.stdout) as { candidates: { id: string; score: number }[] };
  const status = JSON.parse((await knap(root, ['status', '--json'], { env })).stdout) as Record<string, unknown>;
  const { symbols, edges, coverage, pending } = status;
  return { candidates: candidates.map(({ id, score }) => [id, score]), symbols, edges, coverage, pending };
}
