import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { expect, inject, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { createEnginePool } from '../../src/engine.ts';
import { keyOf } from '../../src/stores/postgres/keys.ts';
import { knap } from '../surfaces/knap.ts';
import { READER, READER_PAST } from '../worlds/reader.ts';
import { makeWorld, type World } from '../worlds/world.ts';
import { onServer } from './databases.ts';
import { newWorkspace } from './open-store.ts';

const url = inject('postgresUrl');
const env = { KNAP_STORE: url };

test('knap index --ref skips absolute paths in a tree and reads the other files', async () => {
  const workspace = newWorkspace();
  using world = makeWorld(READER, READER_PAST);
  const blob = Buffer.from(world.git('rev-parse', 'main:src/feeds/fetch-feed.ts').trim(), 'hex');
  const entries = ['/abs.ts', '//etc', 'kept.ts'].flatMap((path) => [Buffer.from(`100644 ${path}\0`), blob]);
  const input = Buffer.concat(entries);
  const options = ['hash-object', '-w', '-t', 'tree', '--literally', '--stdin'];
  const tree = execFileSync('git', options, { cwd: world.root, input }).toString().trim();
  world.git('update-ref', 'refs/heads/odd', world.git('commit-tree', tree, '-m', 'Odd').trim());
  const { code, stderr } = await knap(world.root, ['index', '--ref', 'odd', '--workspace', workspace], { env });
  expect([code, stderr]).toEqual([0, '']);
  expect(await pathsIn(workspace, 'odd')).toEqual(['kept.ts']);
});

test('knap index --ref reads a branch from git objects and leaves the checked-out files unread and unchanged', async () => {
  const workspace = newWorkspace();
  const tree = { ...READER, '.ctxignore': 'secretive/\n', 'secretive/a.ts': 'export const hiddenThing = 1;\n' };
  using world = makeWorld(tree, READER_PAST);
  world.git('checkout', '-q', '-b', 'work');
  world.write({ 'src/unpushed.ts': 'export const unpushed = 1;\n', '.ctxignore': '' });
  world.git('add', '-A');
  world.git('commit', '-q', '-m', 'Something unpushed');
  world.write({ 'src/uncommitted.ts': 'export const uncommitted = 1;\n' });
  const before = stateOf(world);
  const indexed = await knap(world.root, ['index', '--ref', 'main', '--workspace', workspace], { env });
  expect([indexed.code, indexed.stderr]).toEqual([0, '']);
  expect(stateOf(world)).toEqual(before);

  const files = await pathsIn(workspace, 'main');
  expect(files).toEqual(
    world
      .git('ls-tree', '-r', '--name-only', 'main')
      .split('\n')
      .filter((path) => path !== '' && !path.startsWith('secretive')),
  );
  // The branch as a clone that has it checked out sees it.
  using clone = makeWorld(tree, READER_PAST);
  const task = 'an item without a guid is shown twice';
  const asked = await knap(world.root, ['explain', task, '--json', '--workspace', `${workspace}@main`], { env });
  const here = await knap(clone.root, ['explain', task, '--json'], {});
  expect(best(asked.stdout)).toEqual(best(here.stdout));
  expect(best(here.stdout).length).toBeGreaterThan(2);
});

test('an engine pool on a ref answers from the commit, not from the checked-out files', async () => {
  const workspace = newWorkspace();
  using world = makeWorld(READER, READER_PAST);
  world.write({ 'src/uncommitted.ts': 'export const uncommitted = 1;\n' });
  const { config } = await loadConfig({ root: world.root, env: { ...env, KNAP_WORKSPACE: workspace } });
  const pool = await createEnginePool({ root: world.root, ref: 'main', workers: 2 }, config);
  try {
    const { paths } = await pool.paths({ prefix: 'src/', limit: 1000 });
    expect(paths).toContain('src/feeds/fetch-feed.ts');
    expect(paths).not.toContain('src/uncommitted.ts');
  } finally {
    await pool.close();
  }
});

test('the next commit of a ref parses only its differences, from a bare clone too', async () => {
  const workspace = newWorkspace();
  using world = makeWorld(READER, READER_PAST);
  const index = async (root: string) => {
    const { stdout, stderr } = await knap(
      root,
      ['index', '--ref', 'origin/main', '--workspace', workspace, '--root', root],
      { env },
    );
    return stdout + stderr;
  };
  const bare = `${world.root}.git`;
  execFileSync('git', ['clone', '-q', '--bare', world.root, bare]);
  try {
    world.git('update-ref', 'refs/remotes/origin/main', 'main');
    execFileSync('git', ['-C', bare, 'update-ref', 'refs/remotes/origin/main', 'main']);
    expect(await index(world.root)).toMatch(/^(\d+) files, .* \(\1 added, 0 changed, 0 removed\)/);
    expect(await index(bare)).toContain('(0 added, 0 changed, 0 removed)');
    // As long as it was, so that only what it holds can tell.
    world.write({ 'docs/feeds.md': READER['docs/feeds.md']!.replace('e', 'a') });
    world.git('commit', '-q', '-am', 'Change one');
    world.git('update-ref', 'refs/remotes/origin/main', 'main');
    expect(await index(world.root)).toContain('(0 added, 1 changed, 0 removed)');
  } finally {
    rmSync(bare, { recursive: true });
  }
});

const REFUSED: [args: string[], message: RegExp][] = [
  [['--ref', 'nowhere'], /Git has no branch, tag or commit nowhere here; git fetch may bring it/],
  [['--ref', '--all'], /Git has no branch, tag or commit --all here/],
  [['--ref', 'HEAD'], /--ref HEAD does not name a view: add --workspace org\/name@main/],
  [['--ref', 'main', '--watch'], /A ref is indexed once: leave out --watch/],
];
for (const [args, message] of REFUSED)
  test(`knap index ${args.join(' ')} is refused with the reason`, async () => {
    using world = makeWorld({ 'a.ts': 'a\n' }, [{ message: 'One', files: {} }]);
    const { code, stderr } = await knap(world.root, ['index', '--workspace', newWorkspace(), ...args], { env });
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  });

test('--ref is refused without a shared store', async () => {
  using world = makeWorld({ 'a.ts': 'a\n' }, [{ message: 'One', files: {} }]);
  const { code, stderr } = await knap(world.root, ['index', '--ref', 'main']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('--ref names a view of a shared store')]);
});

function best(stdout: string): readonly unknown[] {
  const { candidates } = JSON.parse(stdout) as { candidates: { id: string; score: number }[] };
  return candidates.slice(0, 10).map(({ id, score }) => [id, score]);
}

function stateOf(world: World): string {
  return ['status --porcelain --ignored', 'for-each-ref', 'rev-parse HEAD']
    .map((words) => world.git(...words.split(' ')))
    .join('\n');
}

async function pathsIn(workspace: string, view: string): Promise<readonly string[]> {
  const sql = `SELECT name FROM knap.files WHERE workspace = ${keyOf(workspace)} AND view = ${keyOf(view)} ORDER BY name COLLATE "C"`;
  return (await onServer(url, sql)).map(([name]) => name!);
}
