import { describe, expect, test } from 'vitest';
import { tanaExports } from '../../../src/sources/graph-sources.ts';
import { doc, fileWith, readDocs, readText } from './reading.ts';

describe('a file that is not an export is refused', () => {
  const whole = JSON.stringify({ docs: [doc('a'), doc('b')], lastTxid: 1 });
  const cases: [name: string, text: string, message: RegExp][] = [
    ['an empty file', '', /^The export is empty\.$/],
    ['a file of blanks', ' \n', /^The export is empty\.$/],
    ['a list', '[{"id":"a"}]', /not a JSON object/],
    ['text that is not JSON', 'hello', /not a JSON object/],
    ['an object without docs', '{"nodes":[]}', /has no list of documents/],
    ['docs that are not a list', '{"docs":{"a":1}}', /has no list of documents/],
    ['docs at a deeper level', '{"a":{"b":{"docs":[]}}}', /has no list of documents/],
    ['an export cut in the middle of a document', whole.slice(0, 30), /ends in the middle/],
    ['an export cut between documents', whole.slice(0, whole.indexOf('},{') + 2), /ends in the middle/],
    ['an export cut after the documents', whole.slice(0, -1), /ends in the middle/],
    ['an export cut inside a name', '{"docs":[{"id":"a', /ends in the middle/],
    ['a document that is not JSON', '{"docs":[{"id":"a"},{id:"b"}]}', /^Document 2 of the export is not JSON\.$/],
  ];
  for (const [name, text, message] of cases) {
    test(`the reader refuses ${name}`, async () => {
      await expect(readText(text)).rejects.toMatchObject({
        code: 'BAD_EXPORT',
        message: expect.stringMatching(message),
      });
    });
  }

  test('a folder and a missing file are not accepted as an export', async () => {
    expect(await tanaExports.stampOf(fileWith('').replace(/export\.json$/, ''))).toBeNull();
    expect(await tanaExports.stampOf('/nowhere/at/all.json')).toBeNull();
  });
});

describe('odd nodes are noted and left out', () => {
  test('of two nodes with the same id in an export the first is kept, with a note', async () => {
    const { row, notes } = await readDocs([doc('a', { name: 'first' }), doc('a', { name: 'second' })]);
    expect(row('a')!.name).toBe('first');
    expect(notes).toEqual(['1 documents came twice in the export; the first of each counts']);
  });

  test('children that are missing or are not ids are left out, and missing ones are noted', async () => {
    const odd = { id: 'a', props: { name: 'a' }, children: ['b', 'nowhere', null, 7, {}, ''] };
    const { row, notes } = await readDocs([odd, doc('b')]);
    expect(row('a')!.children).toEqual([{ id: 'b', isReference: false }]);
    expect(notes).toEqual(['1 documents are listed that are not in the export']);
  });

  test('documents of an export without id or name are left out, those without id with a note', async () => {
    const text =
      '{"docs":[{"props":{}},{"id":5},{"id":"x"},{"id":"a","props":{"name":7,"_ownerId":[],"description":{}},"children":{}},{"id":"b","props":{"name":"b"}}]}';
    const { rows, notes } = await readText(text);
    expect(rows.map(({ id }) => id)).toEqual(['b']);
    expect(notes).toEqual(['2 documents without an id were left out']);
  });

  test('a circle of owners in an export is cut with a note', async () => {
    const { rows, notes } = await readDocs([
      doc('a', { _ownerId: 'b' }, 'b'),
      doc('b', { _ownerId: 'c' }, 'c'),
      doc('c', { _ownerId: 'a' }, 'a'),
      doc('self', { _ownerId: 'self' }, 'self'),
    ]);
    expect(rows.map(({ id, parent }) => [id, parent])).toEqual([
      ['a', 'b'],
      ['b', 'c'],
      ['c', null],
      ['self', null],
    ]);
    expect(notes).toEqual(['2 circles of owners were cut']);
  });

  test('a node with 100,000 children is read', async () => {
    const ids = Array.from({ length: 100_000 }, (_, index) => `n${index}`);
    const { row, rows } = await readDocs([doc('hub', {}, ...ids), ...ids.map((id) => doc(id, { _ownerId: 'hub' }))]);
    expect(row('hub')!.children).toHaveLength(100_000);
    expect(rows).toHaveLength(100_001);
  });

  test('a node below a chain of 100,000 owners in the trash is left out', async () => {
    const docs = Array.from({ length: 100_000 }, (_, index) => doc(`n${index}`, { _ownerId: `n${index + 1}` }));
    const { rows } = await readDocs([...docs, doc('n100000', { _ownerId: 'ws_TRASH' }), doc('seen')]);
    expect(rows.map(({ id }) => id)).toEqual(['seen']);
  });

  test('an aborted read of an export fails with an abort error', async () => {
    const path = fileWith(JSON.stringify({ docs: [doc('a')] }));
    await expect(tanaExports.read(path, { notes: [], signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  });
});
