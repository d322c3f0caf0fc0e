import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { SCHEMA_VERSION } from '../../src/stores/sqlite/opening/schema.ts';
import { knap, type Surroundings } from './knap.ts';
import { makeWorld, SHOP } from './world.ts';

interface Row {
  readonly name: string;
  readonly state: string;
  readonly says: string;
  readonly mend: string | null;
}

async function doctor(root: string, around: Surroundings = {}): Promise<{ code: number; rows: readonly Row[] }> {
  const { code, stdout } = await knap(root, ['doctor', '--json'], around);
  return { code, rows: JSON.parse(stdout) };
}
const about = (rows: readonly Row[], name: string) => rows.filter((row) => row.name === name);

test('doctor reports on a new and an indexed workspace, and makes no state folder', async () => {
  const root = makeWorld(SHOP, { git: true });
  const before = await doctor(root);
  expect(before.code).toBe(0);
  expect(before.rows.map(({ name, state }) => `${name} ${state}`)).toEqual([
    ...['node well', 'languages well', 'git well', 'repository well', 'settings well', 'state well'],
    ...['index poor', 'meaning well', 'agents well'],
  ]);
  expect(about(before.rows, 'index')[0]).toMatchObject({ mend: 'knap index' });
  expect(() => statSync(join(root, '.knap'))).toThrow('ENOENT');
  await knap(root, ['index']);
  expect(about((await doctor(root)).rows, 'index')).toEqual([
    { name: 'index', state: 'well', says: '6 files, up to date', mend: null },
  ]);
  const { stdout } = await knap(root, ['doctor'], { isTerminal: true, columns: 60, env: { NO_COLOR: '1' } });
  expect(stdout).toMatch(/^well {2}node {8}\d+\./);
});

test('doctor without git on the PATH says so and reports nothing about the repository', async () => {
  const root = makeWorld(SHOP, { git: true });
  const before = process.env.PATH;
  process.env.PATH = '/nonexistent';
  try {
    const { rows } = await doctor(root);
    expect(about(rows, 'git')[0]!.says).toMatch(/^git does not start/);
    expect(about(rows, 'repository')).toEqual([]);
  } finally {
    process.env.PATH = before;
  }
});

test('doctor leaves an index of another version as it is', async () => {
  const root = makeWorld(SHOP);
  await knap(root, ['index']);
  const index = join(root, '.knap/index.db');
  const database = new DatabaseSync(index);
  database.exec(`PRAGMA user_version = ${SCHEMA_VERSION - 1}`);
  database.close();
  const before = readFileSync(index);
  expect(about((await doctor(root)).rows, 'index')).toEqual([
    expect.objectContaining({
      state: 'poor',
      says: expect.stringMatching(/not made here by this version/),
      mend: 'knap index',
    }),
  ]);
  expect(readFileSync(index).equals(before)).toBe(true);
});

const MOVED_JSON = JSON.stringify({
  mcpServers: {
    other: { command: '/gone/other', args: [] },
    knap: { type: 'stdio', command: process.execPath, args: ['/gone/knap/dist/cli.js', 'mcp'] },
  },
});
const MOVED_TOML = `[mcp_servers.other]
command = "/gone/other"

[mcp_servers.knap]
command = "${process.execPath}"
args = ["/gone/knap/dist/cli.js", "mcp"]
`;

describe('each problem is printed with its remedy', () => {
  const cases: [
    name: string,
    prepare: (root: string) => Record<string, string> | undefined,
    expected: Partial<Row>,
    exit: number,
  ][] = [
    [
      'an unknown setting in the configuration',
      (root) => void writeFileSync(join(root, 'knap.config.yaml'), 'bugdet: 3\n'),
      { name: 'settings', state: 'wrong', says: expect.stringContaining('knap.config.yaml:1: unknown key "bugdet"') },
      2,
    ],
    [
      'an unknown variable that begins with KNAP_',
      () => ({ KNAP_BUDGTE: '3' }),
      { name: 'settings', state: 'poor', says: expect.stringContaining('did you mean "KNAP_BUDGET"') },
      0,
    ],
    [
      'a configuration with a token that others can read',
      (root) => {
        mkdirSync(join(root, '.home/.config/knap'), { recursive: true });
        writeFileSync(join(root, '.home/.config/knap/config.yaml'), 'tanaToken: abc\n', { mode: 0o644 });
        return {};
      },
      { name: 'settings', state: 'poor', mend: expect.stringMatching(/^chmod 600 .*config\.yaml$/) },
      0,
    ],
    [
      'a state folder that others can read',
      (root) => {
        mkdirSync(join(root, '.knap'));
        chmodSync(join(root, '.knap'), 0o755);
        return {};
      },
      { name: 'state', state: 'poor', mend: expect.stringMatching(/^chmod 700 .*\.knap$/) },
      0,
    ],
    [
      'a state folder that is a link',
      (root) => void symlinkSync('/tmp', join(root, '.knap')),
      { name: 'state', state: 'wrong', says: expect.stringContaining('is no folder of its own: remove it') },
      2,
    ],
    [
      'a folder without git',
      () => undefined,
      { name: 'repository', state: 'poor', says: expect.stringContaining('is not a git repository'), mend: 'git init' },
      0,
    ],
    [
      'an embedder that does not answer',
      () => ({ KNAP_EMBEDDER: 'openai-compatible', KNAP_EMBEDDER_URL: 'http://127.0.0.1:9', KNAP_EMBEDDER_MODEL: 'm' }),
      { name: 'meaning', state: 'wrong', mend: 'see: knap config embedder' },
      2,
    ],
    [
      'a database that cannot be reached',
      () => ({ KNAP_STORE: 'postgres://me:hunter2@127.0.0.1:9/knap' }),
      { name: 'store', state: 'wrong', says: expect.not.stringContaining('hunter2') },
      2,
    ],
    [
      'an installed agent without an entry of knap',
      (root) => void mkdirSync(join(root, '.home/.codex'), { recursive: true }),
      { name: 'agents', state: 'poor', says: 'knap is not set up for Codex', mend: 'knap setup codex --write' },
      0,
    ],
    [
      'an agent with an entry of an older knap for a fixed folder',
      (root) => {
        mkdirSync(join(root, '.home/.cursor'), { recursive: true });
        const knap = { command: 'node', args: ['mcp', '$' + '{workspaceFolder}'] };
        writeFileSync(join(root, '.home/.cursor/mcp.json'), JSON.stringify({ mcpServers: { knap } }));
      },
      {
        name: 'agents',
        state: 'poor',
        says: expect.stringMatching(/older knap, which names .*workspaceFolder. for all/),
      },
      0,
    ],
    [
      'an entry of Claude Code without alwaysLoad',
      (root) => {
        mkdirSync(join(root, '.home'), { recursive: true });
        const knap = { command: 'node', args: ['mcp'] };
        writeFileSync(join(root, '.home/.claude.json'), JSON.stringify({ mcpServers: { knap } }));
      },
      { name: 'agents', says: expect.stringContaining('lacks alwaysLoad'), mend: 'knap setup claude-code --write' },
      0,
    ],
    [
      'an agent whose JSON entry starts a file that does not exist',
      (root) => {
        mkdirSync(join(root, '.home/.codex'), { recursive: true });
        writeFileSync(join(root, '.home/.claude.json'), MOVED_JSON);
      },
      {
        name: 'agents',
        state: 'wrong',
        says: expect.stringContaining('would start /gone/knap/dist/cli.js, which does not exist'),
      },
      2,
    ],
    [
      'an agent whose TOML entry starts a file that does not exist',
      (root) => {
        mkdirSync(join(root, '.home/.codex'), { recursive: true });
        writeFileSync(join(root, '.home/.codex/config.toml'), MOVED_TOML);
      },
      {
        name: 'agents',
        state: 'wrong',
        says: expect.stringContaining('would start /gone/knap/dist/cli.js, which does not exist'),
      },
      2,
    ],
  ];
  test.each(cases)('doctor reports the problem with its exit status: %s', async (_, prepare, expected, exit) => {
    const root = makeWorld({ 'a.ts': 'export const a = 1;\n' });
    const env = prepare(root) ?? {};
    const { code, rows } = await doctor(root, { env });
    expect(about(rows, expected.name!)).toContainEqual(expect.objectContaining(expected));
    expect(code).toBe(exit);
  });
});

test('doctor reports no problem for an embedder that answers', async () => {
  const server = createServer((request, response) => {
    request
      .resume()
      .on('end', () => response.end(JSON.stringify({ data: [{ index: 0, embedding: [1, 0, 0, 0, 0, 0, 0, 0] }] })));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const env = {
    KNAP_EMBEDDER: 'openai-compatible',
    KNAP_EMBEDDER_URL: `http://127.0.0.1:${port}`,
    KNAP_EMBEDDER_MODEL: 'm',
  };
  expect(about((await doctor(makeWorld({}), { env })).rows, 'meaning')).toEqual([
    { name: 'meaning', state: 'well', says: 'openai-compatible:m', mend: null },
  ]);
});
