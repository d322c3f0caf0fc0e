import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { refreshFile } from '../../src/indexing/index-files.ts';
import type { Store } from '../../src/ports/store.ts';
import { folder, write } from '../indexing/folder.ts';
import { openCountingParser, world } from '../indexing/world.ts';

const parser = await openCountingParser();
const START = {
  'docs/a.md': '# A\n\n[[b]] [[Pump]] [c](LCCCC2) [api](../api) `handleWebhook` `src/pay.ts`\n',
  'docs/b.md': '---\nlattice-id: LBBBB2\nissue-type: bug\nblocked-by: [LDDDD2]\n---\n# B\n',
  'docs/d.md': '---\nlattice-id: LDDDD2\nissue-type: bug\n---\n# D\n',
  'src/other.ts': 'export const other = 1;\n',
};

/** What is written (null: removed), step by step, and the edges that are there after the last. */
type Step = Readonly<Record<string, string | null>>;
const CASES: [name: string, steps: readonly Step[], edges: readonly string[]][] = [
  ['nothing', [], ['a.md>b.md', 'd.md>b.md']],
  [
    'a document comes by its id',
    [{ 'x/c.md': '---\nlattice-id: LCCCC2\n---\n' }],
    ['a.md>b.md', 'a.md>c.md', 'd.md>b.md'],
  ],
  ['by the id of a section', [{ 'x/c.md': '## [LCCCC2] S\n' }], ['a.md>b.md', 'a.md>c.md', 'd.md>b.md']],
  ['by an alias', [{ 'x/c.md': '---\naliases: [pump]\n---\n' }], ['a.md>b.md', 'a.md>c.md', 'd.md>b.md']],
  ['for a folder', [{ 'api/index.md': '' }], ['a.md>b.md', 'a.md>index.md', 'd.md>b.md']],
  ['a nearer one of the same name', [{ 'docs/x/b.md': '' }, { 'docs/b.md': null }], ['a.md>b.md']],
  [
    'a second of the same name makes both uncertain',
    [{ 'docs/x/b.md': '' }, { 'docs/b.md': null, 'docs/y/b.md': '' }],
    [],
  ],
  ['and certain again', [{ 'docs/b.md': null, 'x/b.md': '', 'y/b.md': '' }, { 'x/b.md': null }], ['a.md>b.md']],
  [
    'an id given twice',
    [{ 'c.md': '---\nlattice-id: LCCCC2\n---\n', 'e.md': '## [LCCCC2] E\n' }, { 'e.md': '# E\n' }],
    ['a.md>b.md', 'a.md>c.md', 'd.md>b.md'],
  ],
  ['a title changes', [{ 'docs/d.md': '# Pump\n' }], ['a.md>b.md', 'a.md>d.md']],
  ['and changes back', [{ 'docs/d.md': '# Pump\n' }, { 'docs/d.md': START['docs/d.md'] }], ['a.md>b.md', 'd.md>b.md']],
  [
    'a blocker gets its id',
    [{ 'docs/d.md': '# D\n' }, { 'docs/d.md': START['docs/d.md'] }],
    ['a.md>b.md', 'd.md>b.md'],
  ],
  ['a second document has the id of a blocker', [{ 'x/e.md': '---\nlattice-id: LDDDD2\n---\n' }], ['a.md>b.md']],
  [
    'and has it no more',
    [{ 'x/e.md': '---\nlattice-id: LDDDD2\n---\n' }, { 'x/e.md': null }],
    ['a.md>b.md', 'd.md>b.md'],
  ],
  ['an issue is no longer blocked', [{ 'docs/b.md': '# B\n' }], ['a.md>b.md']],
  ['an issue is blocked by another', [{ 'docs/b.md': '---\nblocked-by: [a]\n---\n' }], ['a.md>b.md', 'a.md>b.md']],
  ['code comes by its path', [{ 'src/pay.ts': 'export const x = 1;\n' }], ['a.md>b.md', 'a.md>pay.ts', 'd.md>b.md']],
  [
    'code defines what was mentioned',
    [{ 'src/other.ts': 'export function handleWebhook() {}\n' }],
    ['a.md>b.md', 'a.md>other.ts', 'd.md>b.md'],
  ],
  [
    'and defines it no more',
    [{ 'src/other.ts': 'export function handleWebhook() {}\n' }, { 'src/other.ts': START['src/other.ts'] }],
    ['a.md>b.md', 'd.md>b.md'],
  ],
  [
    'a document comes that code imports',
    [{ 'src/other.ts': "import text from '../x/t.md';\n" }, { 'x/t.md': '# T\n' }],
    ['a.md>b.md', 'd.md>b.md', 'other.ts>t.md'],
  ],
  ['a link goes', [{ 'docs/a.md': '# A\n' }], ['d.md>b.md']],
];

describe('edges after changes are those of a fresh index', () => {
  for (const [name, steps, expected] of CASES) {
    test(`after a change the edges of documents are those of a fresh index: ${name}`, async () => {
      const root = folder(START);
      const { index, store, setNow } = world(root, parser);
      await index();
      for (const [at, step] of steps.entries()) {
        for (const [path, text] of Object.entries(step)) {
          if (text === null) rmSync(join(root, path));
          else write(root, { [path]: text });
        }
        setNow(Date.now() + 3_600_000 * (at + 2));
        await index();
      }
      const fresh = world(root, parser);
      await fresh.index();
      const edges = await edgesIn(store);
      expect(edges).toEqual(await edgesIn(fresh.store));
      expect(edges.map(({ from, to }) => `${base(from)}>${base(to)}`).toSorted()).toEqual(expected);
    });
  }

  test('a file refreshed alone brings the documents along that mention what it defines', async () => {
    const root = folder(START);
    const { index, store, parts } = world(root, parser);
    await index();
    write(root, { 'src/other.ts': 'export function handleWebhook() {}\n' });
    expect(await refreshFile(parts, 'src/other.ts')).toBe('changed');
    expect((await edgesIn(store)).map(({ to }) => base(to))).toContain('other.ts');
  });
});

async function edgesIn(store: Store) {
  return store.edges(
    (await store.opening()).files.map(({ path }) => path),
    { direction: 'out' },
  );
}

function base(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
