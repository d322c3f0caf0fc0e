import { expect, test } from 'vitest';
import { readSeen, unreadSeen } from '../../../src/operations/input/read-seen.ts';
import { makeWorld, SHOP } from '../world.ts';
import { connect, errorOf, textOf } from './connect.ts';

const QUOTED = 'webhook without id';
const OTHER = 'const subject';

// How each format prints the id of a file and its quoted lines.
const PRINTED = {
  markdown: { id: /^### (\S+@[0-9a-f]{6})/m, lines: /^(\d+-\d+)(?: ·|$)/m },
  xml: { id: /<file id="([^"]+@[0-9a-f]{6})"/, lines: /<code lines="(\d+-\d+)"/ },
  plain: { id: /^FILE (\S+@[0-9a-f]{6})/m, lines: /^=+ (\d+-\d+)/m },
} as const;

for (const [format, { id, lines }] of Object.entries(PRINTED))
  test(`context_pack leaves out what seen names by an id printed in ${format}, and no other lines`, async () => {
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
    // Other lines of the file, or another hash, do not count as seen.
    for (const seen of [`${file}:900-901`, `${path}@000000`])
      expect(has(textOf(await pack({ seen }))), seen).toBe(true);
    // A line that names no place gives a note, and the other lines count.
    const partly = textOf(await pack({ seen: `no id\n${file}` }));
    expect(has(partly)).toBe(false);
    expect(partly).toContain('A line of what was seen names no place: "no id"');
  });

// Lines that pages print, and the places that they stand for.
const COPIED: readonly [copied: string, seen: readonly string[], unread?: number][] = [
  ['### a.go@76641e: defines `x`\n3, 9, 11, 39-42', ['a.go:3-3', 'a.go:9-9', 'a.go:11-11', 'a.go:39-42']],
  ['### a.go@76641e\nimports in 3-29, 1357-1409 · part of X 1-9', ['a.go:1357-1409']],
  ['### a.go@76641e\nimports in 3-29', []],
  ['### a.go@76641e\n9-80 · signatures only\n90 · Shop.pay', ['a.go:90-90']],
  ['### `src/[id].tsx@76641e`: calls `y`\n12-40 · Shop.pay · part of Shop', ['src/[id].tsx:12-40']],
  ['FILE "a: b.ts@76641e": why\n=== 3, 12-40 · Shop.pay ===', ['a: b.ts:3-3', 'a: b.ts:12-40']],
  ['<file id="a&amp;b.ts@76641e" why="x"/>\n<code lines="3, 12-40" name="y"><![CDATA[', ['a&b.ts:3-3', 'a&b.ts:12-40']],
  ['<block path="a.ts" lines="12-40" kind="function" sha="76641e">', ['a.ts:12-40']],
  ['<location file="a.ts" start="12" end="40" shown="lines 9-51" sha="76641e" />', ['a.ts:9-51']],
  ['=== a.ts:12-48 · function pay · imports 1-2 · sha 76641e ===', ['a.ts:12-48']],
  ['### a.ts · sha 76641e\n#### 12-48 · function pay · imports 1-2', ['a.ts:12-48']],
  ['*a.ts:12-40@76641e* · lines 9-51', ['a.ts:9-51', 'a.ts:12-40']],
  ['File: a.ts:12-40@76641e', ['a.ts:12-40']],
  ['# Payments > Retries · `docs/pay.md:3-7@76641e`', ['docs/pay.md:3-7']],
  ['a.ts@76641e\n  in Shop.pay (12-40)\n    14: x();', ['a.ts:14-14'], 1],
  ['a.ts@76641e:12-40,60-72', ['a.ts:12-40', 'a.ts:60-72']],
  ['a.ts#Shop.pay 76641e', ['a.ts#Shop.pay']],
  ['knap://shop/src/a%20b.ts?lines=3-7&hash=76641e', ['src/a b.ts:3-7']],
  ['["a.ts@76641e:12-40"]', ['a.ts:12-40']],
  ['{"results":[{"entity":{"id":"a.ts#x"},"hash":"76641e"}]}', ['a.ts#x']],
  ['### a.ts@76641e\n3-7\n```ts\nb.ts@000000\n```\nStops here.', ['a.ts:3-7'], 1],
];
for (const [copied, seen, unread = 0] of COPIED)
  test(`the field seen reads the places in the copied lines ${JSON.stringify(copied)}`, () => {
    expect(readSeen(copied)?.map(({ id }) => id)).toEqual(seen);
    expect(new Set(readSeen(copied)?.map(({ hash }) => hash))).toEqual(new Set(seen.length > 0 ? ['76641e'] : []));
    expect(unreadSeen(copied)).toHaveLength(unread);
  });

test('context_query with a whole search page as seen does not send its results again, in every format', async () => {
  const client = await connect(makeWorld(SHOP));
  for (const format of ['markdown', 'xml', 'plain', 'json']) {
    const ask = async (more: object) => {
      const args = { query: 'handleWebhook', limit: 2, format, ...more };
      const { content } = await client.callTool({ name: 'context_query', arguments: args });
      return content[0]?.type === 'text' ? content[0].text : '';
    };
    const page = await ask({});
    expect(page, format).toContain(QUOTED);
    const again = await ask({ seen: page });
    expect(again, format).not.toContain(QUOTED);
    // The results are known, not too big.
    expect(again, format).not.toContain('too big');
    expect(again, format).toMatch(/unchanged since you saw|"entitiesExcluded":2/);
  }
});

test('context_query and context_pack with remember do not send code again that the connection was sent', async () => {
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
  expect(await ask('context_query', { query: 'sendConfirmation subject' })).toContain(OTHER);
  expect(await ask('context_query', { query: 'sendConfirmation subject' })).not.toContain(OTHER);
  expect(await packed()).not.toContain(QUOTED);
  expect(await ask('context_query', { query: 'handleWebhook' })).not.toContain(QUOTED);
  expect(textOf(await client.callTool({ name: 'context_pack', arguments: { task: 'fix handleWebhook' } }))).toContain(
    QUOTED,
  );
});

test('context_pack with remember sends code of which the connection got only an outline', async () => {
  const client = await connect(makeWorld(SHOP));
  const ask = async (name: string, args: Record<string, unknown>) =>
    textOf(await client.callTool({ name, arguments: { remember: true, ...args } }));
  await ask('context_show', { targets: ['src/payments/webhook.ts'], sections: true });
  await ask('context_query', { query: 'handleWebhook', code: false });
  expect(await ask('context_pack', { task: 'fix handleWebhook' })).toContain(QUOTED);
});

test('context_pack leaves out a function whose lines seen names, although blank lines before it belong to it', async () => {
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
