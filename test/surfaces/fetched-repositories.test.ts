import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { cacheFolder } from '../../src/config/workspace-folders.ts';
import { type PathFacts, parseRepository } from '../../src/reading/fetched/repository-address.ts';
import { keysOfGit, verdictOn } from '../border/git-keys.ts';
import { settingsFor, springByHand, trapRepository } from '../border/git-traps.ts';
import { knap, type Surroundings } from './knap.ts';
import { commitAll, makeWorld, SHOP, shareWorld, writeFiles } from './world.ts';

const shop = shareWorld(SHOP, { git: true });
const git = (root: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=Shop', '-c', 'user.email=shop@example.org', ...args], {
    cwd: root,
    encoding: 'utf8',
  }).trim();

/** Another current folder, with a cache of its own. */
function elsewhere(): { root: string; around: Surroundings; cache: string } {
  const root = makeWorld({});
  const cache = join(root, 'cache');
  return { root, around: { env: { XDG_CACHE_HOME: cache } }, cache: join(cache, 'knap/repositories') };
}

describe('a fetched repository gives the same answers as a local folder', () => {
  test('--repo with a file address answers from a private copy in the cache, and a note names the commit', async () => {
    const { root, around, cache } = elsewhere();
    const address = pathToFileURL(shop).href;
    const { code, stdout, stderr } = await knap(root, ['query', 'webhook', '--repo', address], around);
    expect([code, stderr]).toEqual([0, `note: ${address} at ${git(shop, 'rev-parse', 'HEAD').slice(0, 10)}\n`]);
    expect(stdout).toContain('handleWebhook');
    expect(readdirSync(root)).toEqual(['cache']);
    expect(git(shop, 'status', '--porcelain')).toBe('');
    const [entry = ''] = readdirSync(cache);
    expect(statSync(join(cache, entry)).mode & 0o077).toBe(0);
    expect(readdirSync(cache)).toHaveLength(1);
  });

  test('--repo reads the branch, tag or commit after @, and refuses a ref that does not exist', async () => {
    const origin = makeWorld({ 'a.ts': 'export function firstVersion() {}\n' }, { git: true });
    const first = git(origin, 'rev-parse', 'HEAD');
    git(origin, 'tag', '-a', '-m', 'one', 'v1.0');
    git(origin, 'checkout', '-q', '-b', 'feature/next');
    writeFiles(origin, { 'a.ts': 'export function nextVersion() {}\n' });
    git(origin, 'commit', '-q', '-a', '-m', 'next');
    const { root, around } = elsewhere();
    const shown = async (at: string) =>
      (await knap(root, ['show', 'a.ts', '--raw', '--repo', `${origin}${at}`], around)).stdout;
    expect(await shown('@v1.0')).toContain('firstVersion');
    expect(await shown(`@${first}`)).toContain('firstVersion');
    expect(await shown('@feature/next')).toContain('nextVersion');
    // Without a ref the folder itself is read, with its uncommitted changes.
    writeFiles(origin, { 'a.ts': 'export function uncommitted() {}\n' });
    expect(await shown('')).toContain('uncommitted');
    expect(await knap(root, ['show', 'a.ts', '--repo', `${origin}@nowhere`], around)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^knap: file:.*: fatal: couldn't find remote ref nowhere\n/),
    });
  });

  test('a bare repository is fetched, and the summary says where its copy lies', async () => {
    const { root, around, cache } = elsewhere();
    git(root, 'clone', '-q', '--bare', shop, join(root, 'shop.git'));
    const { stdout } = await knap(root, ['pack', 'fix the webhook', '--repo', 'shop.git'], {
      ...around,
      isTerminal: true,
    });
    const page = stdout
      .trimEnd()
      .split('\n')
      .at(-1)!
      .trim()
      .replace(/\u001b\[\d+m/g, '');
    expect(page.startsWith(cache)).toBe(true);
    expect(readFileSync(page, 'utf8')).toContain('handleWebhook');
  });

  test('a fetched repository is fetched again only when it is old, and the old copy answers if that fails', async () => {
    const origin = makeWorld({ 'a.ts': 'export function before() {}\n' }, { git: true });
    const { root, around, cache } = elsewhere();
    const shown = () => knap(root, ['show', 'a.ts', '--raw', '--repo', `${origin}@main`], around);
    await shown();
    writeFiles(origin, { 'a.ts': 'export function after() {}\n' });
    git(origin, 'commit', '-q', '-a', '-m', 'after');
    expect((await shown()).stdout).toContain('before');
    const file = join(cache, readdirSync(cache)[0]!, 'source.json');
    const age = () =>
      writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), fetchedAtMs: 0 }));
    age();
    expect((await shown()).stdout).toContain('after');
    // If fetching fails, the old copy answers, with a note.
    age();
    git(origin, 'branch', '-m', 'main', 'gone');
    const away = await shown();
    expect([away.code, away.stdout]).toEqual([0, expect.stringContaining('after')]);
    expect(away.stderr).toMatch(/as it was kept: .*couldn't find remote ref main/);
  });
});

describe('a repository is fetched over git:// from a daemon on this machine', () => {
  let stop = () => {};
  let port = 0;
  beforeAll(async () => {
    port = await freePort();
    const daemon = spawn(
      'git',
      ['daemon', '--export-all', '--listen=127.0.0.1', `--port=${port}`, `--base-path=${shop}`, '--reuseaddr', shop],
      { stdio: 'ignore' },
    );
    stop = () => daemon.kill();
    while (!(await answers(port))) await pause(20);
  });
  afterAll(() => stop());

  test('--repo fetches a repository over git:// and answers from it', async () => {
    const { root, around } = elsewhere();
    const { code, stdout } = await knap(
      root,
      ['grep', 'webhook without id', '--repo', `git://127.0.0.1:${port}/.git`],
      around,
    );
    expect([code, stdout]).toEqual([0, expect.stringContaining('src/payments/webhook.ts')]);
  });
});

describe('a fetched repository cannot run programs, lead links outside or fetch more', () => {
  test('a fetched repository runs no filter or hook, keeps links as text and fetches no submodule', async () => {
    const origin = makeWorld({ '.gitattributes': '*.ts filter=trap\n', 'a.ts': 'export const a = 1;\n' });
    const { root, around, cache } = elsewhere();
    const trap = join(root, 'sprung');
    execFileSync('ln', ['-s', '/etc/passwd', join(origin, 'link.txt')]);
    writeFiles(origin, { '.gitmodules': `[submodule "s"]\n\tpath = s\n\turl = ${pathToFileURL(shop).href}\n` });
    commitAll(origin, 'traps');
    git(origin, 'update-index', '--add', '--cacheinfo', `160000,${git(shop, 'rev-parse', 'HEAD')},s`);
    git(origin, 'commit', '-q', '-m', 'a submodule');
    writeFiles(origin, { '.git/hooks/post-checkout': `#!/bin/sh\ntouch ${trap}\n` });
    // A filter of that name in the user's settings, as many have for LFS.
    writeFiles(root, { '.home/.gitconfig': `[filter "trap"]\n\tsmudge = touch ${trap}\n\trequired = true\n` });
    const before = process.env.GIT_CONFIG_GLOBAL;
    process.env.GIT_CONFIG_GLOBAL = join(root, '.home/.gitconfig');
    onTestFinished(() => {
      if (before === undefined) delete process.env.GIT_CONFIG_GLOBAL;
      else process.env.GIT_CONFIG_GLOBAL = before;
    });
    const { code, stdout } = await knap(root, ['show', 'a.ts', '--raw', '--repo', `${origin}@main`], around);
    expect([code, stdout]).toEqual([0, 'export const a = 1;\n']);
    expect(existsSync(trap)).toBe(false);
    const [entry = ''] = readdirSync(cache);
    const [name = ''] = readdirSync(join(cache, entry)).filter((file) => file !== 'source.json');
    const tree = join(cache, entry, name);
    expect(readFileSync(join(tree, 'link.txt'), 'utf8')).toBe('/etc/passwd');
    expect(readdirSync(join(tree, 's'))).toEqual([]);
  });
});

test('a local repository whose configuration names programs runs none of them', async () => {
  const { root, around } = elsewhere();
  mkdirSync(join(root, 'trap'));
  const repository = trapRepository(join(root, 'trap'), join(root, 'canaries'));
  const settings = keysOfGit().filter(
    (key) => verdictOn(key)?.isTried && !['core.worktree', 'include.path'].includes(key),
  );
  repository.configure(settings.flatMap((key) => settingsFor(key, join(root, 'canaries'))));
  expect(springByHand(repository)).toContain('filter-driver-process');
  for (const at of ['@main', '@HEAD'])
    await knap(root, ['query', 'pay', '--repo', `${pathToFileURL(repository.root).href}${at}`], around);
  expect(repository.sprung()).toEqual([]);
});

describe('a wrong address is refused', () => {
  const cases: [repo: string, says: RegExp][] = [
    ['ext::sh -c touch% /tmp/x', /--repo takes an address of https, ssh, git or file.*; ext:: is none of them/],
    ['http://user:hunter2@example.org/x', /http:\/\/ is neither encrypted nor signed/],
    ['ftp://example.org/x', /ftp: is none of them/],
    ['ssh://-oProxyCommand=x/y', /--repo takes an address.*; this address is not valid/],
    ['https://github.com/acme/the shop', /; this address is not valid/],
    ['nowhere', /There is no folder nowhere/],
    ['.@--upload-pack=x', /does not name a branch, a tag or a commit/],
    ['.@a..b', /does not name a branch, a tag or a commit/],
  ];
  test.each(cases)('--repo %s is refused with the reason, and nothing is cached', async (repo, says) => {
    const { root, around, cache } = elsewhere();
    const { code, stdout, stderr } = await knap(root, ['pack', 'x', '--repo', repo], around);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(says);
    expect(stderr).not.toContain('hunter2');
    expect(existsSync(cache)).toBe(false);
  });

  test('init, domains add, serve, mcp and check --fix are refused with --repo', async () => {
    const { root, around } = elsewhere();
    for (const args of [['init'], ['domains', 'add', 'x', '--keywords', 'y'], ['serve'], ['mcp']])
      expect(await knap(root, [...args, '--repo', shop], around)).toMatchObject({ code: 2, stdout: '' });
    const fix = ['check', '--fix', '--repo', pathToFileURL(shop).href];
    expect((await knap(root, fix, around)).stderr).toContain('--fix cannot change a fetched repository');
  });

  const folders: PathFacts = {
    resolve: (path) => `/r/${path}`,
    isFolder: (path) => path.endsWith('here'),
    isBare: () => false,
    isRepository: () => true,
  };
  const read: [text: string, expected: object][] = [
    [
      'https://me:pw@github.com/acme/shop.git',
      {
        url: 'https://me:pw@github.com/acme/shop.git',
        shown: 'https://github.com/acme/shop.git',
        ref: null,
        name: 'shop',
      },
    ],
    ['https://github.com/acme/shop@feature/x', { url: 'https://github.com/acme/shop', ref: 'feature/x', name: 'shop' }],
    ['https://example.org/@scope/shop', { url: 'https://example.org/@scope/shop', ref: null }],
    ['git@github.com:acme/shop.git@v2', { url: 'git@github.com:acme/shop.git', ref: 'v2', name: 'shop' }],
    [
      'ssh://git@host:22/acme/shop@v2',
      { url: 'ssh://git@host:22/acme/shop', shown: 'ssh://host:22/acme/shop', ref: 'v2' },
    ],
    ['here', { folder: '/r/here' }],
    ['here@main', { url: 'file:///r/here', ref: 'main', name: 'here' }],
  ];
  test.each(read)('--repo %s is split into its address, ref, name or folder', (text, expected) => {
    expect(parseRepository(text, folders)).toMatchObject(expected);
  });
});

describe('the cache keeps fetched repositories', () => {
  test('knap cache lists fetched repositories with their sizes, and knap cache clear removes them', async () => {
    const { root, around, cache } = elsewhere();
    expect((await knap(root, ['cache'], around)).stdout).toMatch(/^The cache is empty/);
    for (const at of ['@main', '@HEAD']) await knap(root, ['show', 'package.json', '--repo', `${shop}${at}`], around);
    const kept = JSON.parse((await knap(root, ['cache', 'list', '--json'], around)).stdout);
    expect(kept.map(({ ref, bytes }: { ref: string; bytes: number }) => [ref, bytes > 1000])).toEqual([
      ['HEAD', true],
      ['main', true],
    ]);
    expect((await knap(root, ['cache'], around)).stdout).toMatch(
      /@main +[0-9a-f]{10} +\d{4}-\d\d-\d\d +\d\.\d MB .*\n.* MB in all\n$/,
    );
    expect((await knap(root, ['cache', 'clear', 'example.org'], around)).stdout).toBe('There is nothing to remove.\n');
    expect((await knap(root, ['cache', 'clear'], around)).stdout).toMatch(/^(removed .*, \d\.\d MB\n){2}$/);
    expect(readdirSync(cache)).toEqual([]);
  });

  test('knap cache clear leaves the folder of a recent unfinished fetch, and removes one of two hours ago', async () => {
    const { root, around, cache } = elsewhere();
    const [running, abandoned] = ['0', '1'].map((digit) => `${digit.repeat(16)}.${randomUUID()}`) as [string, string];
    for (const name of [running, abandoned]) mkdirSync(join(cache, name), { recursive: true });
    const longAgo = new Date(Date.now() - 2 * 3_600_000);
    utimesSync(join(cache, abandoned), longAgo, longAgo);
    await knap(root, ['cache', 'clear'], around);
    expect(readdirSync(cache)).toEqual([running]);
  });

  const places: [platform: NodeJS.Platform, env: Record<string, string>, expected: string][] = [
    ['linux', { HOME: '/home/me' }, '/home/me/.cache/knap'],
    ['linux', { HOME: '/home/me', XDG_CACHE_HOME: '/var/tmp' }, '/var/tmp/knap'],
    ['linux', { HOME: '/home/me', XDG_CACHE_HOME: 'relative' }, '/home/me/.cache/knap'],
    ['darwin', { HOME: '/Users/me' }, '/Users/me/Library/Caches/knap'],
    ['win32', { USERPROFILE: '/u', LOCALAPPDATA: '/u/AppData/Local' }, '/u/AppData/Local/knap/Cache'],
  ];
  test.each(places)('on %s with the variables %o the cache folder is the usual one', (platform, env, expected) => {
    expect(cacheFolder(env, platform)).toBe(expected);
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function answers(port: number): Promise<boolean> {
  const { connect } = await import('node:net');
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
