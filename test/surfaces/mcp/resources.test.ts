import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadResourceResult } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { placeOf, RESOURCE_TEMPLATE, uriOf, workspaceName } from '../../../src/surfaces/mcp/resources.ts';
import { makeWorld, SHOP, writeFiles } from '../world.ts';
import { connect } from './connect.ts';

const WEBHOOK = 'src/payments/webhook.ts';

/** The current link to lines 3 to 7 of the file above. */
async function linkTo(client: Awaited<ReturnType<typeof connect>>, root: string): Promise<string> {
  const { contents } = await client.readResource({ uri: `knap://${workspaceName(root)}/${WEBHOOK}?lines=3-7` });
  return contents[0]!.uri;
}

const texts = ({ contents }: ReadResourceResult) => contents.map((one) => ('text' in one ? one.text : ''));

test('an MCP resource read by its link gives the lines it names, and says that they are current', async () => {
  const root = makeWorld(SHOP);
  const client = await connect(root);
  const uri = await linkTo(client, root);
  expect(uri).toMatch(/&hash=[0-9a-f]{12}$/);
  const { contents } = await client.readResource({ uri });
  expect(contents).toEqual([
    expect.objectContaining({
      uri,
      mimeType: 'text/x-typescript',
      text: SHOP[WEBHOOK]!.split('\n').slice(2, 7).join('\n'),
    }),
  ]);
  expect(contents[0]?._meta?.['knap/lines']).toMatchObject({ startLine: 3, endLine: 7, isCurrent: true });
});

const edits: [what: string, edit: (text: string) => string, first: string, says: RegExp][] = [
  ['a move of its lines', (text) => `// new\n// lines\n${text}`, '/** Handles what', /lines 3-7 are now lines 5-9\.$/],
  ['a change below its lines', (text) => `${text}// end\n`, '/** Handles what', /but not in these lines\.$/],
  [
    'a change in its lines',
    (text) => text.replace('without id', 'has no id'),
    '/** Handles what',
    /lines 3-7 held is not there as it was/,
  ],
  ['the removal of its lines', () => 'one\n', '', /the file has 1\.$/],
];
for (const [what, edit, first, says] of edits) {
  test(`an MCP resource after ${what} gives the current text and a note`, async () => {
    const root = makeWorld(SHOP);
    const client = await connect(root);
    const uri = await linkTo(client, root);
    writeFileSync(join(root, WEBHOOK), edit(SHOP[WEBHOOK]!));
    const read = await client.readResource({ uri });
    const [text, note] = texts(read);
    expect(text?.startsWith(first)).toBe(true);
    expect(note).toMatch(says);
    expect(read.contents[0]?._meta?.['knap/lines']).toMatchObject({ isCurrent: false, changed: note });
    // The new link is current.
    if (text !== '') expect((await client.readResource({ uri: read.contents[0]!.uri })).contents).toHaveLength(1);
  });
}

const refused: [what: string, uri: (name: string) => string, says: RegExp][] = [
  ['a way up', (name) => `knap://${name}/../secret.txt`, /not a path inside the workspace/],
  ['a hidden way up', (name) => `knap://${name}/src/%2e%2e/%2e%2e/secret.txt`, /not a path inside the workspace/],
  ['an encoded slash', (name) => `knap://${name}/..%2Fsecret.txt`, /not a path inside the workspace/],
  ['an absolute path', (name) => `knap://${name}//etc/passwd`, /not a path inside the workspace/],
  ['a drive', (name) => `knap://${name}/C:/secret.txt`, /not a path inside the workspace/],
  ['a backslash', (name) => `knap://${name}/..%5Csecret.txt`, /not a path inside the workspace/],
  ['a link out of the root', (name) => `knap://${name}/out.txt`, /There is no file out\.txt/],
  ['an ignored file', (name) => `knap://${name}/.env`, /There is no file \.env/],
  ['a file nobody has', (name) => `knap://${name}/src/none.ts`, /There is no file src\/none\.ts/],
  ['lines beyond the end', (name) => `knap://${name}/${WEBHOOK}?lines=900-901`, /has 11 lines, not 900-901/],
  ['lines that are none', (name) => `knap://${name}/${WEBHOOK}?lines=x`, /must be a range such as 12-40/],
  ['a hash that is none', (name) => `knap://${name}/${WEBHOOK}?hash=../x`, /is not a hash/],
  ['another workspace', () => 'knap://elsewhere/a.ts', /This server serves the workspace ".+", not "elsewhere"/],
  ['another scheme', () => 'file:///etc/passwd', /is not a resource of knap/],
];
test('an MCP resource outside the workspace or with wrong lines is refused, and the server goes on', async () => {
  const root = makeWorld({ ...SHOP, '.env': 'A=1\n' });
  const outside = makeWorld({ 'secret.txt': 'secret\n' });
  symlinkSync(join(outside, 'secret.txt'), join(root, 'out.txt'));
  const client = await connect(root);
  for (const [what, uri, says] of refused)
    await expect(client.readResource({ uri: uri(workspaceName(root)) }), what).rejects.toThrow(says);
  expect((await client.listResources()).resources.map(({ name }) => name)).toEqual(['docs/payments.md']);
});

test('a secret in an MCP resource is redacted', async () => {
  const key = `AKIA${'Z7Q2'.repeat(4)}`;
  const root = makeWorld({
    'src/aws.ts': `export const id = '${key}';\nexport const secret = '${'aB3/'.repeat(10)}';\n`,
  });
  const client = await connect(root);
  const [text] = texts(await client.readResource({ uri: uriOf(workspaceName(root), { path: 'src/aws.ts' }) }));
  expect(text).toContain('export const id');
  expect(text).not.toContain(key);
});

test('resources/list gives each of 230 documents once, by path, in pages, although a file is added', async () => {
  const pages = Object.fromEntries(
    Array.from({ length: 230 }, (_, index) => [`docs/n${String(index).padStart(3, '0')}.md`, `# Note ${index}\n`]),
  );
  const root = makeWorld(pages);
  const client = await connect(root);
  const listed: string[] = [];
  const sizes: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.request({ method: 'resources/list', params: cursor === undefined ? {} : { cursor } });
    listed.push(...page.resources.map(({ name }) => name));
    sizes.push(page.resources.length);
    cursor = page.nextCursor;
    // A new file does not make another vanish or appear twice.
    writeFiles(root, { 'docs/a.md': '# A\n' });
  } while (cursor !== undefined);
  expect(sizes).toEqual([100, 100, 30]);
  expect(listed).toEqual(Object.keys(pages));
  await expect(client.request({ method: 'resources/list', params: { cursor: 'no cursor' } })).rejects.toThrow(
    /start without a cursor/,
  );
});

test('the template of MCP resources completes paths and the name of the workspace', async () => {
  const root = makeWorld(SHOP);
  const client = await connect(root);
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([RESOURCE_TEMPLATE]);
  const completed = async (name: string, value: string) =>
    (await client.complete({ ref: { type: 'ref/resource', uri: RESOURCE_TEMPLATE }, argument: { name, value } }))
      .completion.values;
  expect(await completed('path', 'src/')).toEqual(['src/cart/cart.ts', 'src/mail/confirmation.ts', WEBHOOK]);
  expect(await completed('path', '../')).toEqual([]);
  expect(await completed('workspace', 'knap')).toEqual([workspaceName(root)]);
  expect(await completed('lines', '1')).toEqual([]);
});

test('the URI of a path, lines and hash is read back as the same path, lines and hash', () => {
  const places = [
    { path: 'a b/ü#?.md', lines: [3, 9] as const, hash: 'abc123' },
    { path: '100%.txt', lines: undefined, hash: undefined },
  ];
  for (const place of places) expect(placeOf(uriOf('shop', place), 'shop')).toEqual(place);
  expect(workspaceName('/tmp/My Shop!')).toBe('my-shop');
  expect(workspaceName('/')).toBe('workspace');
});
