import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { git } from '../../src/reading/git.ts';
import { knap } from '../surfaces/knap.ts';
import { commitAll, writeFiles } from '../surfaces/world.ts';

let at = '';
let [secret, root] = ['', ''];

// A private repository, and a folder beside it that somebody sent.
beforeEach(() => {
  at = realpathSync(mkdtempSync(join(tmpdir(), 'knap-border-')));
  [secret, root] = [join(at, 'private'), join(at, 'root')];
  writeFiles(secret, { 'plan.md': '# The merger with Foo is on Monday\n' });
  commitAll(secret, 'Plan the merger');
  writeFiles(root, { 'src/pay.ts': 'export const pay = 1;\n' });
  onTestFinished(() => rmSync(at, { recursive: true, force: true, maxRetries: 3 }));
});

const gitIn = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-C', folder, '-c', 'protocol.file.allow=always', ...args], { stdio: 'pipe' }).toString();
const link = (name: string) => {
  rmSync(join(root, name), { recursive: true, force: true });
  symlinkSync(join(secret, name), join(root, name));
};

const WAYS: [name: string, make: () => void][] = [
  ['a file .git', () => writeFileSync(join(root, '.git'), `gitdir: ${secret}/.git\n`)],
  ['a relative file .git', () => writeFileSync(join(root, '.git'), 'gitdir: ../private/.git\n')],
  ['a link .git', () => link('.git')],
  [
    'a file commondir',
    () => {
      commitAll(root, 'Start');
      writeFileSync(join(root, '.git/commondir'), `${secret}/.git\n`);
    },
  ],
  [
    'the file commondir of a forged work tree',
    () => {
      cpSync(join(secret, '.git'), join(root, 'tree'), { recursive: true });
      writeFileSync(join(root, 'tree/commondir'), '../../private/.git\n');
      writeFileSync(join(root, 'tree/gitdir'), `${root}/.git\n`);
      writeFileSync(join(root, '.git'), 'gitdir: tree\n');
    },
  ],
  [
    'a list of borrowed objects',
    () => {
      commitAll(root, 'Start');
      writeFileSync(join(root, '.git/objects/info/alternates'), `# borrowed\n${secret}/.git/objects\n`);
    },
  ],
  [
    'a list of borrowed objects in quotes, which git takes apart',
    () => {
      commitAll(root, 'Start');
      writeFileSync(join(root, '.git/objects/info/alternates'), `"${secret}/.git/objects"\n`);
    },
  ],
  [
    'a list of borrowed objects in a folder of borrowed objects',
    () => {
      commitAll(root, 'Start');
      mkdirSync(join(root, 'lent/info'), { recursive: true });
      writeFileSync(join(root, '.git/objects/info/alternates'), '../../lent\n');
      writeFileSync(join(root, 'lent/info/alternates'), `${secret}/.git/objects\n`);
    },
  ],
  [
    'a link among the borrowed objects',
    () => {
      commitAll(root, 'Start');
      mkdirSync(join(root, 'lent/ab'), { recursive: true });
      writeFileSync(join(root, '.git/objects/info/alternates'), '../../lent\n');
      symlinkSync(join(secret, 'plan.md'), join(root, 'lent/ab', 'c'.repeat(38)));
    },
  ],
  [
    'a link among the objects',
    () => {
      commitAll(root, 'Start');
      mkdirSync(join(root, '.git/objects/ab'), { recursive: true });
      symlinkSync(join(secret, 'plan.md'), join(root, '.git/objects/ab', 'c'.repeat(38)));
    },
  ],
  ...['refs', 'refs/heads/main', 'refs/heads', 'objects', 'index', 'HEAD', 'logs'].map((name): [string, () => void] => [
    `a link at ${name}`,
    () => {
      commitAll(root, 'Start');
      link(`.git/${name}`);
    },
  ]),
];

describe('knap does not read the history of a private repository outside, whatever leads to it', () => {
  test.each(WAYS)('git history outside the root is not read through %s', async (_name, make) => {
    make();
    const { ok, stdout, complaint } = await git(root, ['log', '-p', 'HEAD']);
    expect([ok, stdout.length, complaint]).toEqual([
      false,
      0,
      expect.stringMatching(/^(?:\.git|lent).* leads out of the repository/),
    ]);
  });

  test('with a .git outside, pack --diff fails with a hint, and other packs are made without history', async () => {
    writeFileSync(join(root, '.git'), `gitdir: ${secret}/.git\n`);
    const diff = await knap(root, ['pack', '--diff', 'HEAD', '--format', 'markdown']);
    expect(diff).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/leads out of the repository.*--git-folders/),
    });
    const pack = await knap(root, ['pack', 'pay', '--format', 'markdown', '-v']);
    expect(pack).toMatchObject({ code: 0, stdout: expect.stringContaining('src/pay.ts') });
    expect(pack.stderr).toContain('no history: .git leads out of the repository');
    for (const { stdout, stderr } of [diff, pack]) expect(stdout + stderr).not.toMatch(/merger|plan\.md/);
  });
});

describe('knap reads a git folder outside that belongs to the root', () => {
  const isAsked = async (folder: string) => (await git(folder, ['rev-parse', 'HEAD'])).complaint;

  test('git answers in a linked work tree and in a submodule, also through a link to the root', async () => {
    gitIn(secret, 'worktree', 'add', '-q', join(at, 'tree'));
    expect(await isAsked(join(at, 'tree'))).toBe('');
    commitAll(root, 'Start');
    gitIn(root, 'submodule', '--quiet', 'add', secret, 'lib');
    expect(await isAsked(join(root, 'lib'))).toBe('');
    symlinkSync(root, join(at, 'linked'));
    expect(await isAsked(join(at, 'linked/lib'))).toBe('');
  });

  test('pack --diff in a shared clone works once the user allows its object folder; the error says how', async () => {
    gitIn(at, 'clone', '-q', '--shared', secret, 'shared');
    const shared = join(at, 'shared');
    writeFileSync(join(shared, 'plan.md'), '# The merger is off\n');
    const pack = (...more: string[]) => knap(shared, ['pack', '--diff', 'HEAD', '--format', 'markdown', ...more]);
    expect(await pack()).toMatchObject({ code: 2, stderr: expect.stringMatching(/--shared.*--git-folders.*repack/) });
    expect(await pack('--git-folders', join(secret, '.git'))).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('The merger is off'),
    });
    gitIn(shared, 'repack', '-q', '-a', '-d');
    rmSync(join(shared, '.git/objects/info/alternates'));
    expect(await pack()).toMatchObject({ code: 0, stdout: expect.stringContaining('The merger is off') });
  });

  test('a git folder outside is used if a flag or the file of the user allows it; a repository cannot allow it', async () => {
    commitAll(root, 'Start');
    mkdirSync(join(at, 'kept'));
    renameSync(join(root, '.git'), join(at, 'kept/root.git'));
    writeFileSync(join(root, '.git'), 'gitdir: ../kept/root.git\n');
    writeFileSync(join(root, 'src/pay.ts'), 'export const pay = 2;\n');
    const pack = (...more: string[]) => knap(root, ['pack', '--diff', 'HEAD', '--format', 'markdown', ...more]);
    const kept = JSON.stringify([join(at, 'kept')]);
    expect(await pack()).toMatchObject({ code: 2 });
    writeFiles(root, { 'knap.config.yaml': `gitFolders: ${kept}\n` });
    expect(await pack()).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be set by a repository') });
    rmSync(join(root, 'knap.config.yaml'));
    writeFiles(root, { '.home/own.yaml': `gitFolders: ${kept}\n` });
    expect((await knap(root, ['doctor', '--git-folders', join(at, 'kept')])).stdout).not.toContain('leads out');
    const ways = [
      ['--git-folders', join(at, 'kept')],
      ['--config', '.home/own.yaml'],
    ];
    for (const way of ways)
      expect(await pack(...way)).toMatchObject({ code: 0, stdout: expect.stringContaining('src/pay.ts') });
  });
});
