import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ALONE, askServer, canTrace, makeShop, SERVERS } from '../../border/asked-alone.ts';
import { finished, MAIN } from '../../surfaces/knap.ts';
import type { World } from '../../worlds/world.ts';

// What the system is asked for, by knap, its threads and every program it starts.

let world: World;
let log: string;
beforeAll(() => {
  world = makeShop();
  log = `${world.root}.network`;
  mkdirSync(join(world.root, '.home'));
});
afterEach(() => rmSync(log, { force: true }));
afterAll(() => world[Symbol.dispose]());

const CALLS = /\b(?:connect|sendto|sendmsg|sendmmsg)\(/;
const INTERNET = /AF_INET6?\b|AF_PACKET/;
const HERE = /inet_addr\("127\.|inet_pton\(AF_INET6, "(?:::1|::ffff:127\.[\d.]+)"/;
// Looking up a name begins with a question to a server of names or to the daemon that keeps them.
const NAMES = /nscd\/socket|systemd\/resolve|htons\(53\)/;

const leaving = () =>
  readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => CALLS.test(line) && ((INTERNET.test(line) && !HERE.test(line)) || NAMES.test(line)));

const trace = (...program: readonly string[]) => {
  const args = ['-f', '-qq', '-e', 'trace=network', '-o', log, process.execPath, ...program];
  const env = { HOME: join(world.root, '.home'), PATH: process.env.PATH };
  return spawn('strace', args, { cwd: world.root, env, stdio: ['ignore', 'pipe', 'pipe'] });
};

describe.skipIf(!canTrace())('what the system is asked for', () => {
  const seen: [what: string, program: string][] = [
    [
      'a request to another machine',
      "require('node:net').connect(80, '192.0.2.1').on('error', () => {}).setTimeout(100, process.exit)",
    ],
    ['the lookup of a host name', "require('node:dns').lookup('example.invalid', () => process.exit())"],
    [
      'a request of a started program',
      "require('node:child_process').spawnSync('git', ['ls-remote', 'git://192.0.2.1/x'], { timeout: 300 })",
    ],
  ];
  for (const [what, program] of seen)
    test(`the trace of system calls shows ${what}`, async () => {
      await finished(trace('--eval', program));
      expect(leaving()).not.toEqual([]);
    });

  for (const args of ALONE)
    test(`knap ${args.join(' ')} asks for nothing outside this machine`, async () => {
      const { code, stderr } = await finished(trace(MAIN, ...args));
      expect([code, leaving(), stderr]).toEqual([0, [], expect.anything()]);
    });

  for (const args of SERVERS)
    test(`knap ${args.join(' ')} asks for nothing outside this machine`, async () => {
      await askServer(trace(MAIN, ...args), (child) => {
        // The tracer's only child is the server, which is to end in order.
        spawnSync('pkill', ['-TERM', '-P', String(child.pid)]);
      });
      expect(leaving()).toEqual([]);
    });
});
