import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { isHeldIn, resolveMention } from '../../src/sources/conversations/conversation-place.ts';
import {
  type ListLimits,
  listConversationFiles,
} from '../../src/sources/conversations/files/list-conversation-files.ts';
import { readConversationFile } from '../../src/sources/conversations/formats/index.ts';
import { CHATGPT, CLAUDE_CODE } from './samples.ts';

const limits = DEFAULTS.conversations;
let folder: string;
let outside: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'knap-conversations-'));
  outside = mkdtempSync(join(tmpdir(), 'knap-outside-'));
  const files = {
    'b/s-1.jsonl': CLAUDE_CODE,
    'b/deep/er/x.jsonl': CLAUDE_CODE,
    'a.json': CHATGPT,
    'readme.md': '#',
    'big.jsonl': 'x'.repeat(5000),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
    utimesSync(join(folder, path), 1_700_000_000, 1_700_000_000);
  }
  utimesSync(join(folder, 'b/s-1.jsonl'), 1_800_000_000, 1_800_000_000);
  writeFileSync(join(outside, 'secret.jsonl'), CLAUDE_CODE);
  symlinkSync(join(outside, 'secret.jsonl'), join(folder, 'linked.jsonl'));
  symlinkSync(outside, join(folder, 'linked'));
  symlinkSync(folder, join(folder, 'b/round'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  rmSync(outside, { recursive: true });
});

const paths = (more: Partial<ListLimits> = {}) =>
  listConversationFiles(folder, { ...limits, ...more }).files.map(({ path }) => path);

describe('a configured folder lists its files', () => {
  test('the files of a folder of conversations are listed by path; links are counted and not followed', () => {
    const { files, notes } = listConversationFiles(folder, limits);
    expect(files.map(({ path }) => path)).toEqual(['a.json', 'b/deep/er/x.jsonl', 'b/s-1.jsonl', 'big.jsonl']);
    expect(files[0]).toEqual({ path: 'a.json', size: Buffer.byteLength(CHATGPT), mtimeMs: 1_700_000_000_000 });
    expect(notes).toEqual(['3 files not followed, being a link: b/round, …']);
  });

  test('the listed files of conversations are limited in size, number, depth and entries', () => {
    expect(paths({ fileBytesMax: 4000 })).not.toContain('big.jsonl');
    expect(paths({ filesMax: 1 })).toEqual(['b/s-1.jsonl']);
    expect(paths({ depthMax: 1 })).toEqual(['a.json', 'b/s-1.jsonl', 'big.jsonl']);
    const few = listConversationFiles(folder, { ...limits, entriesMax: 2 });
    expect(few.files.map(({ path }) => path)).toEqual(['a.json']);
    expect(few.notes.join()).toContain('2 entries');
  });

  test('a missing folder of conversations gives a note', () => {
    for (const odd of ['nowhere', 'a.json']) {
      const { realRoot, files, notes } = listConversationFiles(join(folder, odd), limits);
      expect([realRoot, files, notes.length]).toEqual([null, [], 1]);
    }
  });

  test('a folder of conversations may itself be a link', () => {
    expect(listConversationFiles(join(folder, 'b/round'), limits).files.map(({ path }) => path)).toEqual(paths());
  });
});

describe('a file of a configured folder can be read', () => {
  const read = (path: string, more: object = {}) =>
    readConversationFile(listConversationFiles(folder, limits).realRoot!, path, { ...limits, ...more });

  test('a file of conversations is read, also one without conversations', () => {
    expect(read('b/s-1.jsonl')).toMatchObject({ conversations: [{ id: 's-1' }], notes: [] });
    expect(read('big.jsonl')).toMatchObject({ conversations: [] });
  });

  const refused: [path: string, note: string][] = [
    ['linked.jsonl', 'not read: outside'],
    ['linked/secret.jsonl', 'not read: outside'],
    ['../secret.jsonl', 'not read: outside'],
    ['/etc/passwd', 'not read: outside'],
    ['gone.jsonl', 'not read: gone'],
    ['b', 'not read: not a file'],
  ];
  test.each(refused)('reading %s below a folder of conversations is refused', (path, note) => {
    expect(read(path)).toBe(note);
  });

  test('a file of conversations that is too large is refused', () => {
    expect(read('big.jsonl', { fileBytesMax: 10 })).toBe('not read: larger than 10 bytes');
  });
});

const heldIn: [folder: string | null, root: string, expected: boolean][] = [
  ['/src/shop', '/src/shop', true],
  ['/src/shop/', '/src/shop', true],
  ['/src/shop/api/v2', '/src/shop/', true],
  ['/src/shop/api/../..', '/src/shop', false],
  ['/src', '/src/shop', false],
  ['/src/shop-two', '/src/shop', false],
  ['shop', '/src/shop', false],
  ['', '/src/shop', false],
  ['C:\\Src\\Shop\\api', 'c:/src/shop', true],
  ['C:\\Src\\Shopping', 'c:/src/shop', false],
  ['/anything', '/', true],
  [null, '/src/shop', false],
];
test.each(heldIn)('a conversation of the folder %j was held in %j: %j', (folder, root, expected) => {
  expect(isHeldIn(root, { folder })).toBe(expected);
});

const mentioned: [mention: string, held: string | null, expected: string | null][] = [
  ['/src/shop/a/b.ts', null, 'a/b.ts'],
  ['b.ts', '/src/shop/a', 'a/b.ts'],
  ['../c.ts', '/src/shop/a', 'c.ts'],
  ['../../../etc/passwd', '/src/shop/a', null],
  ['/etc/passwd', '/src/shop', null],
  ['a/b.ts', null, 'a/b.ts'],
  ['.', null, null],
];
test.each(mentioned)('%j, named in %j, is %j of the workspace', (mention, held, expected) => {
  expect(resolveMention(mention, held, '/src/shop')).toBe(expected);
});
