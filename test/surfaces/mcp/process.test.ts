import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { finished, MAIN, startKnap } from '../knap.ts';
import { makeWorld, SHOP } from '../world.ts';
import { textOf } from './connect.ts';

test('knap mcp answers for the root in the configuration of the user, and ends with its client', async () => {
  const root = makeWorld(SHOP);
  const home = makeWorld({ '.config/knap/config.yaml': `root: ${root}\n` });
  const elsewhere = makeWorld({ 'a.md': '# A\n' });
  const env = { HOME: home, PATH: process.env.PATH ?? '' };
  const transport = new StdioClientTransport({ command: process.execPath, args: [MAIN, 'mcp'], cwd: elsewhere, env });
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(transport);
  onTestFinished(() => client.close());
  expect(client.getServerVersion()).toMatchObject({ name: 'knap' });
  // The root comes from the user's configuration.
  const answer = await client.callTool({ name: 'context_query', arguments: { query: 'who sends the confirmation' } });
  expect(textOf(answer)).toContain('sendConfirmation');
  const { pid } = transport;
  await client.close();
  expect(() => process.kill(pid!, 0)).toThrow();
});

const ends: [what: string, end: (child: ReturnType<typeof startKnap>) => unknown, code: number][] = [
  ['the end of its input', (child) => child.stdin?.end(), 0],
  ['a signal', (child) => child.kill('SIGTERM'), 143],
];
for (const [what, end, code] of ends) {
  test(`knap mcp ends after ${what} with exit status ${code}, and prints only messages`, async () => {
    const root = makeWorld(SHOP);
    mkdirSync(join(root, 'sub'));
    writeFileSync(join(root, 'sub/a.ts'), 'export const a = 1;\n');
    const child = startKnap(root, ['mcp', 'sub'], { stdin: 'pipe' });
    const done = finished(child);
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    child.stdin?.write(`rubbish\n${JSON.stringify(ping)}\n`);
    await new Promise<void>((resolve) => {
      let said = '';
      child.stdout?.on('data', (chunk) => {
        said += chunk;
        if (said.split('\n').length > 2) resolve();
      });
    });
    end(child);
    const outcome = await done;
    expect(outcome.code).toBe(code);
    const said = outcome.stdout.trim().split('\n');
    expect(said.map((line) => JSON.parse(line))).toMatchObject([
      { id: null, error: { code: -32700 } },
      { id: 1, result: {} },
    ]);
    expect(outcome.stderr).toBe('knap: a line was not a valid message\n');
  });
}

// Prints the size of the young heap of the main thread when the process ends.
const TELL_ROOM = `
  import { getHeapSpaceStatistics } from 'node:v8';
  import { isMainThread } from 'node:worker_threads';
  const room = () => getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size;
  if (isMainThread) process.on('exit', () => process.stderr.write(String(room())));`;

test('the young heap of knap mcp stays within 32 MB after 200 calls', async () => {
  const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(TELL_ROOM)}` };
  const child = startKnap(makeWorld(SHOP), ['mcp'], { stdin: 'pipe', env });
  const done = finished(child);
  const send = (message: object) => child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const clientInfo = { name: 'test', version: '1' };
  send({ id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } });
  let answers = 0;
  child.stdout?.on('data', (chunk: Buffer) => {
    for (const _line of chunk.toString().split('\n').slice(1)) {
      answers += 1;
      if (answers === 1) for (let n = 1; n <= 200; n++) send({ id: n, method: 'tools/list' });
      if (answers === 201) child.stdin?.end();
    }
  });
  const { stderr } = await done;
  expect(Number(stderr) / 2 ** 20).toBeLessThanOrEqual(32);
});
