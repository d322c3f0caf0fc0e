import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeAll, expect, test } from 'vitest';
import { CLIENTS, type ClientName } from '../../../src/surfaces/setup/clients.ts';
import { knap } from '../../surfaces/knap.ts';
import { SHOP, shareWorld } from '../../surfaces/world.ts';

const root = shareWorld(SHOP);
const home = join(root, '.home');
beforeAll(async () => {
  await knap(root, ['index']);
});

interface Entry {
  readonly command: string | readonly string[];
  readonly args?: readonly string[];
}

/** The entry an agent would read, wherever in its file it stands. */
function entryIn(text: string): Entry {
  if (!text.trimStart().startsWith('{')) {
    const value = (key: string) => JSON.parse(new RegExp(`^${key} = (.+)$`, 'm').exec(text)![1]!);
    return { command: value('command'), args: value('args') };
  }
  const open: unknown[] = [JSON.parse(text)];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (typeof one !== 'object' || one === null) continue;
    const { knap: found } = one as { knap?: Entry };
    if (found?.command !== undefined) return found;
    open.push(...Object.values(one));
  }
  throw new Error('no entry of knap');
}

for (const name of Object.keys(CLIENTS) as ClientName[])
  test(`the entry that setup writes for ${name} starts a server with an empty PATH that answers, and can be removed`, async () => {
    const places = { root, home, env: {}, platform: process.platform };
    const file = CLIENTS[name].files.user(places as never);
    expect(await knap(root, ['setup', name, '--write'], { env: { PATH: '' } })).toMatchObject({ code: 0, stderr: '' });
    const { command, args = [] } = entryIn(readFileSync(file, 'utf8'));
    const [program = '', ...words] = [command, ...args]
      .flat()
      .map((word) => word.replace('$' + '{workspaceFolder}', root));
    const client = new Client({ name, version: '1' });
    const env = { HOME: home, PATH: '' };
    await client.connect(new StdioClientTransport({ command: program, args: words, cwd: root, env, stderr: 'ignore' }));
    const { content } = await client.callTool({ name: 'context_query', arguments: { query: 'handleWebhook' } });
    await client.close();
    expect(JSON.stringify(content)).toContain('webhook without id');
    await knap(root, ['setup', name, '--remove', '--write'], { env: { PATH: '' } });
    expect(existsSync(file) && readFileSync(file, 'utf8').includes('knap')).toBe(false);
  });
