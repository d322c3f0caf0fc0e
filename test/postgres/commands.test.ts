import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { keyOf } from '../../src/stores/postgres/keys.ts';
import { knap, startKnap } from '../surfaces/knap.ts';
import { READER, READER_PAST } from '../worlds/reader.ts';
import { makeWorld, type World } from '../worlds/world.ts';
import { connected, onServer } from './databases.ts';
import { newWorkspace } from './open-store.ts';

const TASKS = [
  'HTTP 429: wait before the next request in `SubscriptionStore.subscribe`',
  'an item without a guid is shown twice',
  'which dates does the parser of RSS understand?',
  'docs/feeds.md',
];

let [shared, own]: World[] = [];
const workspace = newWorkspace();
const env = { KNAP_STORE: inject('postgresUrl'), KNAP_WORKSPACE: `${workspace}@main` };
beforeAll(async () => {
  [shared, own] = [makeWorld(READER, READER_PAST), makeWorld(READER, READER_PAST)];
  const indexed = await knap(shared!.root, ['index'], { env });
  expect(indexed.stderr + indexed.stdout).toContain('files');
  expect(indexed.code).toBe(0);
});
afterAll(() => {
  shared?.[Symbol.dispose]();
  own?.[Symbol.dispose]();
});

for (const task of TASKS)
  test(`the ten best results for "${task}" are the same in PostgreSQL and in SQLite`, async () => {
    const [far, near] = await Promise.all([best(shared!, task, env), best(own!, task, {})]);
    expect(near.length).toBeGreaterThan(2);
    expect(far).toEqual(near);
  });

const COMMANDS: readonly (readonly string[])[] = [
  ['pack', TASKS[0]!, '--format', 'markdown'],
  ['query', TASKS[1]!],
  ['show', 'docs/feeds.md'],
  ['search', 'feeds'],
  ['grep', 'guid'],
];
for (const [name = '', ...args] of COMMANDS)
  test(`knap ${name} answers from PostgreSQL as from SQLite`, async () => {
    const [far, near] = await Promise.all([
      knap(shared!.root, [name, ...args], { env }),
      knap(own!.root, [name, ...args]),
    ]);
    expect(withoutIds(far.stdout)).toBe(withoutIds(near.stdout));
    expect([far.code, far.stderr]).toEqual([near.code, near.stderr]);
    expect(near.code).toBe(0);
  });

test('knap status names the database without its password, and writes nothing beside the files', async () => {
  const { stdout } = await knap(shared!.root, ['status'], { env });
  expect(stdout).toMatch(/index +postgres, postgres:\/\/knap@127\.0\.0\.1:\d+\/postgres test\/\d+\/\d+@main/);
  expect(stdout).toMatch(/pending +nothing/);
  expect(existsSync(join(shared!.root, '.knap/index.db'))).toBe(false);
});

test('knap verify compares a stored view with the folder, and changes neither of them', async () => {
  const { code, stdout } = await knap(shared!.root, ['verify', '--all', '--json'], { env });
  expect(JSON.parse(stdout)).toMatchObject({ store: 'postgres', differences: [] });
  expect(code).toBe(0);
  using other = makeWorld({ ...READER, 'more.ts': 'export const more = 1;\n' });
  const apart = await knap(other.root, ['verify', '--all'], { env });
  expect([apart.code, apart.stdout]).toEqual([
    2,
    expect.stringMatching(/^more\.ts: file: is on the disk but not in the index$/m),
  ]);
  const over = { KNAP_STORE: inject('postgresUrl'), KNAP_WORKSPACE: workspace };
  const layered = await knap(own!.root, ['verify', '--all', '--json'], { env: over });
  expect(JSON.parse(layered.stdout)).toMatchObject({ store: expect.stringMatching(/^sqlite over /), differences: [] });
});

test('errors about an unreachable store hold no password', async () => {
  const secret = 'p@ss/wörd#1';
  for (const url of [`postgres://me:${secret}@127.0.0.1:1/db`, `mysql://me:${secret}@host/db`]) {
    const { code, stderr } = await knap(own!.root, ['pack', 'x', '--store', url], { env: { KNAP_DEBUG: '1' } });
    expect(code).not.toBe(0);
    expect(stderr).not.toContain('ss/w');
    expect(stderr.split('\n')[0]).toMatch(/The database cannot be reached: postgres:\/\/me@127|--store: a URL like/);
  }
});

test('the configuration of a repository may set neither the store nor the workspace', async () => {
  for (const key of ['store: postgres://evil@example.invalid/db', 'workspace: theirs/name']) {
    using world = makeWorld({ ...READER, 'knap.config.yaml': key });
    const { code, stderr } = await knap(world.root, ['status']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('cannot be set by a repository')]);
  }
});

const NAMES: [args: string[], message: RegExp][] = [
  [
    ['serve', '--workspace', 'org/a@main'],
    /^knap: --workspace org\/a@main: use NAME=DIR, or name the shared store with --store/,
  ],
  [
    ['serve', '--workspace', 'a/b', '--workspace', 'c/d'],
    /^knap: A second workspace needs a name: --workspace NAME=c\/d/,
  ],
  [
    ['context', 'x', '--workspace', 'org/a@main'],
    /cannot be the name of a graph: .*What the shared store calls this workspace is said in KNAP_WORKSPACE here/,
  ],
  [['import', 'tana', 'docs/feeds.md', '--workspace', 'org/a'], /cannot be the name of a graph: .*KNAP_WORKSPACE/],
];
for (const [args, message] of NAMES)
  test(`knap ${args.join(' ')} is refused with the right form of the workspace name`, async () => {
    const { code, stderr } = await knap(own!.root, args);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  });

test('knap pack in a process of its own answers from PostgreSQL', async () => {
  const child = startKnap(shared!.root, ['pack', TASKS[0]!, '--format', 'json'], { stdin: 'ignore', env });
  const output = await text(child.stdout!);
  expect(JSON.parse(output)).toMatchObject({ files: expect.arrayContaining([expect.anything()]) });
});

test('no row of the database holds a secret from the code, documents or commits of a workspace', async () => {
  const secret = ['ghp', '_aB3dE6gH9jK2mN5pQ8rS1tU4vW7xY0zAbCdE'].join('');
  using world = makeWorld(
    {
      'src/a.ts': `/** Token ${secret} of ours. */\nexport const token = '${secret}';\n`,
      'docs/a.md': `# ${secret}\n`,
    },
    [{ message: `Use ${secret}`, files: { 'src/b.ts': `import './a.ts'; // ${secret}\n` } }],
  );
  const named = newWorkspace();
  const indexed = await knap(world.root, ['index'], { env: { ...env, KNAP_WORKSPACE: `${named}@main` } });
  expect(indexed.code).toBe(0);
  const url = inject('postgresUrl');
  const tables = await onServer(
    url,
    `SELECT relname FROM pg_class WHERE relnamespace = 'knap'::regnamespace AND relkind = 'p'`,
  );
  let rows = 0;
  for (const [table] of tables) {
    const found = await onServer(url, `SELECT t::text FROM knap.${table} t WHERE workspace = ${keyOf(named)}`);
    rows += found.length;
    // Texts this short are not packed: their bytes are printed in hexadecimal.
    for (const hidden of [secret, Buffer.from(secret).toString('hex'), String(keyOf(secret))])
      expect(
        found.filter(([row]) => row!.includes(hidden)),
        table,
      ).toEqual([]);
  }
  expect(rows).toBeGreaterThan(30);
});

test('knap index says that another process is writing the workspace, and waits for it', async () => {
  const other = await connected(inject('postgresUrl'));
  await other.query('BEGIN');
  await other.query(`SELECT 1 FROM knap.workspaces WHERE workspace = ${keyOf(workspace)} FOR UPDATE`);
  using clone = makeWorld(READER);
  const child = startKnap(clone.root, ['index'], {
    stdin: 'ignore',
    env: { ...env, KNAP_WORKSPACE: `${workspace}@late` },
  });
  const [said] = await once(child.stderr!, 'data');
  expect(String(said)).toBe(`note: another knap is writing the workspace ${workspace}, and is waited for\n`);
  expect(child.exitCode).toBe(null);
  await other.query('ROLLBACK');
  expect(await text(child.stdout!)).toContain(' added, 0 changed, 0 removed)');
  await other.end();
});

test('knap index --full makes the stored view again, and answers stay the same', async () => {
  const before = await best(shared!, TASKS[0]!, env);
  const { code, stdout } = await knap(shared!.root, ['index', '--full'], { env });
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^(\d+) files, .* \(\1 added, 0 changed, 0 removed\)/)]);
  expect(await best(shared!, TASKS[0]!, env)).toEqual(before);
});

async function best(world: World, task: string, around: Readonly<Record<string, string>>): Promise<readonly unknown[]> {
  const { stdout, stderr } = await knap(world.root, ['explain', task, '--json'], { env: around });
  const answer = JSON.parse(stdout || `"${stderr}"`) as { candidates: { id: string; score: number }[] };
  return answer.candidates.slice(0, 10).map(({ id, score }) => [id, score]);
}

// A pack is named after what its text was made from.
function withoutIds(text: string): string {
  return text.replaceAll(/[0-9a-f]{12,}/g, '…');
}
