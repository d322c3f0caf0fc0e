import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { knap } from '../../surfaces/knap.ts';
import { emptyRoot, named, outside, writeExport } from './world.ts';

describe('knap import imports a graph', () => {
  test('knap import prints one line about the imported graph, and knap status lists the graph', async () => {
    const root = emptyRoot();
    writeExport(outside(root), named('a', 'b'));
    const first = await knap(root, ['import', 'tana', '.home/export.json']);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(
      /^main: 2 nodes from tana \(2 documents added, 0 changed, 0 removed\) in \d+\.\d\d s\n$/,
    );
    const args = ['--root', root, 'import', 'tana', 'export.json', '--workspace', 'main', '--json'];
    const again = await knap(root, args, { at: '.home' });
    expect(JSON.parse(again.stdout)).toMatchObject({ workspace: 'main', nodes: 2, added: 0, path: outside(root) });
    const { stdout } = await knap(root, ['status']);
    expect(stdout).toMatch(/^graph main +2 nodes, of today, from tana .*export\.json$/m);
  });

  test('knap import prints notes on odd parts of an export on standard error', async () => {
    const root = emptyRoot();
    writeExport(outside(root), [...named('a'), ...named('a')]);
    const { stderr, code } = await knap(root, ['import', 'tana', '.home/export.json']);
    expect([code, stderr]).toEqual([0, 'knap: 1 documents came twice in the export; the first of each counts\n']);
  });

  const bad: [name: string, args: string[], line: RegExp][] = [
    ['no arguments', [], /^knap: Say what to import/],
    ['a kind of graph without a path', ['tana'], /^knap: Say where the tana graph lies/],
    ['a file without a kind', ['empty.json'], /^knap: Say what "empty\.json" is: tana/],
    ['an unknown kind', ['tanna', 'empty.json'], /did you mean "tana"\?/],
    ['two files', ['tana', 'empty.json', 'empty.json'], /^knap: One graph at a time/],
    ['a missing file', ['tana', 'nowhere.json'], /^knap: There is no .*nowhere\.json\./],
    [
      'a folder',
      ['tana', 'folder'],
      /folder is a folder: tana takes an export \(\.json\) or an index of supertag \(\.db\)\./,
    ],
    ['an empty file', ['tana', 'empty.json'], /^knap: The export is empty\./],
    ['a file that was cut off', ['tana', 'cut.json'], /^knap: The export ends in the middle\./],
    ['a file that is no export', ['tana', 'else.json'], /^knap: This is no export of Tana/],
    ['a path as the name of the graph', ['tana', 'else.json', '--workspace', '../x'], /cannot be the name of a graph/],
  ];
  for (const [name, args, line] of bad) {
    test(`knap import with ${name} fails with the reason, and leaves no graph`, async () => {
      const root = emptyRoot();
      mkdirSync(join(root, 'folder'));
      for (const [file, text] of [
        ['empty', ''],
        ['cut', '{"docs":[{"id":"a"'],
        ['else', '{"nodes":[]}'],
      ])
        writeFileSync(join(root, `${file}.json`), text!);
      const { code, stdout, stderr } = await knap(root, ['import', ...args]);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(line);
      expect((await knap(root, ['status', '--json'])).stdout).toContain('"graphs": []');
    });
  }

  test('knap import shows its progress on a terminal', async () => {
    const root = emptyRoot();
    writeExport(outside(root), named(...Array.from({ length: 3000 }, (_, index) => `node ${index}`)));
    const { stderr, code } = await knap(root, ['import', 'tana', '.home/export.json'], { isTerminal: true });
    expect(code).toBe(0);
    expect(stderr).toMatch(/(?:importing|reading) .*\d{3}/);
  });
});
