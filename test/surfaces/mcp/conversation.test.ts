import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openEngine } from '../../../src/index.ts';
import { workspaceName } from '../../../src/surfaces/mcp/resources.ts';
import { makeGraphWorld } from '../../context/graph-world.ts';
import { TANA_ROWS } from '../../worlds/tana-world.ts';
import { knap } from '../knap.ts';
import { makeWorld, SHOP } from '../world.ts';
import { connect, ERAS, type Era, textOf } from './connect.ts';

const TASK = 'fix handleWebhook in src/payments/webhook.ts';

// The lines of a page that name files and ranges, as a reader copies them.
function seenOn(page: string): string {
  return page
    .split('\n')
    .filter((line) => /^### \S+@[0-9a-f]{6}|^\d+(?:-\d+)?(?: ·|$)/.test(line))
    .join('\n');
}

for (const era of Object.keys(ERAS) as Era[]) {
  test(`over one MCP connection an agent lists tools, packs, reads a changed file and is not sent seen code again (${era})`, async () => {
    const root = makeWorld(SHOP, { git: true });
    const client = await connect(root, { era });
    expect((await client.listTools()).tools[0]?.name).toBe('context_pack');

    const packed = await client.callTool({ name: 'context_pack', arguments: { task: TASK, aim: 'full' } });
    expect(packed.content.map(({ type }) => type).filter((type) => type !== 'text')).toEqual([]);
    const [, path = '', hash] = /^### (src\/payments\/webhook\.ts)@([0-9a-f]{6})/m.exec(textOf(packed))!;
    const uri = `knap://${workspaceName(root)}/${path}?lines=3-7&hash=${hash}`;
    expect(textOf(packed)).toContain("throw new Error('webhook without id')");

    writeFileSync(join(root, path), `// A new first line.\n${readFileSync(join(root, path), 'utf8')}`);
    const { contents } = await client.readResource({ uri });
    expect(contents.map((one) => ('text' in one ? one.text : '')).join('\n')).toContain('are now lines 4-8');

    const seen = seenOn(textOf(packed));
    expect(seen.split('\n').length).toBeGreaterThan(1);
    const again = await client.callTool({ name: 'context_pack', arguments: { task: TASK, aim: 'full', seen } });
    // Changed lines are sent again; the rest is named as seen.
    expect(textOf(again)).toContain("throw new Error('webhook without id')");
    expect(textOf(again)).not.toContain('Sends the confirmation of an order');
    expect(textOf(again)).toContain('unchanged since you saw it');

    const query = await client.callTool({
      name: 'context_query',
      arguments: { query: 'who sends the confirmation', seen },
    });
    expect(textOf(query)).not.toContain('const subject');
  });
}

test('command line, library and MCP give the same pack for the same question', async () => {
  const root = makeWorld(SHOP, { git: true });
  const client = await connect(root);
  const args = { task: TASK, budget: 3000, format: 'xml', include: ['tests'] };
  const served = textOf(await client.callTool({ name: 'context_pack', arguments: args }));
  const { budget } = args;
  const printed = await knap(root, [
    'pack',
    TASK,
    '--aim',
    'focused',
    '--budget',
    `${budget}`,
    '--format',
    'xml',
    '--include',
    'tests',
  ]);
  const engine = await openEngine({ root });
  const { text } = await engine.pack({ task: TASK, aim: 'focused', budget, format: 'xml', include: ['tests'] });
  await engine.close();
  expect(served).toBe(text);
  expect(printed.stdout.trimEnd()).toBe(text.trimEnd());
});

test('T35 command line, library and MCP give the same document of a graph', async () => {
  using world = await makeGraphWorld({ rows: TANA_ROWS });
  // Removes what depends on the time.
  const timeless = (text: string) =>
    text
      .replace(/assembled \S+/, '')
      .replaceAll(/\(?\b[01]\.\d\d\)?/g, '')
      .trimEnd();
  const printed = await knap(world.root, [
    'context',
    'Atlas',
    '--lens',
    'planning',
    '--max-tokens',
    '3000',
    '--fenced',
  ]);
  const engine = await world.open({ now: Date.now });
  const { text } = await engine.context({ seeds: ['Atlas'], lens: 'planning', maxTokens: 3000, fenced: true });
  await engine.close();
  const client = await connect(world.root);
  const args = { query: 'Atlas', lens: 'planning', maxTokens: 3000 };
  const served = await client.callTool({ name: 'tana_context', arguments: args });
  expect(timeless(text)).toContain('Cut-over weekend');
  expect(timeless(textOf(served))).toBe(timeless(text));
  expect(timeless(printed.stdout)).toBe(timeless(text));
});
