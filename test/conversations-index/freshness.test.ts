import { chmodSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folder, write } from '../indexing/folder.ts';
import { withoutRights } from '../worlds/without-rights.ts';
import { CODE, transcript, world } from './world.ts';

const said = (text: string) => (root: string) => ({ 'a.jsonl': transcript([{ folder: root, text }]) });

test('an unchanged export of conversations is not read again, a changed one is', async () => {
  const { root, say, open } = world((at) => ({
    'export.jsonl': transcript([
      { session: 'one', folder: at, text: 'The auditors came.' },
      { session: 'two', folder: at, text: 'The zeppelin landed.' },
      { session: 'three', folder: '/elsewhere', text: 'Nothing of yours.' },
    ]),
  }));
  const first = await (await open()).index();
  expect(first).toMatchObject({ files: Object.keys(CODE).length + 2, notes: [] });
  const other = transcript([
    { session: 'one', folder: root, text: 'The auditors went' },
    { session: 'four', folder: root, text: 'x'.repeat(21) },
  ]);
  const engine = await open();
  // Other words of the same length at the same time: whoever reads the file again would see them.
  say({ 'export.jsonl': padded(other, lengthOf(root)) });
  expect(await engine.index()).toMatchObject({ added: 0, changed: 0, removed: 0 });
  const [quoted] = (await engine.pack({ task: 'zeppelin' })).pack.blocks;
  expect(quoted).toMatchObject({ path: 'conversation:plain/two', isStale: false });
  say({ 'export.jsonl': other }, new Date('2026-02-01'));
  expect(await engine.index()).toMatchObject({ added: 1, changed: 1, removed: 1 });
});

function lengthOf(root: string): number {
  return transcript([
    { session: 'one', folder: root, text: 'The auditors came.' },
    { session: 'two', folder: root, text: 'The zeppelin landed.' },
    { session: 'three', folder: '/elsewhere', text: 'Nothing of yours.' },
  ]).length;
}

function padded(text: string, length: number): string {
  expect(text.length).toBeLessThanOrEqual(length);
  return text + '\n'.repeat(length - text.length);
}

test('a conversation that grows is quoted in its new form, and keeps its line numbers', async () => {
  const { root, say, open } = world(said('The auditors came.'));
  const engine = await open();
  const quoted = async () =>
    (await engine.pack({ task: 'auditors' })).pack.blocks.filter(({ path }) => path === 'conversation:plain/s');
  const [before] = await quoted();
  say(
    { 'a.jsonl': transcript([{ folder: root, text: 'The auditors came.' }, { text: 'The auditors went.' }]) },
    new Date('2026-02-01'),
  );
  const after = await quoted();
  expect(after.map(({ text }) => text).join('\n')).toContain('The auditors went.');
  expect(after.map(({ text }) => text).join('\n')).toContain(before!.text);
  expect(after.some(({ isStale }) => isStale)).toBe(false);
});

describe('a transcript may change between scan and reading', () => {
  async function packWhile(meanwhile: (root: string, past: string) => void) {
    const { root, past, open } = world(said('The auditors came.'));
    let isArmed = false;
    const engine = await open([{ folder: past }], {
      onProgress: ({ stage, total }) => {
        if (!isArmed || stage !== 'scan' || total === 0) return;
        isArmed = false;
        meanwhile(root, past);
      },
    });
    await engine.index();
    isArmed = true;
    const { pack } = await engine.pack({ task: 'auditors' });
    expect(isArmed).toBe(false);
    return pack.blocks.find(({ path }) => path === 'conversation:plain/s')!;
  }

  test('a transcript that grows is read again before it is quoted', async () => {
    const block = await packWhile((root, past) =>
      write(past, { 'a.jsonl': transcript([{ folder: root, text: 'The auditors came by zeppelin.' }]) }),
    );
    expect(block.text).toContain('The auditors came by zeppelin.');
    expect(block.isStale).toBe(false);
  });

  test('a transcript that vanishes before it is quoted is quoted from the index and marked as stale', async () => {
    const block = await packWhile((_, past) => rmSync(join(past, 'a.jsonl')));
    expect(block.text).toContain('The auditors came.');
    expect(block.isStale).toBe(true);
  });
});

describe('conversations that are no longer configured or deleted disappear', () => {
  const ways: [name: string, change: (past: string) => void, isConfigured: boolean][] = [
    ['its folder leaves the configuration', () => {}, false],
    ['its folder is removed', (past) => rmSync(past, { recursive: true }), true],
    ['its file is removed', (past) => rmSync(join(past, 'a.jsonl')), true],
    [
      'its file is renamed to another extension',
      (past) => renameSync(join(past, 'a.jsonl'), join(past, 'a.txt')),
      true,
    ],
  ];
  for (const [name, change, isConfigured] of ways)
    test(`a conversation is removed from the index if ${name}`, async () => {
      const { past, open } = world(said('The auditors came.'));
      expect(await (await open()).index()).toMatchObject({ added: Object.keys(CODE).length + 1 });
      change(past);
      const engine = await open(isConfigured ? undefined : []);
      expect(await engine.index()).toMatchObject({ removed: 1, files: Object.keys(CODE).length });
      expect((await engine.pack({ task: 'auditors' })).text).not.toContain('auditors came');
    });
});

test('of two files with the same conversation the newer one is quoted', async () => {
  const { root, say, open } = world(said('The auditors came.'));
  say({ 'b/copy.jsonl': transcript([{ folder: root, text: 'The auditors went.' }]) }, new Date('2026-02-01'));
  const { text } = await (await open()).pack({ task: 'auditors' });
  expect(text).toContain('The auditors went.');
  expect(text).not.toContain('The auditors came.');
});

test('new files and new symbols are linked to older messages that name them', async () => {
  const { root, open } = world(said('Half a cent goes in src/new/till.ts, by `emptyTill` and `pourTill`.'));
  const engine = await open();
  const linked = async () =>
    (await engine.pack({ task: 'half a cent' })).edges
      .filter(({ from }) => from === 'conversation:plain/s')
      .map(({ to }) => to);
  expect(await linked()).toEqual([]);
  write(root, { 'src/new/till.ts': 'export function emptyDrawer() {}\n' });
  expect(await linked()).toEqual(['src/new/till.ts']);
  write(root, { 'src/mail/send.ts': 'export function pourTill() {}\n' });
  expect(await linked()).toEqual(['src/mail/send.ts', 'src/new/till.ts']);
});

describe('only conversations of the workspace are read', () => {
  const cases: [name: string, folder: string | null, workspace: 'here' | 'elsewhere' | null, isFound: boolean][] = [
    ['held here', '.', null, true],
    ['held in a folder of it', './src', null, true],
    ['held elsewhere', '/elsewhere', null, false],
    ['held nobody knows where', null, null, false],
    ['held nobody knows where, in a folder for this workspace', null, 'here', true],
    ['held in another copy, in a folder for this workspace', '/copy', 'here', true],
    ['held here, in a folder for another workspace', '.', 'elsewhere', false],
  ];
  for (const [name, held, workspace, isFound] of cases)
    test(`a conversation ${name} is ${isFound ? 'read' : 'not read'}`, async () => {
      const at = (root: string) => (held?.startsWith('.') ? join(root, held) : held);
      const { root, past, open } = world((here) => ({
        'a.jsonl': transcript([{ folder: at(here), text: 'Half a cent is in src/mail/send.ts.' }]),
      }));
      const named = workspace === null ? {} : { workspace: workspace === 'here' ? root : '/elsewhere' };
      const { edges, pack } = await (await open([{ folder: past, ...named }])).pack({ task: 'half a cent' });
      expect(pack.files.some(({ path }) => path === 'conversation:plain/s')).toBe(isFound);
      const isLinked = isFound && held !== './src';
      expect(edges.some(({ to }) => to === 'src/mail/send.ts')).toBe(isLinked);
    });
});

test('links that lead out of a folder of conversations are not followed, and a note says so', async () => {
  const { root, past, open } = world(() => ({}));
  const outside = folder({ 'b.jsonl': transcript([{ folder: root, text: 'The auditors came.' }]) });
  symlinkSync(join(outside, 'b.jsonl'), join(past, 'b.jsonl'));
  symlinkSync(outside, join(past, 'more'));
  const engine = await open();
  const { notes, files } = await engine.index();
  expect(files).toBe(Object.keys(CODE).length);
  expect(notes).toEqual([expect.stringMatching(/^conversations: 2 files not followed, being a link: b\.jsonl/)]);
});

test('without configured folders no conversation is read, not even from a folder named like one', async () => {
  const { open, root } = world(() => ({}), { ...CODE, 'conversation:plain/s': 'The auditors came.\n' });
  expect((await (await open([])).pack({ task: 'auditors' })).pack.blocks[0]).toMatchObject({ kind: 'file' });
  expect(readdirSync(root)).toContain('conversation:plain');
  const engine = await open();
  expect((await engine.pack({ task: 'auditors' })).pack.blocks).toEqual([]);
  expect((await engine.status()).pending).toEqual({ added: 0, changed: 0, removed: 0 });
});

test('secrets in a conversation are neither quoted, found nor stored', async () => {
  const secret = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;
  const { root, open } = world(said(`The auditors use \`${secret}\` to log in.`));
  const engine = await open();
  const { text } = await engine.pack({ task: 'auditors log in' });
  expect(text).toContain('[redacted: ');
  expect(text).not.toContain(secret);
  await engine.index({ full: true });
  const { results } = await engine.query({ query: secret, minScore: 0 });
  expect(JSON.stringify(results)).not.toContain(secret);
  expect(readdirSync(join(root, '.knap'))).toContain('index.db');
});

describe('bad input gives a note', () => {
  const line = (root: string) => transcript([{ folder: root, text: 'The auditors came.' }]);
  const cases: [name: string, content: (root: string) => string, note: string | null][] = [
    ['a transcript cut off in a line', (root) => `${line(root)}{"session": "s", "ro`, 'ends in the middle of a record'],
    ['a line that is no JSON', (root) => `${line(root)}oops\n${line(root)}`, '1 record is not valid JSON (line 2)'],
    ['somebody else’s broken file', () => `${line('/elsewhere')}oops\n`, null],
    ['a file of another kind', () => '{"a": 1}\n', null],
  ];
  for (const [name, content, note] of cases)
    test(`a file of conversations is read, with a note if it is faulty: ${name}`, async () => {
      const { open } = world((root) => ({ 'a.jsonl': content(root) }));
      const first = (await (await open()).index()).notes;
      expect(first).toEqual(note === null ? [] : [expect.stringContaining(note)]);
      // What was not read again is still said.
      expect((await (await open()).index()).notes).toEqual(first);
    });

  test('a configured folder of conversations that is missing gives a note', async () => {
    const { open } = world(() => ({}));
    const { notes } = await (await open([{ folder: '/no/such/folder' }])).index();
    expect(notes).toEqual(['conversations: no folder that can be read: "/no/such/folder"']);
  });

  test('a file of conversations without read permission gives a note', async () => {
    const { root, past, open } = world(said('The auditors came.'));
    chmodSync(join(past, 'a.jsonl'), 0);
    const engine = await open();
    const { notes } = await withoutRights([root, past], () => engine.index());
    expect(notes).toEqual(['conversations: "a.jsonl": not read: the file cannot be opened']);
  });
});
