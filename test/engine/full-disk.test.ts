import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { MAIN } from '../surfaces/knap.ts';
import { SHOP } from '../worlds/shop.ts';
import { makeWorld } from '../worlds/world.ts';

const NOTE = 'the index is only in memory and is built again for each run';
const ASKED = ['pack', 'fix the stripe webhook', '--format', 'markdown'];
const run = promisify(execFile);

/** Asks in a shell that has prepared the disk; fails where the command does. */
async function ask(root: string, prepared: readonly string[]): Promise<string> {
  const [shell, ...args] = [...prepared, process.execPath, MAIN, ...ASKED];
  const env = { PATH: process.env.PATH, HOME: join(root, '.home') };
  return (await run(shell!, args, { cwd: root, env })).stdout;
}

const bash = (work: string) => ['bash', '-c', `${work}; exec "$0" "$@"`];
const SOUND = bash(':');
// Files can grow to so many kilobytes and no further, for one process: what a full disk does, wherever tests run.
const limited = (kilobytes: number) => bash(`ulimit -f ${kilobytes}`);
// A disk of its own that only the process sees, and that is gone with it; not every system lets its users have one.
const small = (kilobytes: number) => [
  ...['unshare', '-rm'],
  ...bash(`mount -t tmpfs -o size=${kilobytes}k tmpfs .knap`),
];
const hasSmall = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

type Disk = [name: string, prepared: readonly string[], says: string];
const disks: Disk[] = [
  ['that cannot be written', limited(0), NOTE],
  ['too small for the index', limited(110), NOTE],
  ...(hasSmall ? [['of 200 kB', small(200), `the disk is full: ${NOTE}`] satisfies Disk] : []),
];
test.concurrent.each(disks)(
  'on a disk %s a pack is made without a stored index and says so',
  async (_name, prepared, says) => {
    using world = makeWorld(SHOP);
    mkdirSync(join(world.root, '.knap'));
    const text = await ask(world.root, prepared);
    expect(text).toContain(says);
    expect(text).toContain('handleWebhook');
  },
);

test.concurrent('an index made before the disk became full is kept, and a pack meanwhile holds new files', async () => {
  using world = makeWorld(SHOP);
  await ask(world.root, SOUND);
  const { ino } = statSync(join(world.root, '.knap/index.db'));
  world.write({ 'src/payments/late.ts': 'export function lateWebhook() {\n  return 1;\n}\n' });
  const text = await ask(world.root, limited(4));
  expect(text).toContain('lateWebhook');
  expect(text).toContain(NOTE);
  expect(statSync(join(world.root, '.knap/index.db')).ino).toBe(ino);
  expect(await ask(world.root, SOUND)).not.toContain(NOTE);
});
