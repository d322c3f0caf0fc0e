import { gunzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parseTar } from 'nanotar';
import { describe, expect, test } from 'vitest';
import { schemaPages } from '../../scripts/make-schemas.ts';
import { manifestOf } from '../../src/bundle/manifest.ts';
import { packName } from '../../src/bundle/pack-folders.ts';
import { bundleFiles, drawGraph, excerptPages } from '../../src/bundle/pages.ts';
import { archive } from '../../src/bundle/write-folder.ts';
import type { Edge, EdgeKind } from '../../src/model/edge.ts';
import { block, samplePack } from './sample-pack.ts';

const edge = (from: string, kind: EdgeKind, to: string): Edge => ({ from, to, kind, weight: 1, because: '' });
const EDGES = [
  edge('test/webhook.test.ts', 'tests', 'src/payments/webhook.ts'),
  edge('src/payments/webhook.ts', 'imports', 'src/mail/confirmation.ts'),
];
const bundle = (pack = samplePack()) => bundleFiles({ pack, text: '# Context Pack\n', edges: EDGES });

test('C68 C69 C70 C71 C72 C73 the pages of a pack folder have the names and the text of the golden page', async () => {
  const pages = bundle();
  expect(pages.map(({ name }) => name)).toEqual([
    'PACK.md',
    'TASK.md',
    'FILES.md',
    'GRAPH.md',
    'ctx.json',
    'excerpts/01-src-payments-webhook.ts.md',
    'excerpts/02-src-mail-confirmation.ts.md',
  ]);
  const text = pages.map(({ name, content }) => `=== ${name}\n${content}`).join('\n');
  await expect(text).toMatchFileSnapshot('../golden/pack-folder.txt');
});

describe('C71 GRAPH.md draws the graph', () => {
  const drawings: [name: string, paths: string[], edges: Edge[], drawing: string][] = [
    ['an empty pack gives an empty drawing', [], [], ''],
    ['each file without edges is a line', ['a', 'b'], [], 'a\nb'],
    [
      'each file of a chain is indented below the one before it',
      ['a', 'b', 'c'],
      [edge('a', 'imports', 'b'), edge('b', 'calls', 'c')],
      'a\n`-- imports --> b\n    `-- calls --> c',
    ],
    [
      'branches are drawn in the order of the ranks of their files',
      ['a', 'b', 'c'],
      [edge('a', 'imports', 'c'), edge('a', 'imports', 'b')],
      'a\n|-- imports --> b\n`-- imports --> c',
    ],
    [
      'a branch below a branch keeps the line to the next branch',
      ['a', 'b', 'c', 'd'],
      [edge('a', 'imports', 'b'), edge('b', 'imports', 'd'), edge('a', 'imports', 'c')],
      'a\n|-- imports --> b\n|   `-- imports --> d\n`-- imports --> c',
    ],
    [
      'the edges of a file reached twice are drawn once',
      ['a', 'b', 'c', 'd'],
      [edge('a', 'imports', 'b'), edge('a', 'imports', 'c'), edge('b', 'imports', 'c'), edge('c', 'imports', 'd')],
      'a\n|-- imports --> b\n|   `-- imports --> c\n|       `-- imports --> d\n`-- imports --> c (above)',
    ],
    [
      'a cycle ends at the file already drawn above',
      ['a', 'b'],
      [edge('a', 'imports', 'b'), edge('b', 'imports', 'a')],
      'a\n`-- imports --> b\n    `-- imports --> a (above)',
    ],
    [
      'several edges from one file to another are one arrow',
      ['a', 'b'],
      [edge('a', 'calls', 'b'), edge('a', 'imports', 'b')],
      'a\n`-- imports, calls --> b',
    ],
    [
      'an edge that exists in both directions is drawn once',
      ['a', 'b'],
      [edge('b', 'changed-with', 'a'), edge('a', 'changed-with', 'b')],
      'a\n`-- changed with --> b',
    ],
    ['an edge to a file outside the pack is not drawn', ['a'], [edge('a', 'imports', 'z')], 'a'],
    [
      'a file without edges is listed below the drawing',
      ['a', 'b', 'c'],
      [edge('b', 'tests', 'a')],
      'b\n`-- tests --> a\n\nno edges among these files:\nc',
    ],
  ];
  for (const [name, paths, edges, drawing] of drawings)
    test(`in GRAPH.md ${name}`, () => expect(drawGraph(paths, edges)).toBe(drawing));

  test('the drawing of a chain of two thousand files has two thousand lines', () => {
    const paths = Array.from({ length: 2000 }, (_, index) => `f${index}`);
    const edges = paths.slice(1).map((path, index) => edge(`f${index}`, 'imports', path));
    expect(drawGraph(paths, edges).split('\n')).toHaveLength(2000);
  });
});

describe('C72 the name of an excerpt neither collides nor leaves the folder', () => {
  const paths = [
    'a/b.ts',
    'a-b.ts',
    '../../etc/passwd',
    '/etc/passwd',
    '..',
    'a\nb`c.ts',
    `${'deep/'.repeat(60)}x.ts`,
    '日本/語'.repeat(30),
    '.env',
  ];
  const names = excerptPages(samplePack({ blocks: paths.map((path) => block(path)) })).map(({ name }) => name);
  test('each excerpt of a pack has a page with a name of its own', () =>
    expect(new Set(names).size).toBe(paths.length));
  for (const [index, name] of names.entries())
    test(`the page of ${JSON.stringify(paths[index]!.slice(0, 30))} has a safe name of at most 100 bytes`, () => {
      expect(name).toMatch(/^excerpts\/\d\d-[\p{L}\p{N}][\p{L}\p{N}._-]*\.md$/u);
      expect(Buffer.byteLength(`context-pack/${name}`)).toBeLessThanOrEqual(100);
    });
});

test('a text, path or reason with a heading in it adds no heading to a page of a pack folder', () => {
  const hostile = block('a`b\n# c.ts', { text: '```\n# heading\n````', note: null });
  const pages = bundle(
    samplePack({
      files: [
        {
          path: hostile.path,
          score: 1,
          likelihood: null,
          reasons: [{ signal: 's', value: 1, weight: 1, because: 'x\n# y' }],
        },
      ],
      blocks: [hostile],
    }),
  );
  for (const { name, content } of pages.filter(({ name }) => /(FILES|GRAPH|excerpts)/.test(name)))
    expect(
      outsideFences(content).filter((line) => /^# /.test(line)),
      name,
    ).toHaveLength(1);
});

test('C74 the archive of a pack holds every page, and the same pages make the same bytes', async () => {
  const pages = bundle();
  const bytes = await archive(pages);
  expect(Buffer.compare(bytes, await archive(bundle()))).toBe(0);
  const files = parseTar(Uint8Array.from(gunzipSync(bytes)));
  expect(files.map(({ name, text }) => [name, text])).toEqual(
    pages.map(({ name, content }) => [`context-pack/${name}`, content]),
  );
  expect(new Set(files.map(({ attrs }) => attrs?.mtime))).toEqual(new Set([0]));
});

describe('C73 the manifest describes the pack', () => {
  const validate = new Ajv2020({ allErrors: true }).compile(JSON.parse(schemaPages()['manifest.schema.json']!));
  test('the manifest conforms to its schema', () => {
    expect(validate(JSON.parse(JSON.stringify(manifestOf(samplePack())))), JSON.stringify(validate.errors)).toBe(true);
  });
  test('the manifest marks a stale block', () => {
    expect(manifestOf(samplePack({ blocks: [block('a.ts', { isStale: true })] })).blocks[0]).toMatchObject({
      isStale: true,
    });
  });
  test('the manifest holds no text of the files', () => {
    expect(JSON.stringify(manifestOf(samplePack()))).not.toContain('return confirm');
  });
  test('the schema of the manifest refuses an unknown key and another version', () => {
    expect(validate({ ...manifestOf(samplePack()), extra: 1 })).toBe(false);
    expect(validate({ ...manifestOf(samplePack()), version: 2 })).toBe(false);
  });
});

const AT = new Date(2026, 10, 15, 9, 43, 0).getTime();
const names: [title: string, name: string][] = [
  ['Fix the Stripe webhook: payment confirmation is sent twice', '20261115-094300-fix-the-stripe-webhook'],
  ['HMR: css module change triggers a reload', '20261115-094300-hmr-css-module-change-triggers-a-reload'],
  ['???', '20261115-094300-pack'],
  ['修复登录', '20261115-094300-修复登录'],
  ['../../etc/passwd', '20261115-094300-etc-passwd'],
  ['one two three four five six seven eight nine ten', '20261115-094300-one-two-three-four-five-six-seven-eight'],
  ['x'.repeat(500), `20261115-094300-${'x'.repeat(40)}`],
];
for (const [title, name] of names)
  test(`a pack with the title ${title.slice(0, 30)} gets the folder name ${name.slice(0, 50)}`, () =>
    expect(packName(title, AT)).toBe(name));

function outsideFences(markdown: string): string[] {
  let fence: string | null = null;
  return markdown.split('\n').filter((line) => {
    const [ticks] = /^`{3,}/.exec(line) ?? [];
    if (fence === null && ticks) fence = ticks;
    else if (fence !== null && ticks && ticks.length >= fence.length && line === ticks) fence = null;
    else return fence === null;
    return false;
  });
}
