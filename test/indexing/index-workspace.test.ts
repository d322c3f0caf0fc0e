import { readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { refreshFile } from '../../src/indexing/index-files.ts';
import { INDEX_META } from '../../src/indexing/index-parts.ts';
import { openSqliteStore } from '../../src/stores/index.ts';
import { commit, folder, repository, write } from './folder.ts';
import { openCountingParser, world } from './world.ts';

const parser = await openCountingParser();
const SHOP = {
  'src/pay.ts': "import { send } from './mail';\nexport function pay() { return send(); }\n",
  'src/mail.ts': 'export function send() {}\n',
  'test/pay.test.ts': "import { pay } from '../src/pay';\npay();\n",
  'shop.py': 'class Shop:\n    def open(self): pass\n',
};
const edge = (from: string, to: string) => expect.objectContaining({ from, to, kind: 'imports' });
const countOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = parser.parsed();
  await work();
  return parser.parsed() - before;
};

test('C2 C4 C5 C6 C7 C8 the first run records every file: path, language, size, time and hash', async () => {
  const { index, view, store } = world(repository(SHOP), parser);
  const all = { files: 4, added: 4, changed: 0, removed: 0, commits: 1, notes: [], isWhole: true, left: 0 };
  expect(await index()).toEqual(all);
  const files = await view();
  expect(files['src/mail.ts']).toMatchObject({
    language: 'typescript',
    role: 'source',
    size: 26,
    lineCount: 1,
    isParsed: true,
    source: 'code',
  });
  expect(files['src/mail.ts']?.hash).toMatch(/^[0-9a-f]{40}$/);
  expect(files['src/mail.ts']?.mtimeMs).toBeGreaterThan(1_600_000_000_000);
  expect([files['shop.py']?.language, files['test/pay.test.ts']?.role]).toEqual(['python', 'test']);
  const edges = await store.edges(['src/pay.ts', 'test/pay.test.ts'], { direction: 'out', kinds: ['imports'] });
  expect(edges).toEqual([edge('src/pay.ts', 'src/mail.ts'), edge('test/pay.test.ts', 'src/pay.ts')]);
});

test('C17 C18 C19 the index holds last change, number of commits and churn of a file', async () => {
  const root = repository(SHOP);
  for (const body of ['1', '2', '3']) commit(root, { 'src/mail.ts': body }, `Mail ${body}`);
  const { index, store } = world(root, parser);
  await index();
  const [mail, pay] = await store.fileHistory(['src/mail.ts', 'src/pay.ts']);
  expect(mail).toEqual({
    path: 'src/mail.ts',
    lastModifiedMs: Date.UTC(2026, 0, 2, 3, 4, 5),
    commitCount: 4,
    churn: 1,
  });
  expect(pay).toMatchObject({ commitCount: 1, churn: 0.25 });
});

test('C2 with no change nothing is read, parsed or stored', async () => {
  const root = repository({ ...SHOP, 'binary.ts': Buffer.from([0, 1, 2]) });
  const { index, parts, store } = world(root, parser);
  const first = await index();
  expect(first.notes).toEqual(['1 file left out: not text, or written by knap: binary.ts']);
  const idle = world(root, parser, {
    store: { ...store, apply: () => Promise.reject(new Error('stored')) },
    reader: { ...parts.reader, outcome: () => expect.unreachable('read') },
  });
  expect(await idle.index()).toEqual({ ...first, added: 0 });
});

test('C2 only changed, added and deleted files are updated, and only new content is parsed', async () => {
  const root = repository(SHOP);
  const { index, view } = world(root, parser);
  await index();
  write(root, {
    'src/mail.ts': 'export function send() { return 1; }\n',
    'src/copy.ts': SHOP['src/pay.ts'],
    'new.py': 'x = 1\n',
  });
  rmSync(join(root, 'shop.py'));
  let outcome = {};
  expect(await countOf(async () => (outcome = await index()))).toBe(2);
  expect(outcome).toMatchObject({ files: 5, added: 2, changed: 1, removed: 1 });
  expect(Object.keys(await view())).toEqual(['new.py', 'src/copy.ts', 'src/mail.ts', 'src/pay.ts', 'test/pay.test.ts']);
});

test('C8 a touched file with the same content is not parsed again', async () => {
  const root = repository(SHOP);
  const { index, view } = world(root, parser);
  await index();
  utimesSync(join(root, 'shop.py'), 1_700_000_000, 1_700_000_000);
  expect(await countOf(async () => expect(await index()).toMatchObject({ added: 0, changed: 0 }))).toBe(0);
  expect((await view())['shop.py']?.mtimeMs).toBe(1_700_000_000_000);
});

test('C8 a change that keeps size and time is noticed if the file was written recently', async () => {
  const root = repository({ 'a.ts': 'let a = 1;\n' });
  const { index, setNow, view } = world(root, parser);
  const path = join(root, 'a.ts');
  const { atime, mtime, mtimeMs } = statSync(path);
  setNow(Math.floor(mtimeMs) + 500);
  await index();
  const before = (await view())['a.ts']?.hash;
  writeFileSync(path, 'let b = 2;\n');
  utimesSync(path, atime, mtime);
  setNow(Math.floor(mtimeMs) + 60_000);
  expect(await index()).toMatchObject({ changed: 1 });
  expect((await view())['a.ts']?.hash).not.toBe(before);
  expect(await index()).toMatchObject({ changed: 0 });
});

test('C2 an added or deleted file relinks the others, and so does a changed configuration', async () => {
  const root = repository({
    'src/a.ts': "import { b } from './b';\nimport { c } from 'nick';\n",
    'lib/c.ts': 'export const c = 1;\n',
    'tsconfig.json': '{}',
  });
  const { index, store } = world(root, parser);
  const targets = async () =>
    (await store.edges(['src/a.ts'], { direction: 'out', kinds: ['imports'] })).map((found) => found.to);
  await index();
  expect(await targets()).toEqual([]);
  write(root, { 'src/b.ts': 'export const b = 1;\n' });
  await index();
  expect(await targets()).toEqual(['src/b.ts']);
  write(root, { 'tsconfig.json': '{"compilerOptions":{"baseUrl":".","paths":{"nick":["lib/c"]}}}' });
  await index();
  expect(await targets()).toEqual(['lib/c.ts', 'src/b.ts']);
  rmSync(join(root, 'src/b.ts'));
  await index();
  expect(await targets()).toEqual(['lib/c.ts']);
});

test('C2 new commits are added to the history, and a rewritten history replaces it', async () => {
  const root = repository(SHOP);
  const { index, store } = world(root, parser);
  await index();
  commit(root, { 'shop.py': 'x = 1\n' }, 'Rework the shop');
  expect(await index()).toMatchObject({ commits: 2, changed: 1 });
  rmSync(join(root, '.git'), { recursive: true });
  expect(await index()).toMatchObject({ commits: 0, notes: ['no history: not in a git repository'] });
  expect((await store.opening()).history).toMatchObject({ available: false, head: null });
});

test('C20 a plain folder is indexed without history, with one note in each run', async () => {
  const { index } = world(folder(SHOP), parser);
  const notes = ['no history: not in a git repository'];
  const outcome = { files: 4, changed: 0, removed: 0, isWhole: true, left: 0, commits: 0, notes };
  expect(await index()).toEqual({ ...outcome, added: 4 });
  expect(await index()).toEqual({ ...outcome, added: 0 });
});

test('an empty folder gives an empty view', async () => {
  expect(await world(folder(), parser).index()).toMatchObject({ files: 0, added: 0 });
});

test('binary files, invalid UTF-8, UTF-16, large files and links out of the root are each noted, and the rest is indexed', async () => {
  const root = repository({
    'ok.ts': 'export const a = 1;\n',
    'binary.ts': Buffer.from([0x7f, 0x45, 0, 1]),
    'latin.py': Buffer.from([0x78, 0x20, 0x3d, 0x20, 0x22, 0xe9, 0x22, 0x0a]),
    'wide.py': Buffer.from('\uFEFFx = 1\n', 'utf16le'),
    'big.json': Buffer.alloc(2_000_000, '1'),
    'a "b"\nc.ts': 'export const odd = 1;\n',
  });
  symlinkSync('/etc/hostname', join(root, 'out.ts'));
  const { index, view, store } = world(root, parser);
  expect((await index()).notes).toEqual([
    '1 file too large to be read: big.json',
    '1 file left out: links that lead out of the root: out.ts',
    '1 file left out: not text, or written by knap: binary.ts',
    '1 file read with replacement characters: not valid UTF-8: latin.py',
  ]);
  const files = await view();
  expect(Object.keys(files)).toEqual(['a "b"\nc.ts', 'latin.py', 'ok.ts', 'wide.py']);
  expect([...(await store.texts([files['wide.py']!.hash])).values()]).toEqual(['x = 1\n']);
});

test('a file that becomes binary leaves the view, and returns as text', async () => {
  const root = repository({ 'a.ts': 'let a;\n' });
  const { index } = world(root, parser);
  await index();
  write(root, { 'a.ts': Buffer.from([0, 0, 0]) });
  expect(await index()).toMatchObject({ files: 0, removed: 1 });
  write(root, { 'a.ts': 'let again;\n' });
  expect(await index()).toMatchObject({ files: 1, added: 1, notes: [] });
});

test('a file deleted between scan and read is absent from the view', async () => {
  const root = repository(SHOP);
  const base = world(root, parser);
  const [files] = base.parts.sources;
  const source = {
    ...files!,
    scan: async () => {
      const seen = await files!.scan(null);
      rmSync(join(root, 'shop.py'), { force: true });
      return seen;
    },
  };
  expect(await world(root, parser, { sources: [source] }).index()).toMatchObject({ files: 3, added: 3, notes: [] });
});

test('C2 a run stopped between batches keeps stored files, and the next run does the rest with its edges', async () => {
  const root = repository({ ...SHOP, 'a.ts': "import { pay } from './src/pay';\n" });
  const { index, store } = world(root, parser);
  const stop = new AbortController();
  const run = index({
    batchFiles: 1,
    signal: stop.signal,
    onProgress: ({ stage, done }) => {
      if (stage === 'parse' && done === 3) stop.abort(new Error('enough'));
    },
  });
  await expect(run).rejects.toThrow('enough');
  const kept = (await store.opening()).files.length;
  expect(kept).toBeGreaterThan(0);
  expect(kept).toBeLessThan(5);
  expect((await store.opening()).meta.get(INDEX_META.linking)).toBe('pending');
  expect(await index()).toMatchObject({ files: 5, added: 5 - kept });
  expect(await store.edges(['a.ts'], { direction: 'out', kinds: ['imports'] })).toEqual([edge('a.ts', 'src/pay.ts')]);
});

test('C2 a run that ended before linking is completed by the next run, although no file changed', async () => {
  const root = repository(SHOP);
  const broken = world(root, parser, { linker: { link: () => Promise.reject(new Error('killed')) } });
  await expect(broken.index()).rejects.toThrow('killed');
  const { index, store } = world(root, parser, { store: broken.store });
  expect(await index()).toMatchObject({ added: 0, changed: 0 });
  expect(await store.edges(['src/pay.ts'], { direction: 'out', kinds: ['imports'] })).toEqual([
    edge('src/pay.ts', 'src/mail.ts'),
  ]);
});

test('progress reports the stages in order and ends at their total', async () => {
  const seen: string[] = [];
  await world(repository(SHOP), parser).index({
    batchFiles: 3,
    onProgress: ({ stage, done, total }) => seen.push(`${stage} ${done}/${total}`),
  });
  expect(seen).toEqual([
    'scan 0/0',
    'scan 4/4',
    'parse 0/4',
    'parse 3/4',
    'parse 4/4',
    'link 0/1',
    'link 1/1',
    'history 0/0',
  ]);
});

test('the size of batches does not change the result', async () => {
  const root = repository(SHOP);
  const whole = world(root, parser);
  await whole.index();
  for (const limits of [{ batchFiles: 1 }, { batchBytes: 1 }, { batchFiles: 2 }]) {
    const pieces = world(root, parser);
    await pieces.index(limits);
    const strip = async (of: typeof whole) => (await of.store.opening()).files.map(({ content: _, ...file }) => file);
    expect(await strip(pieces)).toEqual(await strip(whole));
  }
});

test('the embedded store gives the same result', async () => {
  const root = repository(SHOP);
  const store = openSqliteStore({ path: ':memory:' });
  const { index } = world(root, parser, { store });
  expect(await index()).toMatchObject({ files: 4, added: 4, commits: 1 });
  write(root, { 'shop.py': 'class Shop: pass\n' });
  expect(await index()).toMatchObject({ files: 4, changed: 1 });
  expect(await index()).toMatchObject({ changed: 0 });
  await store.close();
});

test('refresh indexes a changed file with its edges, and keeps the stored text of a deleted file', async () => {
  const root = repository(SHOP);
  const { index, parts, store, view } = world(root, parser);
  await index();
  expect(await refreshFile(parts, 'shop.py')).toBe('same');
  write(root, {
    'src/pay.ts': `// moved down\n${readFileSync(join(root, 'src/pay.ts'), 'utf8').replace('./mail', '../test/pay.test')}`,
  });
  expect(await refreshFile(parts, 'src/pay.ts')).toBe('changed');
  const file = (await view())['src/pay.ts']!;
  expect((await store.contents([file.hash])).get(file.hash)?.facts.symbols).toMatchObject([
    { name: 'pay', signatureLines: [3, 3] },
  ]);
  expect(await store.edges(['src/pay.ts'], { direction: 'out', kinds: ['imports'] })).toEqual([
    edge('src/pay.ts', 'test/pay.test.ts'),
  ]);
  rmSync(join(root, 'shop.py'));
  expect(await refreshFile(parts, 'shop.py')).toBe('gone');
  expect([...(await store.texts([(await view())['shop.py']!.hash])).values()]).toEqual([SHOP['shop.py']]);
  expect(await refreshFile(parts, 'nowhere.ts')).toBe('gone');
});
