import { renameSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { DocumentKey } from '../../src/ports/store.ts';
import { openSqliteStore } from '../../src/stores/index.ts';
import { folder, write } from '../indexing/folder.ts';
import { openCountingParser, world } from '../indexing/world.ts';

const parser = await openCountingParser();
const NOTE = [
  '---',
  'lattice-id: lnote2',
  'name: retry-policy',
  'title: How We Retry',
  'description: When to try again',
  'labels: [Net Work, billing]',
  'doc-priority: 3',
  'doc-position: -1',
  'doc-context-for: [payments]',
  'aliases: [Backoff Rules]',
  '---',
  '',
  '# Retries',
  '',
  '## [LSECT2] Limits',
  'Five times. 😀',
];
const FILES = {
  'docs/Retry Notes.md': NOTE.join('\n'),
  'docs/windows.md': NOTE.map((line) => line.replace('lnote2', 'lwin22')).join('\r\n'),
  'docs/!docs.md': '# All documents\n',
  'guide/guide.md': 'No heading at all.\n',
  'bug.md': '---\nissue-type: bug\nstatus: open\npriority: P1\nblocked-by: [LNOTE2]\n---\nIt breaks.\n',
  'src/pay.ts': 'export function pay() {}\n',
};

async function indexed(files: Readonly<Record<string, string>> = FILES) {
  const root = folder(files);
  const store = openSqliteStore({ path: ':memory:' });
  const made = world(root, parser, { store });
  await made.index();
  return { ...made, root };
}

const KEYS: [kind: DocumentKey, key: string, hits: readonly string[]][] = [
  ['id', 'LNOTE2', ['docs/Retry Notes.md null']],
  ['id', 'LSECT2', ['docs/Retry Notes.md 1', 'docs/windows.md 1']],
  ['name', 'retrypolicy', ['docs/Retry Notes.md null', 'docs/windows.md null']],
  ['name', 'retrynotes', ['docs/Retry Notes.md null']],
  ['name', 'howweretry', ['docs/Retry Notes.md null', 'docs/windows.md null']],
  ['name', 'backoffrules', ['docs/Retry Notes.md null', 'docs/windows.md null']],
  ['label', 'network', ['docs/Retry Notes.md null', 'docs/windows.md null']],
  ['context-for', 'payments', ['docs/Retry Notes.md null', 'docs/windows.md null']],
  ['folder', 'docs', ['docs/!docs.md null']],
  ['folder', 'guide', ['guide/guide.md null']],
  ['folder', '', []],
];

describe('documents are stored in the index', () => {
  test('L47 L48 L49 every document is found by id, name, label and folder', async () => {
    const { store } = await indexed();
    const found = await Promise.all(
      KEYS.map(async ([kind, key]) => {
        const hits = await store.documentsBy(kind, [key]);
        return [kind, key, hits.map(({ path, section }) => `${path} ${section}`)];
      }),
    );
    expect(found).toEqual(KEYS);
  });

  test('L50 the indexed card of a document holds the length of its printed text, whatever its line ends', async () => {
    const { store } = await indexed();
    const card = (await store.documents(['docs/Retry Notes.md'])).get('docs/Retry Notes.md')!;
    expect(card).toMatchObject({
      ...{ id: 'LNOTE2', name: 'retry-policy', title: 'How We Retry', description: 'When to try again' },
      ...{ labels: ['Net Work', 'billing'], docPriority: 3, docPosition: -1, docContextFor: ['payments'] },
      ...{ docContextBudget: null, lineCount: 16, isRoot: false, issue: null },
    });
    const body = NOTE.slice(12).join('\n');
    expect(card.displayLength).toBe([...`# retry-policy${body}`].length);
    expect(
      card.sections.map(({ title, slug, startLine, endLine, displayLength }) => [
        title,
        slug,
        startLine,
        endLine,
        displayLength,
      ]),
    ).toEqual([
      ['Retries', 'retries', 13, 16, [...body].length],
      ['Limits', 'lsect2-limits', 15, 16, [...NOTE.slice(14).join('\n')].length],
    ]);
    const windows = (await store.documents(['docs/windows.md'])).get('docs/windows.md')!;
    expect(windows.displayLength).toBe(card.displayLength + 3);
  });

  test('a document without a name has the name of its heading or file, and its lead as description', async () => {
    const { store } = await indexed();
    const cards = await store.allDocuments();
    expect(cards.map(({ path, name, description, isRoot }) => [path, name, description, isRoot])).toEqual([
      ['bug.md', 'bug', 'It breaks.', false],
      ['docs/!docs.md', 'All documents', null, true],
      ['docs/Retry Notes.md', 'retry-policy', 'When to try again', false],
      ['docs/windows.md', 'retry-policy', 'When to try again', false],
      ['guide/guide.md', 'guide', 'No heading at all.', true],
    ]);
    expect(cards[0]?.issue).toMatchObject({ type: 'bug', status: 'open', priority: 1, blockedBy: ['LNOTE2'] });
  });

  test('the indexed card of a document follows its file when that is moved, touched, changed or deleted', async () => {
    const { root, index, store, setNow } = await indexed();
    const named = async () => (await store.allDocuments()).map(({ path, name, isRoot }) => `${path} ${name} ${isRoot}`);
    const before = await named();
    utimesSync(join(root, 'bug.md'), 1, 1);
    await index();
    expect(await named()).toEqual(before);
    renameSync(join(root, 'guide/guide.md'), join(root, 'guide/other.md'));
    rmSync(join(root, 'bug.md'));
    write(root, { 'docs/!docs.md': '# Documents of ours\n' });
    setNow(Date.now() + 7_200_000);
    await index();
    expect(await named()).toEqual([
      'docs/!docs.md Documents of ours true',
      'docs/Retry Notes.md retry-policy false',
      'docs/windows.md retry-policy false',
      'guide/other.md other false',
    ]);
    expect(await store.documentsBy('name', ['alldocuments', 'guide', 'bug'])).toEqual([]);
  });

  test('a document whose text was first indexed under another file name is still a document', async () => {
    const { store } = await indexed({ 'a/__init__.py': '', 'b.md': '', 'c.txt': '# C\n', 'd.md': '# C\n' });
    expect((await store.allDocuments()).map(({ path, name }) => [path, name])).toEqual([
      ['b.md', 'b'],
      ['d.md', 'C'],
    ]);
  });
});
