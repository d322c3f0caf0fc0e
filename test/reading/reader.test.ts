import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, realpathSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createReader, joinReaders, type ReaderOptions } from '../../src/reading/reader.ts';
import { withoutRights } from '../worlds/without-rights.ts';

function folder(files: Record<string, string | Buffer>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'knap-test-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) writeFileSync(join(root, path), content);
  return root;
}
const reader = (root: string, limits: Partial<ReaderOptions> = {}) =>
  createReader({ root, fileBytesMax: 1000, cachedBytesMax: 1000, ...limits });
const utf16be = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16();

const TEXTS: [name: string, bytes: Buffer | string, text: string][] = [
  ['plain', 'a\nb', 'a\nb'],
  ['empty', '', ''],
  ['with a byte order mark', '\uFEFFa', 'a'],
  ['with odd Unicode', 'é日本👍\u202E', 'é日本👍\u202E'],
  ['invalid UTF-8', Buffer.from([0x61, 0xe9, 0x62, 0x63, 0x0a]), 'a\uFFFDbc\n'],
  ['UTF-16, little end first', Buffer.from('\uFEFFabc', 'utf16le'), 'abc'],
  ['UTF-16, big end first', utf16be('abc'), 'abc'],
];
for (const [name, bytes, text] of TEXTS) {
  test(`C8 a text is read with the hash of its bytes: ${name}`, async () => {
    const root = folder({ 'a.ts': bytes });
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 40);
    expect(await reader(root).read('a.ts')).toEqual({ path: 'a.ts', text, hash });
  });
}

test('C8 the same bytes in another language are another content, with the same beginning', async () => {
  const root = folder({ 'a.ts': 'x', 'a.py': 'x', 'b.py': 'x' });
  const hashes = await Promise.all(
    ['a.ts', 'a.py', 'b.py'].map(
      async (path) => (await reader(root, { languageOf: (of) => of.slice(-2) }).read(path))?.hash,
    ),
  );
  expect(new Set(hashes).size).toBe(2);
  expect(new Set(hashes.map((hash) => hash?.slice(0, 32)))).toHaveLength(1);
  expect(hashes[1]).toBe(hashes[2]);
});

const REFUSED: [name: string, path: string, refusal: string][] = [
  ['a binary named .ts', 'binary.ts', 'binary'],
  ['mostly invalid bytes', 'noise.ts', 'binary'],
  ['too large', 'large.ts', 'large'],
  ['not there', 'nowhere.ts', 'gone'],
  ['below a file', 'a.ts/b', 'gone'],
  ['upwards', '../x.ts', 'outside'],
  ['upwards inside', 'b/../../x.ts', 'outside'],
  ['absolute', '/etc/hostname', 'outside'],
  ['empty path', '', 'outside'],
  ['the root itself', '.', 'unreadable'],
  ['a NUL in the path', 'a.ts\0.png', 'outside'],
  ['a link out of the root', 'out.ts', 'outside'],
  ['a link in a circle', 'loop', 'unreadable'],
  ['a folder', 'dir', 'unreadable'],
  ['a pipe', 'pipe', 'unreadable'],
];
for (const [name, path, refusal] of REFUSED) {
  test(`a refused file gives its reason and reads as null: ${name}`, async () => {
    const noise = Buffer.from(Array.from({ length: 300 }, (_, index) => 128 + ((index * 37) % 64)));
    const root = folder({
      'a.ts': '',
      'binary.ts': Buffer.from([1, 2, 0, 3]),
      'noise.ts': noise,
      'large.ts': 'x'.repeat(1001),
    });
    symlinkSync('/etc/hostname', join(root, 'out.ts'));
    symlinkSync('loop', join(root, 'loop'));
    execFileSync('mkdir', ['dir'], { cwd: root });
    execFileSync('mkfifo', ['pipe'], { cwd: root });
    const from = reader(root);
    expect(await from.read(path)).toBeNull();
    expect(from.outcome(path)).toMatchObject({ refusal });
  });
}

test('a link inside the root is followed', async () => {
  const root = folder({ 'a.ts': 'text' });
  symlinkSync('a.ts', join(root, 'b.ts'));
  expect((await reader(root).read('b.ts'))?.text).toBe('text');
});

test('a cached text is never older than the file, even with the same size and time', async () => {
  const root = folder({ 'a.ts': 'one' });
  const from = reader(root);
  const setTime = () => utimesSync(join(root, 'a.ts'), 1_700_000_000, 1_700_000_000);
  setTime();
  const first = await from.read('a.ts');
  expect(await from.read('a.ts')).toBe(first);
  writeFileSync(join(root, 'a.ts'), 'two');
  setTime();
  expect((await from.read('a.ts'))?.text).toBe('two');
  rmSync(join(root, 'a.ts'));
  expect(await from.read('a.ts')).toBeNull();
});

test('the cache of texts is limited and can be cleared', async () => {
  const root = folder({ 'a.ts': 'x'.repeat(300), 'b.ts': 'y'.repeat(300) });
  const from = reader(root);
  const first = await from.read('a.ts');
  await from.read('b.ts');
  expect(await from.read('a.ts')).not.toBe(first);
  const second = await from.read('a.ts');
  expect(await from.read('a.ts')).toBe(second);
  from.forget('a.ts');
  expect(await from.read('a.ts')).not.toBe(second);
  const none = reader(root, { cachedBytesMax: 0 });
  expect(await none.read('a.ts')).not.toBe(await none.read('a.ts'));
});

test('joined readers announce to the reader of the disk only the files that it reads', async () => {
  const announced: string[] = [];
  const disk = { ...reader(folder({})), ahead: async (paths: readonly string[]) => void announced.push(...paths) };
  const source = {
    name: 'graph',
    owns: (path: string) => path.startsWith('tana:'),
    scan: async () => ({ files: [], notes: [] }),
    languageOf: () => null,
    roleOf: () => 'source' as const,
    outcome: async () => ({ refusal: 'gone' as const, stamp: null }),
  };
  await joinReaders([source], disk).ahead?.(['a.ts', 'tana:main/x', 'b.ts']);
  expect(announced).toEqual(['a.ts', 'b.ts']);
});

test('a file without permission is reported as unreadable', async () => {
  const root = folder({ 'a.ts': 'x' });
  chmodSync(join(root, 'a.ts'), 0);
  const outcome = await withoutRights([root], () => reader(root).outcome('a.ts'));
  expect(outcome).toMatchObject({ refusal: 'unreadable' });
});
