// biome-ignore format: one line keeps the cases below in sight.
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scan } from '../../src/sources/code/scan/scan.ts';
import { commit, type Files, folder, gitIn, repository, write } from './folder.ts';

const LIMITS = { fileBytesMax: 1_048_576, filesMax: 1000 };
const paths = async (root: string, exclude: string[] = []): Promise<string[]> =>
  (await scan(root, { ...LIMITS, exclude })).files.map((file) => file.path);

// Each case holds in a repository and in a plain folder alike; ignore files themselves are not listed as expected.
const CASES: [name: string, files: Files, expected: string[], exclude?: string[]][] = [
  ['C3 all files', { 'b.ts': '1', 'a/x.ts': '1' }, ['a/x.ts', 'b.ts']],
  ['C3 .ctxignore drops', { 'a.ts': '', 'gen/x.ts': '', '.ctxignore': 'gen/\n' }, ['a.ts']],
  ['K25 .gitignore drops', { 'a.ts': '', 'out/x.ts': '', '.gitignore': 'out\n' }, ['a.ts']],
  [
    'K25 nested .gitignore',
    { 'p/a.ts': '', 'p/b.log': '', 'b.log': '', 'p/.gitignore': '*.log\n' },
    ['b.log', 'p/a.ts'],
  ],
  [
    'K25 nested .gitignore takes back',
    { 'a.log': '', 'p/a.log': '', '.gitignore': '*.log\n', 'p/.gitignore': '!*.log\n' },
    ['p/a.log'],
  ],
  [
    'K41 .ctxignore never lets in what git ignores: a file',
    { 'a.log': '', 'b.ts': '', '.gitignore': '*.log\n', '.ctxignore': '!a.log\n' },
    ['b.ts'],
  ],
  [
    'K41 … nor a folder, nor a path in one, nor everything',
    {
      'a.ts': '',
      'dist/a.ts': '',
      'dist/b/c.ts': '',
      '.gitignore': 'dist/\n',
      '.ctxignore': '!dist/\n!dist/b/c.ts\n!**\n',
    },
    ['a.ts'],
  ],
  [
    'K41 what git ignores in a folder of installed things stays out when the folder is let in',
    {
      'node_modules/a/x.js': '',
      'node_modules/a/y.log': '',
      '.gitignore': '*.log\n',
      '.ctxignore': '!node_modules/a/\n',
    },
    ['node_modules/a/x.js'],
  ],
  [
    'K41 .ctxignore wins over built-ins',
    {
      'node_modules/a/x.js': '',
      'node_modules/b/x.js': '',
      'l.min.js': '',
      '.ctxignore': '!node_modules/a/\n!l.min.js\n',
    },
    ['l.min.js', 'node_modules/a/x.js'],
  ],
  ['K25 the last line wins', { 'a.ts': '', 'b.ts': '', '.ctxignore': '*.ts\n!a.ts\n!b.ts\nb.ts\n' }, ['a.ts']],
  [
    'K25 .git and .knap never',
    { 'a.ts': '', '.knap/index.db.txt': '', 'x/.knap/y.txt': '', '.ctxignore': '!.git/\n!.knap/\n!.git/config\n' },
    ['a.ts'],
  ],
  [
    'K25 installed, editors’ and binary files',
    {
      'a.ts': '',
      'node_modules/x.js': '',
      '.idea/x.xml': '',
      '.vscode/s.json': '',
      '.a.ts.swp': '',
      'a.ts~': '',
      '.DS_Store': '',
      'i.PNG': '',
      'f.woff2': '',
      'z.tar.gz': '',
      'x.so': '',
      'q.min.css': '',
    },
    ['a.ts'],
  ],
  ['K25 lock files stay', { 'package-lock.json': '{}', 'Cargo.lock': '' }, ['Cargo.lock', 'package-lock.json']],
  [
    'K25 secrets',
    {
      'a.ts': '',
      '.env': 'A=1',
      '.env.local': '',
      '.env.example': '',
      'k.pem': '',
      id_rsa: '',
      'id_rsa.pub': '',
      '.ctxignore': '!.env\n!k.pem\n',
    },
    ['.env.example', 'a.ts', 'id_rsa.pub'],
  ],
  ['exclude wins over everything', { 'a.ts': '', 'b/c.ts': '', '.ctxignore': '!b/\n' }, ['a.ts'], ['b/']],
  [
    'odd names',
    {
      'a b.ts': '',
      'q"uote\'.ts': '',
      'new\nline.ts': '',
      'ünïcode/日本.ts': '',
      '-dash.ts': '',
      'back\\slash.ts': '',
      '*.ts': '',
    },
    ['*.ts', '-dash.ts', 'a b.ts', 'back\\slash.ts', 'new\nline.ts', 'q"uote\'.ts', 'ünïcode/日本.ts'],
  ],
];
const IGNORE_FILES = /(?:^|\/)\.(?:git|ctx)ignore$/;
for (const [name, files, expected, exclude] of CASES) {
  for (const make of [repository, folder] as const) {
    test(`scan: ${name} (${make.name})`, async () => {
      const found = await paths(make(files), exclude);
      expect(found.filter((path) => !IGNORE_FILES.test(path))).toEqual(expected);
    });
  }
}

test('C4 C6 C7 a scanned file has its relative path, size in bytes and time of change', async () => {
  const root = folder({ 'src/ä.ts': 'ä\n' });
  utimesSync(join(root, 'src/ä.ts'), 1_700_000_000, 1_700_000_000.123);
  expect((await scan(root, LIMITS)).files).toEqual([{ path: 'src/ä.ts', size: 3, mtimeMs: 1_700_000_000_123 }]);
});

test('C3 untracked files are scanned, deleted files are not', async () => {
  const root = repository({ 'a.ts': '', 'b.ts': '' });
  rmSync(join(root, 'a.ts'));
  write(root, { 'c.ts': '' });
  expect(await paths(root)).toEqual(['b.ts', 'c.ts']);
});

test('a subfolder of a repository can be a root', async () => {
  const root = repository({ 'a.ts': '', 'sub/b.ts': '', 'sub/x.log': '', '.gitignore': '*.log\n' });
  expect(await paths(join(root, 'sub'))).toEqual(['b.ts']);
});

test('a folder that an outer repository ignores is walked without git', async () => {
  const root = repository({ 'a.ts': '', 'tmp/b.ts': '', '.gitignore': 'tmp/\n' });
  expect(await paths(join(root, 'tmp'))).toEqual(['b.ts']);
});

test('work trees, submodules and nested clones are each scanned with their own files', async () => {
  const inner = repository({ 'lib.ts': '', 'x.log': '', '.gitignore': '*.log\n' });
  const root = repository({ 'a.ts': '' });
  gitIn(root, 'submodule', '--quiet', 'add', inner, 'mods/inner');
  gitIn(root, 'clone', '-q', inner, 'clone');
  expect(await paths(root)).toEqual([
    '.gitmodules',
    'a.ts',
    'clone/.gitignore',
    'clone/lib.ts',
    'mods/inner/.gitignore',
    'mods/inner/lib.ts',
  ]);
  rmSync(join(root, 'clone'), { recursive: true });
  commit(root, {}, 'second');
  const tree = join(folder(), 'tree');
  gitIn(root, 'worktree', 'add', '-q', tree);
  expect(await paths(tree)).toEqual(['.gitmodules', 'a.ts']);
});

test('a file in conflict is listed only once', async () => {
  const root = repository({ 'a.ts': 'one' });
  gitIn(root, 'checkout', '-q', '-b', 'other');
  commit(root, { 'a.ts': 'two' }, 'two');
  gitIn(root, 'checkout', '-q', 'main');
  commit(root, { 'a.ts': 'three' }, 'three');
  expect(() => gitIn(root, 'merge', 'other')).toThrow();
  expect(await paths(root)).toEqual(['a.ts']);
});

test('a bare or broken repository is walked without git, with a note', async () => {
  const root = repository({ 'a.ts': '' });
  writeFileSync(join(root, '.git/HEAD'), 'nonsense');
  const { files, notes } = await scan(root, LIMITS);
  expect(files.map((file) => file.path)).toEqual(['a.ts']);
  expect(notes.join()).toMatch(/git could not list the files/);
  const bare = folder({ 'a.ts': '' });
  gitIn(bare, 'init', '-q', '--bare');
  expect(await paths(bare)).toContain('a.ts');
});

test('C20 without git on the PATH the folder is walked, and .gitignore still holds', async () => {
  const root = repository({ 'a.ts': '', 'b.log': '', '.gitignore': '*.log\n' });
  const before = process.env.PATH;
  process.env.PATH = '/nonexistent';
  try {
    expect(await paths(root)).toEqual(['.gitignore', 'a.ts']);
  } finally {
    process.env.PATH = before;
  }
});

test('an empty folder has no files and no notes', async () => {
  expect(await scan(folder(), LIMITS)).toEqual({ files: [], notes: [], isListed: false });
});

for (const make of [repository, folder] as const) {
  test(`links list no file twice, none from outside the root, and end in no circle (${make.name})`, async () => {
    const outside = folder({ 'secret.ts': '', 'dir/x.ts': '' });
    const root = make({ 'a.ts': 'a', 'real/b.ts': '', 'keep.env': '', '.env': 'A=1' });
    const links: [at: string, to: string][] = [
      ['z-copy.ts', 'a.ts'],
      ['real-again', 'real'],
      ['out.ts', join(outside, 'secret.ts')],
      ['out-dir', join(outside, 'dir')],
      ['loop-a', 'loop-b'],
      ['loop-b', 'loop-a'],
      ['real/up', '..'],
      ['gone.ts', 'nowhere.ts'],
      ['innocent.txt', '.env'],
    ];
    for (const [at, to] of links) symlinkSync(to, join(root, at));
    const { files, notes } = await scan(root, LIMITS);
    expect(files.map((file) => file.path)).toEqual(['a.ts', 'keep.env', 'real/b.ts']);
    expect(notes).toEqual([
      '3 files left out: links that lead nowhere or in a circle: gone.ts, …',
      '2 files left out: links that lead out of the root: out-dir, …',
      '1 file left out: such files usually hold secrets: .env',
    ]);
  });
}

test('a 50 MB file is left out with a note', async () => {
  const root = folder({ 'a.ts': '', 'big.ts': Buffer.alloc(50 * 1024 * 1024, 'x') });
  const { files, notes } = await scan(root, LIMITS);
  expect(files.map((file) => file.path)).toEqual(['a.ts']);
  expect(notes).toEqual(['1 file too large to be read: big.ts']);
});

test('broken lines of .ctxignore are noted, and the other lines apply', async () => {
  const root = folder({ 'a.ts': '', 'b.ts': '', '.ctxignore': '\uFEFF# ok\n[ab\nfoo\\\n../x\n!\nb.ts\n' });
  const { files, notes } = await scan(root, LIMITS);
  expect(files.map((file) => file.path)).toEqual(['.ctxignore', 'a.ts']);
  expect(notes).toEqual([
    '.ctxignore line 2 is no pattern and was left out: "[ab"',
    '.ctxignore line 3 is no pattern and was left out: "foo\\\\"',
    '.ctxignore line 4 is no pattern and was left out: "../x"',
    '.ctxignore line 5 is no pattern and was left out: "!"',
  ]);
  expect((await scan(root, { ...LIMITS, exclude: ['[a'] })).notes).toContain(
    'no pattern to exclude, and left out: "[a"',
  );
  const odd = folder({ '.ctxignore/x.ts': '', 'a.ts': '' });
  expect((await scan(odd, LIMITS)).notes).toEqual(['.ctxignore is not a plain file, and was left out']);
});

for (const make of [repository, folder] as const) {
  test(`names that are not UTF-8 are left out with a note (${make.name})`, async () => {
    const root = make({ 'a.ts': '', 'x\uFFFD.ts': '' });
    renameSync(
      join(root, 'a.ts'),
      Buffer.concat([Buffer.from(`${root}/b`), Buffer.from([0xff, 0xfe]), Buffer.from('.ts')]),
    );
    const { files, notes } = await scan(root, LIMITS);
    expect(files.map((file) => file.path)).toEqual(['x\uFFFD.ts']);
    expect(notes.join()).toMatch(/1 file left out: names that are not UTF-8/);
  });
}

test('files beyond the limit are left out with a note', async () => {
  const root = repository({ 'a.ts': '', 'b.ts': '', 'c.ts': '' });
  const { files, notes } = await scan(root, { ...LIMITS, filesMax: 2 });
  expect(files.map((file) => file.path)).toEqual(['a.ts', 'b.ts']);
  expect(notes).toEqual(['only the first 2 of 3 files are read']);
});

test('a program that core.fsmonitor names is not run by a scan', async () => {
  const root = repository({ 'a.ts': '' });
  const mark = join(root, 'ran');
  writeFileSync(join(root, 'hook.sh'), `#!/bin/sh\ntouch ${mark}\n`);
  chmodSync(join(root, 'hook.sh'), 0o755);
  gitIn(root, 'config', 'core.fsmonitor', join(root, 'hook.sh'));
  mkdirSync(join(root, 'sub'));
  await paths(root);
  expect(existsSync(mark)).toBe(false);
  expect(statSync(join(root, 'hook.sh')).isFile()).toBe(true);
});

test('in a plain folder with too many files the files of upper folders are taken first, by name, with a note', async () => {
  const root = folder({ 'c/x/deep.ts': '', 'b/b.ts': '', 'a/a.ts': '', 'z.ts': '', 'c/c.ts': '', 'f.png': '' });
  const { files, notes } = await scan(root, { ...LIMITS, filesMax: 2 });
  expect(files.map(({ path }) => path)).toEqual(['a/a.ts', 'z.ts']);
  expect(notes.join()).toMatch(/more than 2 files: the search for others was given up/);
});
