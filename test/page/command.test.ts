import type { ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { post, send, until } from '../surfaces/http/server.ts';
import { finished, knap, startKnap } from '../surfaces/knap.ts';
import { makeWorld, SHOP } from '../surfaces/world.ts';

interface Started {
  readonly child: ChildProcess;
  readonly said: () => string;
  readonly addresses: () => readonly string[];
}

async function startUi(root: string, args: readonly string[], env: Record<string, string> = {}): Promise<Started> {
  const child = startKnap(root, ['ui', '--port', '0', ...args], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr!.on('data', (chunk: Buffer) => {
    said += String(chunk);
  });
  const addresses = () => [...said.matchAll(/http:\S+/g)].map(([address]) => address);
  await until(() => addresses().length > 0 || child.exitCode !== null);
  return { child, said: () => said, addresses };
}

const codeIn = (address: string): string => new URLSearchParams(new URL(address).hash.slice(1)).get('code')!;

test('knap ui prints its address, prints one with a new code after each use, and ends on Ctrl-C', async () => {
  const root = makeWorld(SHOP);
  const { child, said, addresses } = await startUi(root, ['--no-open']);
  const [first] = addresses();
  expect(said()).toBe(`knap: showing ${root} at ${first}\n`);
  const { origin, hostname } = new URL(first!);
  expect(hostname).toBe('127.0.0.1');
  const reply = await post(`${origin}/ui/session`, { code: codeIn(first!) });
  await until(() => addresses().length === 2);
  expect(codeIn(addresses()[1]!)).not.toBe(codeIn(first!));
  const authorization = `Bearer ${JSON.parse(reply.text).token}`;
  const { status, text } = await send(`${origin}/ui/choices`, { headers: { authorization } });
  expect([status, JSON.parse(text)]).toEqual([
    200,
    expect.objectContaining({ root, aims: ['focused', 'full', 'map'], budget: 16_000, format: 'markdown' }),
  ]);
  child.kill('SIGINT');
  expect((await finished(child)).code).toBe(0);
});

test('knap ui opens its address in a browser, and runs without one', async () => {
  const root = makeWorld(SHOP);
  const programs = join(root, '.home/bin');
  mkdirSync(programs, { recursive: true });
  writeFileSync(join(programs, 'xdg-open'), `#!/bin/sh\necho "$1" > ${join(root, '.home/opened')}\n`, { mode: 0o755 });
  const opened = await startUi(root, [], { PATH: `${programs}:${process.env.PATH}` });
  const read = () => {
    try {
      return readFileSync(join(root, '.home/opened'), 'utf8').trim();
    } catch {
      // Not written yet.
      return '';
    }
  };
  await until(() => read() !== '');
  expect(read()).toBe(opened.addresses()[0]);
  const without = await startUi(root, [], { PATH: join(root, '.home') });
  expect(without.addresses()).toHaveLength(1);
  const { origin } = new URL(without.addresses()[0]!);
  expect((await send(`${origin}/healthz`)).status).toBe(200);
});

test('knap ui refuses a folder that does not exist, and names it', async () => {
  const { code, stderr } = await knap(makeWorld(SHOP), ['ui', 'nowhere', '--no-open']);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^knap: .*nowhere/)]);
});
