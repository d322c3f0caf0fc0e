import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openEngine } from '../../src/index.ts';
import { folder } from '../indexing/folder.ts';

// The task, the code and the document share no word: only the edge can bring one to the other.
const CODE = {
  'src/ledger/settle.ts':
    'export function settleAccounts() {\n  return drainTill(1);\n}\n\nexport function drainTill(x: number) {\n  return x;\n}\n',
  'src/mail/send.ts': 'export function sendLetter() {}\n',
  'src/ui/button.ts': 'export function drawButton() {}\n',
};
const DESIGN = '# Half a cent\n\nFractions are dropped in `drainTill`, as the auditors wish.\n';

async function packed(files: Readonly<Record<string, string>>, task: string) {
  const engine = await openEngine({ root: folder(files) });
  const { pack, edges } = await engine.pack({ task });
  await engine.close();
  return { pack, edges, paths: pack.files.map(({ path }) => path) };
}

describe('documents and code share a pack', () => {
  const cases: [name: string, design: string, isFound: boolean][] = [
    ['mentions a symbol', DESIGN, true],
    ['mentions it as plain text', DESIGN.replaceAll('`', ''), false],
    ['links the file', '# Half a cent\n\nFractions are [dropped](../src/ledger/settle.ts).\n', true],
  ];
  for (const [name, design, isFound] of cases) {
    test(`a document that ${name} is ${isFound ? 'included' : 'not included'} for a task about code`, async () => {
      const { paths, edges } = await packed({ ...CODE, 'docs/0007.md': design }, 'Why does settleAccounts round down?');
      expect(paths[0]).toBe('src/ledger/settle.ts');
      expect(paths.includes('docs/0007.md')).toBe(isFound);
      expect(edges.some(({ from, kind }) => from === 'docs/0007.md' && kind === 'references')).toBe(isFound);
    });
  }

  test('a task about a document brings its code', async () => {
    const { paths } = await packed({ ...CODE, 'docs/0007.md': DESIGN }, 'Follow the auditors: no half a cent any more');
    expect(paths.slice(0, 2)).toEqual(['docs/0007.md', 'src/ledger/settle.ts']);
  });

  test('a document with an issue type is printed as an issue', async () => {
    const issue = '---\nissue-type: bug\nstatus: open\npriority: 1\n---\n# Half a cent\n\nAuditors complain.\n';
    const engine = await openEngine({
      root: folder({
        ...CODE,
        'bugs/7.md': issue,
        'notes/8.md': '# Auditors\n\nAuditors complain about half a cent.\n',
      }),
    });
    const { pack } = await engine.pack({ aim: 'full', task: 'auditors complain about half a cent' });
    await engine.close();
    expect(pack.blocks.map(({ path, kind }) => [path, kind])).toEqual([
      ['bugs/7.md', 'issue'],
      ['notes/8.md', 'document'],
    ]);
  });

  test('in this repository, a task about code finds the decision about it', async () => {
    const root = folder();
    const own = join(import.meta.dirname, '../..');
    for (const part of ['docs/decisions', 'src/stores/sqlite', 'src/ports', 'src/reading']) {
      cpSync(join(own, part), join(root, part), { recursive: true });
    }
    const engine = await openEngine({ root });
    const found = async (task: string) =>
      (await engine.pack({ task, maxFiles: 30 })).pack.files.map(({ path }) => path);
    const postings = await found('Merge segments of postings less often, see src/stores/sqlite/segments.ts');
    const seals = await found('A damaged page of the index must be noticed by the seal of its row');
    await engine.close();
    expect(postings[0]).toBe('src/stores/sqlite/segments.ts');
    expect(postings).toContain('docs/decisions/0002-the-index.md');
    expect(seals).toContain('docs/decisions/0035-damage-is-noticed.md');
  });
});
