import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { finished, startKnap } from '../surfaces/knap.ts';
import type { World } from '../worlds/world.ts';
import { ALONE, askServer, makeShop, SERVERS, WATCH } from './asked-alone.ts';

let world: World;
let log: string;
let env: Record<string, string>;
beforeAll(() => {
  world = makeShop();
  log = `${world.root}.network`;
  // A proxy is a reason to speak to another machine only for who has one.
  env = { NETWORK_WATCHED: log, NODE_OPTIONS: `--import ${WATCH}`, NODE_NO_WARNINGS: '1' };
});
afterEach(() => rmSync(log, { force: true }));
afterAll(() => world[Symbol.dispose]());
const told = () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []);

describe('the network guard records connections', () => {
  const cases: [what: string, program: string, seen: RegExp][] = [
    ['a request to an address', "await fetch('http://192.0.2.1/x')", /connect 192\.0\.2\.1/],
    ['a request to a host name', "await fetch('http://example.com/x')", /dns example\.com|connect example\.com/],
    ['a lookup of a name', "(await import('node:dns')).promises.lookup('example.com')", /dns example\.com/],
    ['a sent packet', "(await import('node:dgram')).createSocket('udp4').send('x', 53, '192.0.2.1')", /dgram send/],
    [
      'a connection of a thread',
      "new (await import('node:worker_threads')).Worker(\"import('node:net').then((net) => net.connect(80, '192.0.2.1'))\", { eval: true })",
      /connect 192\.0\.2\.1/,
    ],
  ];
  for (const [what, program, seen] of cases)
    test(`the network guard of the tests records ${what}`, () => {
      spawnSync(process.execPath, ['--input-type=module', '--eval', program], { env: { ...process.env, ...env } });
      expect(told()).toEqual([expect.stringMatching(seen)]);
    });
});

describe('knap connects to nothing unless it is asked to', () => {
  for (const args of ALONE)
    test(`knap ${args.join(' ')} connects to nothing`, async () => {
      const { code, stderr } = await finished(startKnap(world.root, args, { env }));
      expect([code, told(), stderr]).toEqual([0, [], expect.anything()]);
    });
  for (const args of SERVERS)
    test(`knap ${args.join(' ')} connects to nothing outside while it serves`, async () => {
      const { code } = await askServer(startKnap(world.root, args, { env }));
      expect([code, told()]).toEqual([0, []]);
    });
});
