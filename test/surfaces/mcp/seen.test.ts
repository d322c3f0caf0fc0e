import { expect, test } from 'vitest';
import { makeWorld, SHOP } from '../world.ts';
import { connect, errorOf, textOf } from './connect.ts';

const QUOTED = 'webhook without id';
const OTHER = 'const subject';

// How each format prints the id of a file and the lines of it that are quoted.
const PRINTED = {
  markdown: { id: /^### (\S+@[0-9a-f]{6})/m, lines: /^(\d+-\d+)(?: ·|$)/m },
  xml: { id: /<file id="([^"]+@[0-9a-f]{6})"/, lines: /<code lines="(\d+-\d+)"/ },
  plain: { id: /^FILE (\S+@[0-9a-f]{6})/m, lines: /^=+ (\d+-\d+)/m },
} as const;

for (const [format, { id, lines }] of Object.entries(PRINTED))
  test(`what ${format} prints is taken back as it stands`, async () => {
    const client = await connect(makeWorld(SHOP));
    const pack = async (more: Record<string, unknown>) =>
      client.callTool({
        name: 'context_pack',
        arguments: { task: 'fix handleWebhook and the subject of sendConfirmation', aim: 'full', format, ...more },
      });
    const page = textOf(await pack({}));
    expect(page).toContain(QUOTED);
    expect(page).toContain(OTHER);
    const file = id.exec(page)![1]!;
    const quoted = lines.exec(page)![1]!;
    const [path, hash] = file.split('@');
    const said: [why: string, seen: unknown][] = [
      ['the id of a file', file],
      ['the id with lines of it', `${file}:${quoted}`],
      ['several lines at once', `${file}:900-901,${quoted}`],
      ['lines before the hash', [`${path}:${quoted}@${hash}`]],
      ['a longer part of the hash', `${path} ${hash}`],
    ];
    const has = (text: string) => text.includes(path === 'src/payments/webhook.ts' ? QUOTED : OTHER);
    expect(has(page)).toBe(true);
    for (const [why, seen] of said) expect(has(textOf(await pack({ seen }))), why).toBe(false);
    // Other lines of the file were not read, and another hash is another text.
    for (const seen of [`${file}:900-901`, `${path}@000000`])
      expect(has(textOf(await pack({ seen }))), seen).toBe(true);
    expect(errorOf(await pack({ seen: 'no id' }))).toMatchObject({ code: 'BAD_INPUT' });
  });

test('what a connection was shown or found is not packed again, and what it asks for by name always comes', async () => {
  const client = await connect(makeWorld(SHOP));
  const ask = async (name: string, args: Record<string, unknown>) => {
    const result = await client.callTool({ name, arguments: { remember: true, ...args } });
    expect(errorOf(result), name).toBeUndefined();
    return textOf(result);
  };
  const packed = () => ask('context_pack', { task: 'fix handleWebhook' });
  // An outline names lines without sending them.
  expect(await ask('context_show', { targets: ['src/payments/webhook.ts'], sections: true })).toContain(
    'handleWebhook',
  );
  expect(await ask('context_query', { query: 'handleWebhook', limit: 1, code: false })).not.toContain(QUOTED);
  for (const time of ['first', 'second'])
    expect(await ask('context_show', { targets: ['src/payments/webhook.ts'] }), time).toContain(QUOTED);
  expect(await packed()).not.toContain(QUOTED);
  expect(await ask('context_query', { query: 'handleWebhook' })).not.toContain(QUOTED);
  expect(await ask('context_query', { query: 'sendConfirmation subject' })).toContain(OTHER);
  expect(await ask('context_query', { query: 'sendConfirmation subject' })).not.toContain(OTHER);
  expect(textOf(await client.callTool({ name: 'context_pack', arguments: { task: 'fix handleWebhook' } }))).toContain(
    QUOTED,
  );
});

test('a connection that has only outlines is packed the code', async () => {
  const client = await connect(makeWorld(SHOP));
  const ask = async (name: string, args: Record<string, unknown>) =>
    textOf(await client.callTool({ name, arguments: { remember: true, ...args } }));
  await ask('context_show', { targets: ['src/payments/webhook.ts'], sections: true });
  await ask('context_query', { query: 'handleWebhook', code: false });
  expect(await ask('context_pack', { task: 'fix handleWebhook' })).toContain(QUOTED);
});

test('a part of a file that was quoted is known, though blank lines before it belong to it', async () => {
  const other = (name: string) => `export function ${name}() {\n${'  work();\n'.repeat(400)}}\n`;
  const text = `${other('first')}\n\nexport function zebraStripes() {\n  return 'black and white';\n}\n\n${other('last')}`;
  const client = await connect(makeWorld({ 'src/zoo.ts': text }));
  const ask = async (more: object) =>
    textOf(await client.callTool({ name: 'context_pack', arguments: { task: 'fix zebraStripes', ...more } }));
  const page = await ask({});
  const [file, lines] = [/^### (\S+@[0-9a-f]{6})/m.exec(page)![1], /^(\d+-\d+)(?: ·|$)/m.exec(page)![1]];
  expect(lines).toMatch(/^405-/);
  expect(await ask({ seen: `${file}:${lines}` })).not.toContain('black and white');
});
