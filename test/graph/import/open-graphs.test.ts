import { rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { searchOf } from '../../worlds/import-rows.ts';
import { configure, emptyRoot, engineOf, graphsOf, NOW_MS, named, outside, writeExport } from './world.ts';

const idsOf = async (graphs: Awaited<ReturnType<typeof graphsOf>>, ids: readonly string[], alias?: string) => {
  const { store } = await graphs.openGraph(alias);
  return [...(await store.nodes(ids)).keys()];
};

/** Writes an export anew so that its time differs, too, however quick the machine. */
function rewrite(path: string, names: readonly string[], second = 1): void {
  writeExport(path, named(...names));
  utimesSync(path, NOW_MS / 1000 + second, NOW_MS / 1000 + second);
}

describe('an imported graph stays available by its name', () => {
  test('an imported graph answers to its name, to the default name, and without a name if it is the only graph', async () => {
    const root = emptyRoot();
    const graphs = await graphsOf(root);
    const path = writeExport(outside(root), named('a', 'b'));
    const report = await graphs.importGraph({ source: 'tana', path, workspace: 'team' });
    expect(report).toMatchObject({ workspace: 'team', nodes: 2, added: 2, changed: 0, removed: 0 });
    expect(await idsOf(graphs, ['a'], 'team')).toEqual(['a']);
    expect((await graphs.openGraph()).workspace).toBe('team');
    await graphs.importGraph({ source: 'tana', path });
    expect((await graphs.openGraph()).workspace).toBe('main');
    expect(graphs.aliases()).toEqual(['main', 'team']);
  });

  test('an imported graph does not change if its file changes or disappears, and a note says so', async () => {
    const root = emptyRoot();
    const graphs = await graphsOf(root);
    const path = writeExport(outside(root), named('a'));
    await graphs.importGraph({ source: 'tana', path });
    expect((await graphs.openGraph()).notes).toEqual([]);
    rewrite(path, ['b']);
    expect((await graphs.openGraph()).notes).toEqual([expect.stringContaining('has changed since it was imported')]);
    expect(await idsOf(graphs, ['a', 'b'])).toEqual(['a']);
    rmSync(path);
    expect((await graphs.openGraph()).notes).toEqual([expect.stringContaining('is no longer there')]);
  });

  test('a second import counts only differences, and a file that cannot be read changes nothing', async () => {
    const root = emptyRoot();
    const graphs = await graphsOf(root);
    const path = writeExport(outside(root), named('a', 'b', 'c'));
    await graphs.importGraph({ source: 'tana', path });
    rewrite(path, ['a', 'b', 'd']);
    expect(await graphs.importGraph({ source: 'tana', path })).toMatchObject({
      nodes: 3,
      added: 1,
      changed: 0,
      removed: 1,
    });
    writeFileSync(path, '{"docs":[{"id":"x","props":{"name":"x"}},');
    await expect(graphs.importGraph({ source: 'tana', path })).rejects.toMatchObject({ code: 'BAD_EXPORT' });
    expect(await idsOf(graphs, ['a', 'b', 'd', 'x'])).toEqual(['a', 'b', 'd']);
  });

  test('secrets in the names, descriptions, fields and code of an imported graph are replaced', async () => {
    const root = emptyRoot();
    const graphs = await graphsOf(root);
    const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    const path = writeExport(outside(root), [
      ...named('before'),
      { id: 'a', props: { name: `use ${token} here`, description: `or ${token}` }, children: ['f'] },
      { id: 'f', props: { _docType: 'tuple', _ownerId: 'a' }, children: ['label', 'v'] },
      { id: 'label', props: { name: 'Password', _docType: 'attrDef' } },
      { id: 'v', props: { name: 'k3J9x-Q2w8Z_p7L', _ownerId: 'f' } },
      { id: 'code', props: { _docType: 'codeblock', name: `one\nkey = "${token}"\nthree` } },
      ...named('after'),
    ]);
    const { notes } = await graphs.importGraph({ source: 'tana', path });
    expect(notes).toEqual(['secrets in the graph were replaced']);
    const { store } = await graphs.openGraph();
    const found = await store.nodes(['before', 'a', 'code', 'after']);
    expect(found.get('a')).toMatchObject({
      name: 'use [redacted: github-token] here',
      description: 'or [redacted: github-token]',
      fields: [{ name: 'Password', values: [{ text: expect.stringMatching(/^\[redacted: [\w-]+\]$/), node: null }] }],
    });
    expect(found.get('code')!.name.split('\n')).toEqual(['one', expect.stringContaining('[redacted'), 'three']);
    expect([found.get('before')!.name, found.get('after')!.name]).toEqual(['before', 'after']);
    expect(await searchOf(store, token, 5)).toEqual([]);
  });

  test('status lists an imported graph with the time of its export and of its import', async () => {
    const root = emptyRoot();
    const path = outside(root);
    rewrite(path, ['a', 'b'], -3 * 86_400);
    const engine = await engineOf(root);
    const { asOfMs } = await engine.importGraph({ source: 'tana', path, workspace: 'team' });
    expect(asOfMs).toBe(NOW_MS - 3 * 86_400_000);
    const imported = { nodes: 2, asOfMs, importedAtMs: NOW_MS };
    expect((await engine.status()).graphs).toEqual([
      { workspace: 'team', source: 'tana', path, imported, isConfigured: false },
    ]);
  });
});

describe('each name has one graph', () => {
  test('an import over a graph of another export is refused unless --replace is given', async () => {
    const root = emptyRoot();
    const graphs = await graphsOf(root);
    await graphs.importGraph({ source: 'tana', path: writeExport(outside(root, 'one.json'), named('a')) });
    const path = writeExport(outside(root, 'two.json'), named('b'));
    await expect(graphs.importGraph({ source: 'tana', path })).rejects.toMatchObject({
      code: 'WORKSPACE_TAKEN',
      message: expect.stringContaining('one.json'),
    });
    expect(await graphs.importGraph({ source: 'tana', path, isReplacing: true })).toMatchObject({
      added: 1,
      removed: 1,
    });
  });

  test('a later export of the same workspace updates the graph', async () => {
    const root = emptyRoot();
    const graphs = await graphsOf(root);
    await graphs.importGraph({ source: 'tana', path: writeExport(outside(root, 'AbC@2026-01-14.json'), named('a')) });
    const next = writeExport(outside(root, 'later/AbC@2026-01-15.json'), named('a', 'b'));
    expect(await graphs.importGraph({ source: 'tana', path: next })).toMatchObject({ added: 1, removed: 0 });
    const other = writeExport(outside(root, 'XyZ@2026-01-15.json'), named('a'));
    await expect(graphs.importGraph({ source: 'tana', path: other })).rejects.toMatchObject({
      code: 'WORKSPACE_TAKEN',
    });
  });

  const refused: [name: string, workspace: string][] = [
    ['a path', '../../evil'],
    ['a word with a capital', 'Main'],
    ['empty', ''],
    ['a word with a dot', 'a.b'],
  ];
  for (const [name, workspace] of refused) {
    test(`the name of a graph is refused if it is ${name}`, async () => {
      const root = emptyRoot();
      const graphs = await graphsOf(root);
      const path = writeExport(outside(root), named('a'));
      await expect(graphs.importGraph({ source: 'tana', path, workspace })).rejects.toMatchObject({
        code: 'BAD_INPUT',
      });
      await expect(graphs.openGraph(workspace)).rejects.toMatchObject({ code: 'BAD_INPUT' });
    });
  }

  test('an unknown name gets the nearest known name; without any graph the error says how to import a graph', async () => {
    const root = emptyRoot();
    const graphs = await graphsOf(root);
    await expect(graphs.openGraph('team')).rejects.toMatchObject({ code: 'NO_GRAPH' });
    const path = writeExport(outside(root), named('a'));
    for (const workspace of ['team', 'private']) await graphs.importGraph({ source: 'tana', path, workspace });
    await expect(graphs.openGraph('teem')).rejects.toMatchObject({
      code: 'NO_SUCH_WORKSPACE',
      message: 'There is no graph "teem"; did you mean "team"?',
    });
    await expect(graphs.openGraph()).rejects.toThrow('private, team');
  });
});

describe('a configured graph is kept up to date', () => {
  test('a configured graph is imported at the first question and when its file has changed', async () => {
    const root = emptyRoot();
    const path = outside(root);
    rewrite(path, ['a']);
    configure(root, 'user', { work: { source: 'tana', path: '~/export.json' } });
    const graphs = await graphsOf(root);
    expect(graphs.aliases()).toEqual(['work']);
    expect(await graphs.status()).toMatchObject([{ workspace: 'work', imported: null, isConfigured: true }]);
    expect(await idsOf(graphs, ['a', 'b'])).toEqual(['a']);
    rewrite(path, ['a', 'b'], 2);
    expect(await idsOf(graphs, ['a', 'b'])).toEqual(['a', 'b']);
  });

  test('two calls at the same time both get the configured graph', async () => {
    const root = emptyRoot();
    writeExport(outside(root), named(...Array.from({ length: 5000 }, (_, index) => `node ${index}`)));
    configure(root, 'user', { work: { source: 'tana', path: '~/export.json' } });
    const graphs = await graphsOf(root);
    const [one, two] = await Promise.all([graphs.openGraph(), graphs.openGraph('work')]);
    expect(
      await Promise.all([one, two].map(({ store }) => store.nodes(['node 4999']).then(({ size }) => size))),
    ).toEqual([1, 1]);
  });

  test('a configured graph answers from its last import if its file is damaged or missing, with a note', async () => {
    const root = emptyRoot();
    const path = writeExport(outside(root), named('a'));
    configure(root, 'user', { work: { source: 'tana', path } });
    const graphs = await graphsOf(root);
    await graphs.openGraph();
    writeFileSync(path, '{"docs":[');
    const { notes, store } = await graphs.openGraph();
    expect(notes).toEqual([expect.stringContaining('not imported again: The export ends in the middle.')]);
    expect((await store.nodes(['a'])).size).toBe(1);
    rmSync(path);
    expect((await graphs.openGraph()).notes).toEqual([expect.stringContaining('is no longer there')]);
  });

  test('a configured graph cannot be imported from another file by a command', async () => {
    const root = emptyRoot();
    const path = writeExport(outside(root), named('a'));
    configure(root, 'user', { main: { source: 'tana', path } });
    const graphs = await graphsOf(root);
    const other = writeExport(outside(root, 'other.json'), named('b'));
    const taken = graphs.importGraph({ source: 'tana', path: other, isReplacing: true });
    await expect(taken).rejects.toMatchObject({ code: 'WORKSPACE_TAKEN' });
    expect(await graphs.importGraph({ source: 'tana', path })).toMatchObject({ added: 1 });
  });

  test('a repository may configure only files below its root, and cannot take the name of a graph of the user', async () => {
    const root = emptyRoot();
    writeExport(join(root, 'graph/export.json'), named('repository'));
    writeExport(outside(root), named('person'));
    const own = { source: 'tana', path: 'graph/export.json' };
    configure(root, 'repository', { main: own, docs: own });
    configure(root, 'user', { main: { source: 'tana', path: '~/export.json' } });
    const graphs = await graphsOf(root);
    expect(await idsOf(graphs, ['person', 'repository'], 'main')).toEqual(['person']);
    expect(await idsOf(graphs, ['person', 'repository'], 'docs')).toEqual(['repository']);
  });

  for (const path of [
    '/etc/export.json',
    '../export.json',
    'a/../../b.json',
    '~/export.json',
    'C:\\export.json',
    '..\\x.json',
  ]) {
    test(`a repository cannot configure a graph at ${path}`, async () => {
      const root = emptyRoot();
      configure(root, 'repository', { main: { source: 'tana', path } });
      await expect(graphsOf(root)).rejects.toMatchObject({ code: 'BAD_CONFIG' });
    });
  }

  test('a repository cannot configure a graph outside its root through a link', async () => {
    const [root, other] = [emptyRoot(), emptyRoot()];
    writeExport(join(other, 'export.json'), named('a'));
    symlinkSync(join(other, 'export.json'), join(root, 'export.json'));
    configure(root, 'repository', { main: { source: 'tana', path: 'export.json' } });
    await expect((await graphsOf(root)).openGraph()).rejects.toMatchObject({ code: 'OUTSIDE_ROOT' });
  });

  test('a relative path and an unknown kind of graph in the configuration of the user are refused', async () => {
    const root = emptyRoot();
    configure(root, 'user', { main: { source: 'tana', path: 'export.json' } });
    await expect(graphsOf(root)).rejects.toMatchObject({ code: 'BAD_CONFIG' });
    configure(root, 'user', { main: { source: 'tanna', path: '/export.json' } });
    await expect((await graphsOf(root)).openGraph()).rejects.toThrow('did you mean "tana"?');
  });
});

test('verify finds nothing wrong with an imported graph whose export has changed since', async () => {
  const root = emptyRoot();
  const path = writeExport(outside(root), named('Atlas', 'Beacon'));
  const engine = await engineOf(root);
  await engine.importGraph({ source: 'tana', path });
  writeExport(path, named('Atlas', 'Cedar'));
  const { differences } = await engine.verify({ all: true });
  expect(differences.filter(({ path }) => path.startsWith('tana:'))).toEqual([]);
});
