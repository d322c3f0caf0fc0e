import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onServer } from '../../postgres/databases.ts';
import { knap } from '../../surfaces/knap.ts';
import { type PostgresServer, startPostgres } from '../../worlds/postgres.ts';
import { READER } from '../../worlds/reader.ts';
import { makeWorld } from '../../worlds/world.ts';
import { told } from './kill-rounds.ts';

const DISK_MEGABYTES = 64;
// Seen by the server alone, and gone with it. Whoever is not root is root only of names of its own, which suffices for a small disk in
// memory, and is nobody special again before the server starts.
const AS_ROOT = ['unshare', '--mount'];
const AS_OTHERS = ['unshare', '--user', '--map-root-user', '--mount'];
const isRoot = process.getuid?.() === 0;
const mounting = (then: string) =>
  `mount -t tmpfs -o size=${DISK_MEGABYTES}m,mode=0777 tmpfs "$0" && exec ${isRoot ? '' : 'unshare --user --map-user=1000 --map-group=1000'} ${then}`;
const ways = (then: string, at: string) => [...(isRoot ? AS_ROOT : AS_OTHERS), 'sh', '-c', mounting(then), at];

const folder = mkdtempSync(join(tmpdir(), 'knap-full-'));
const disk = join(folder, 'disk');
mkdirSync(disk);
chmodSync(folder, 0o777);
const [program, ...args] = ways('true', disk);
const probe = spawnSync(program!, args, { encoding: 'utf8' });
const reason = probe.status === 0 ? null : `no small disk can be made here (${probe.stderr?.trim() || 'no unshare'})`;

let server: PostgresServer;
let shared: ReturnType<typeof makeShared>;
beforeAll(async () => {
  if (reason !== null) return;
  server = await startPostgres({ folder, before: ways('"$@"', disk) });
  shared = makeShared();
});
afterAll(async () => {
  (await shared)?.[Symbol.dispose]();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ROUNDS = [0, 256, 2048];
for (const leftKilobytes of ROUNDS)
  test.skipIf(reason !== null)(
    `a disk of the database full ${leftKilobytes} KB into knap index gives one line, and the view stays as it was until there is room${reason ? `: ${reason}` : ''}`,
    async () => {
      const world = await shared;
      const at = (view: string) => ({ KNAP_STORE: world.url, KNAP_WORKSPACE: `org/full@${view}` });
      const index = (view: string) => knap(world.root, ['index'], { env: at(view) });
      expect(await index('main')).toMatchObject({ code: 0 });
      const before = await told(world, at('main'));
      world.write(manyFiles(leftKilobytes));
      const { bavail, bsize } = statfsSync(world.disk);
      const ballast = join(world.disk, 'ballast');
      writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - leftKilobytes * 1024)));
      for (let round = 0; round < 2; round += 1) {
        const full = await index('main');
        expect([full.code, full.stderr]).toEqual([1, expect.stringMatching(ONE_LINE)]);
      }
      // Nothing of it is there: without the new files the view is what it was.
      for (const path of Object.keys(manyFiles(leftKilobytes))) rmSync(join(world.root, path));
      expect(await told(world, at('main'))).toEqual(before);
      world.write(manyFiles(leftKilobytes));
      rmSync(ballast);
      expect(await index('main')).toMatchObject({ code: 0, stderr: '' });
      expect(await index(`fresh-${leftKilobytes}`)).toMatchObject({ code: 0 });
      expect(await told(world, at('main'))).toEqual(await told(world, at(`fresh-${leftKilobytes}`)));
    },
  );

const ONE_LINE = /^[^\n]*The disk of the database is full; nothing of this change was written\.[^\n]*\n(?:[^\n]*\n)?$/;

// The database lies on the small disk, what the server logs beside it does not.
async function makeShared() {
  const seen = join(`/proc/${server.pid}/root`, disk);
  const space = join(seen, 'space');
  mkdirSync(space, { mode: 0o700 });
  if (isRoot) spawnSync('chown', ['nobody', space]);
  await onServer(server.url, `CREATE TABLESPACE small LOCATION '${join(disk, 'space')}'`);
  await onServer(server.url, 'CREATE DATABASE small TABLESPACE small');
  return { ...makeWorld(READER), disk: seen, url: server.url.replace(/\/postgres$/, '/small') };
}

// More than there is room for, and other words in every round.
function manyFiles(seed: number): Record<string, string> {
  const line = (file: number, n: number) =>
    `export const value${seed}x${file}x${n} = 'word${(n * 7919 + file * 104_729 + seed) % 999_983}';`;
  const text = (file: number) => Array.from({ length: 300 }, (_, n) => line(file, n)).join('\n');
  return Object.fromEntries(Array.from({ length: 50 }, (_, file) => [`src/many/${seed}-${file}.ts`, text(file)]));
}
