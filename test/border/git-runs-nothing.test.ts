import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isOwner, isTrusted, type ProcessUser } from '../../src/reading/git/check-folder.ts';
import { git } from '../../src/reading/git.ts';
import { serveWorkspace } from '../../src/surfaces/serving/serve-workspace.ts';
import { knap } from '../surfaces/knap.ts';
import { connect, textOf } from '../surfaces/mcp/connect.ts';
import { askEverything } from './ask-everything.ts';
import { keysOfGit, verdictOn } from './git-keys.ts';
import { plantBareRepository, type Settings, settingsFor, springByHand, trapRepository } from './git-traps.ts';

/** A folder for a workspace and one beside it, where whatever is run leaves its name. */
function place(): { root: string; canaries: string } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'knap-border-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  mkdirSync(join(folder, 'root'));
  return { root: join(folder, 'root'), canaries: join(folder, 'canaries') };
}

/** What a person's git springs of these; knap must spring none of them, alone or together. */
const LIVE: [keys: string[], springs: string][] = [
  [['filter.<driver>.clean', 'diff.external', 'core.fsmonitor', 'diff.<driver>.textconv'], 'filter-driver-clean'],
  [['filter.<driver>.process', 'remote.<name>.url'], 'filter-driver-process'],
  [['remote.<name>.uploadpack'], 'remote-name-uploadpack'],
  [['core.sshCommand'], 'core-sshCommand'],
];

describe('no program that a repository configures is run', () => {
  for (const [keys, springs] of LIVE) {
    test(`knap runs no program that a repository configures under ${keys.join(', ')}`, async () => {
      const { root, canaries } = place();
      const repository = trapRepository(root, canaries);
      repository.configure(keys.flatMap((key) => settingsFor(key, canaries)));
      expect(springByHand(repository)).toContain(springs);
      await askEverything(root, { isEssential: true });
      expect(repository.sprung()).toEqual([]);
    });
  }

  test('knap runs no program of a repository if every git key names one, also through an included file', async () => {
    const { root, canaries } = place();
    const repository = trapRepository(root, canaries);
    // These two would have git look at other files; each is tried by itself.
    const apart = ['core.worktree', 'include.path'];
    const tried = keysOfGit().filter((key) => verdictOn(key)?.isTried && !apart.includes(key));
    expect(tried.length).toBeGreaterThan(90);
    const settings: Settings = tried.flatMap((key) => settingsFor(key, canaries));
    for (const through of [undefined, 'include'] as const) {
      repository.configure(settings, through);
      expect(springByHand(repository)).toContain('filter-driver-process');
      await askEverything(root, { isEssential: through === 'include' });
      expect(repository.sprung()).toEqual([]);
    }
    // A newer git may know keys that nobody has looked at; the long run refuses them, this one only tells.
    const unknown = keysOfGit().filter((key) => verdictOn(key) === null);
    if (unknown.length > 0) console.warn(`keys of this git that are not in the table: ${unknown.join(', ')}`);
  });

  test('knap runs no program that git variables of the environment name, nor a git inside the root', async () => {
    const { root, canaries } = place();
    const repository = trapRepository(root, canaries);
    repository.configure([]);
    const [[, program] = ['', '']] = settingsFor('core.editor', canaries);
    symlinkSync(program, join(root, 'git'));
    const before = { ...process.env };
    const names = [
      'GIT_EXTERNAL_DIFF',
      'GIT_SSH',
      'GIT_SSH_COMMAND',
      'GIT_PROXY_COMMAND',
      'GIT_ASKPASS',
      'GIT_PAGER',
      'PAGER',
    ];
    for (const name of names) process.env[name] = program;
    Object.assign(process.env, {
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.fsmonitor',
      GIT_CONFIG_VALUE_0: program,
    });
    Object.assign(process.env, {
      GIT_DIR: '/nowhere',
      GIT_WORK_TREE: '/nowhere',
      GIT_INDEX_FILE: '/nowhere',
      PATH: `.:${before.PATH}`,
    });
    try {
      const { code, stdout } = await knap(root, ['pack', '--diff', 'HEAD', '--format', 'markdown']);
      expect([code, stdout]).toEqual([0, expect.stringContaining('src/mail.ts')]);
    } finally {
      process.env = before;
    }
    expect(repository.sprung()).toEqual([]);
  });
});

describe('a bare repository as the root gives one line', () => {
  const SAID = /^knap: This folder is a bare git repository: it has no files to read\.\n/;
  const WAYS: [name: string, args: readonly string[], at: string][] = [
    ['that is the current folder', [], 'inside/bare'],
    ['named with --root', ['--root', 'inside/bare'], ''],
    ['that names itself as a root in its configuration', [], 'inside/bare/objects'],
  ];
  for (const [name, args, at] of WAYS) {
    test(`a bare repository ${name} is refused by commands, by the server and by MCP`, async () => {
      const { root, canaries } = place();
      trapRepository(root, canaries).configure([]);
      const bare = join(root, 'inside/bare');
      mkdirSync(join(root, 'inside'));
      plantBareRepository(bare, canaries);
      if (name !== 'named with --root') writeFileSync(join(bare, 'knap.config.yaml'), 'budget: 2000\n');
      for (const command of [['index'], ['pack', 'payment'], ['pack', '--diff', 'HEAD'], ['query', 'payment']]) {
        const answer = await knap(root, [...command, ...args], { at });
        expect([answer.code, answer.stderr]).toEqual([2, expect.stringMatching(SAID)]);
      }
      const served = {
        root: args[1],
        cwd: join(root, at),
        userFile: undefined,
        env: { HOME: join(root, '.home') },
        workers: 0,
      };
      await expect(serveWorkspace(served).call({})).rejects.toMatchObject({ code: 'BARE_REPOSITORY' });
      const client = await connect(bare);
      const answer = await client.callTool({ name: 'context_pack', arguments: { task: 'payment' } });
      expect(textOf(answer)).toContain('bare git repository');
      expect(readdirSync(canaries)).toEqual([]);
    });
  }

  test('a bare root is refused, one inside the root is indexed over, and neither runs a program', async () => {
    const { root, canaries } = place();
    rmSync(root, { recursive: true });
    plantBareRepository(root, canaries);
    expect((await knap(root, ['pack', 'payment'])).stderr).toMatch(SAID);
    const outer = place().root;
    trapRepository(outer, join(outer, '../canaries')).configure([]);
    plantBareRepository(join(outer, 'vendor'), canaries);
    expect((await knap(outer, ['index'])).code).toBe(0);
    expect(readdirSync(canaries)).toEqual([]);
  });
});

describe('git sees a repository without its harmful configuration', () => {
  test('git as knap starts it sees no key of a repository that can name a program, a server or a folder', async () => {
    const { root, canaries } = place();
    const tried = keysOfGit().filter((key) => verdictOn(key)?.isTried);
    trapRepository(root, canaries).configure(tried.flatMap((key) => settingsFor(key, canaries)));
    const { stdout } = await git(root, ['config', '--local', '--name-only', '--list']);
    // Which refs a remote has names no server: without it `@{upstream}` would mean nothing.
    const known = ['core.repositoryformatversion', 'core.bare', 'remote.evil.fetch'];
    expect(stdout.toString().trim().split('\n')).toEqual(known);
  });

  test('knap pack --diff leaves the index file of git unchanged', async () => {
    const { root, canaries } = place();
    trapRepository(root, canaries).configure([]);
    const index = join(root, '.git/index');
    const before = [readFileSync(index, 'hex'), statSync(index).ino];
    expect((await knap(root, ['pack', '--diff', 'HEAD', '--format', 'markdown'])).code).toBe(0);
    expect([readFileSync(index, 'hex'), statSync(index).ino]).toEqual(before);
  });

  test('a git that waits for a pipe in place of .gitignore is ended, with a message', async () => {
    const { root, canaries } = place();
    trapRepository(root, canaries).configure([]);
    execFileSync('mkfifo', [join(root, '.gitignore')]);
    const answer = await git(root, ['ls-files', '-o', '--exclude-standard'], { silenceMsMax: 500 });
    expect(answer).toMatchObject({ ok: false, complaint: 'git said nothing for 0.5 seconds and was ended' });
  });

  test('knap pack --diff @{upstream} works for a branch with an upstream', async () => {
    const { root, canaries } = place();
    const repository = trapRepository(root, canaries);
    repository.configure([
      ...([
        ['remote.origin.url', 'ext::false'],
        ['remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*'],
      ] as const),
      ...([
        ['branch.main.remote', 'origin'],
        ['branch.main.merge', 'refs/heads/main'],
      ] as const),
    ]);
    mkdirSync(join(root, '.git/refs/remotes/origin'), { recursive: true });
    writeFileSync(join(root, '.git/refs/remotes/origin/main'), readFileSync(join(root, '.git/refs/heads/main')));
    const { code, stdout } = await knap(root, ['pack', '--diff', '@{upstream}', '--format', 'markdown']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('src/mail.ts')]);
  });

  test('knap reads the files at the root, not those of a work tree that the git configuration names', async () => {
    const { root, canaries } = place();
    const elsewhere = join(root, '../elsewhere');
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, 'private.ts'), 'export const privateThing = 1;\n');
    trapRepository(root, canaries).configure([['core.worktree', elsewhere]]);
    const { code, stdout } = await knap(root, ['pack', '--diff', 'HEAD', '--format', 'markdown']);
    expect([code, stdout]).toEqual([0, expect.not.stringContaining('private')]);
    expect(stdout).toContain('src/mail.ts');
  });

  const OWNERS: [name: string, asking: ProcessUser, isOurs: boolean][] = [
    ['owned by the user, trusted', { user: 1000, sudoUser: null }, true],
    ['owned by another user, not trusted', { user: 1001, sudoUser: null }, false],
    ['owned by the caller of sudo, trusted', { user: 0, sudoUser: 1000 }, true],
    ['owned by another than the caller of sudo, not trusted', { user: 0, sudoUser: 1001 }, false],
    ['owned by the caller of sudo for a user who is not root, not trusted', { user: 1001, sudoUser: 1000 }, false],
    ['on a system without numbers of users, trusted', { user: undefined, sudoUser: null }, true],
  ];
  for (const [name, asking, isOurs] of OWNERS)
    test(`a repository is trusted or not by its owner: ${name}`, () => expect(isOwner(1000, asking)).toBe(isOurs));

  const TRUSTED: [safe: string[], isTrusted: boolean][] = [
    [[], false],
    [['/srv/shop'], true],
    [['*'], true],
    [['/srv/*'], true],
    [['/srv'], false],
    [['*', ''], false],
    [['*', '', '/srv/shop'], true],
  ];
  for (const [safe, expected] of TRUSTED) {
    test(`safe.directory ${JSON.stringify(safe)} ${expected ? 'trusts' : 'does not trust'} /srv/shop`, () => {
      expect(isTrusted({ own: '/srv/shop/.git', common: '/srv/shop/.git', top: '/srv/shop' }, safe)).toBe(expected);
    });
  }
});
