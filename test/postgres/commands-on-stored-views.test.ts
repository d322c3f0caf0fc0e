import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { keyOf } from '../../src/stores/postgres/keys.ts';
import { knap, type Outcome } from '../surfaces/knap.ts';
import { LIBRARY, SHOP } from '../worlds/library-and-shop.ts';
import { makeWorld, type World } from '../worlds/world.ts';
import { onServer } from './databases.ts';
import { newWorkspace } from './open-store.ts';

const [api, shop] = [newWorkspace(), newWorkspace()];
const env = { KNAP_STORE: inject('postgresUrl') };
const TOTAL = 'the total of an invoice forgets the tax';
let [library, store, empty]: World[] = [];
beforeAll(async () => {
  [library, store, empty] = [makeWorld(LIBRARY, [{ message: 'one', files: {} }]), makeWorld(SHOP), makeWorld({})];
  for (const [world, name] of [
    [library!, api],
    [store!, shop],
  ] as const)
    expect(await knap(world.root, ['index', '--workspace', `${name}@main`], { env })).toMatchObject({ code: 0 });
});
afterAll(() => {
  for (const world of [library, store, empty]) world?.[Symbol.dispose]();
});

const ask = (args: readonly string[], root = empty!.root): Promise<Outcome> =>
  knap(root, ['pack', '--format', 'json', '--aim', 'full', ...args], { env });
const quoted = async (args: readonly string[], root?: string) => {
  const { stdout, stderr } = await ask(args, root);
  if (stdout === '') throw new Error(stderr);
  return [...new Set((JSON.parse(stdout) as { blocks: { path: string }[] }).blocks.map(({ path }) => path))];
};

describe('a stored view can be asked without a local tree', () => {
  test('a pack of a stored view quotes texts of the store, gives their date, and changes no view', async () => {
    const versions = () =>
      onServer(
        env.KNAP_STORE,
        `SELECT name, version FROM knap.views WHERE workspace IN (${keyOf(api)}, ${keyOf(shop)}) ORDER BY workspace, view`,
      );
    const before = await versions();
    const { stdout } = await ask([TOTAL, '--workspace', `${api}@main`]);
    const pack = JSON.parse(stdout) as { blocks: { path: string; text: string; isStale: boolean }[]; notes: string[] };
    const block = pack.blocks.find(({ path }) => path === 'src/invoice.ts');
    expect(LIBRARY['src/invoice.ts']).toContain(block?.text);
    const head = library!.git('rev-parse', 'HEAD').slice(0, 12);
    const note = new RegExp(`^${api}@main is read from the shared store and is as of \\d{4}-.*Z, commit ${head}$`);
    expect(pack.notes).toContainEqual(expect.stringMatching(note));
    expect(stdout).not.toContain('"isStale": true');
    expect(await versions()).toEqual(before);
    expect(existsSync(join(empty!.root, '.knap/index.db'))).toBe(false);
  });

  const COMMANDS: [args: readonly string[], said: string][] = [
    [['query', 'invoice total'], 'invoiceTotal'],
    [['grep', 'lines.reduce'], 'src/invoice.ts'],
    [['show', 'src/invoice.ts'], 'invoiceTotal'],
    [['status'], 'pending'],
  ];
  for (const [args, said] of COMMANDS)
    test(`knap ${args[0]} answers from a stored view`, async () => {
      const { code, stdout } = await knap(empty!.root, [...args, '--workspace', `${api}@main`], { env });
      expect([code, stdout]).toEqual([0, expect.stringContaining(said)]);
    });

  test('a stored view can be asked inside another tree, which does not change', async () => {
    expect(await quoted([TOTAL, '--workspace', `${api}@main`], store!.root)).toContain('src/invoice.ts');
    expect(await quoted([TOTAL, '--workspace', `${shop}@main`])).not.toContain('src/invoice.ts');
  });
});

describe('a pack can be made of several workspaces of a shared store', () => {
  const both = [`--workspace`, `${shop},${api}`];
  const CASES: [name: string, args: () => readonly string[], first: readonly string[]][] = [
    ['the likeliest file comes first', () => [TOTAL, ...both], [`${api}:src/invoice.ts`, `${shop}:src/checkout.ts`]],
    [
      'a repeated --workspace adds a workspace, also with its view',
      () => [TOTAL, '--workspace', `${shop}@main`, '--workspace', api],
      [`${api}:src/invoice.ts`, `${shop}:src/checkout.ts`],
    ],
    [
      'code used in another workspace is included',
      () => ['wrong label at the checkout', ...both],
      [`${shop}:src/checkout.ts`, `${api}:src/invoice.ts`],
    ],
    [
      '--pin accepts a path with its workspace',
      () => ['checkout', ...both, '--pin', `${api}:src/stock.ts`],
      [`${api}:src/stock.ts`],
    ],
    [
      '--drop accepts a path with its workspace',
      () => [TOTAL, ...both, '--drop', `${api}:src/invoice.ts`],
      [`${shop}:src/checkout.ts`],
    ],
  ];
  for (const [name, args, first] of CASES)
    test(`in a pack of two workspaces, ${name}`, async () =>
      expect((await quoted(args())).slice(0, first.length)).toEqual(first));

  test.each([
    ['a workspace', shop],
    ['a folder of a workspace', `${shop}:src`],
  ])('in a pack of two workspaces, --under limits the pack to %s', async (_, under) => {
    const paths = await quoted([TOTAL, ...both, '--under', under]);
    expect(paths).toContain(`${shop}:src/checkout.ts`);
    expect(paths.filter((path) => !path.startsWith(`${shop}:`))).toEqual([]);
  });

  test('in a pack of a local tree and stored workspaces, paths of the tree have no prefix', async () => {
    const paths = await quoted(
      [TOTAL, '--root', '.', '--workspace', `${api}@main`, '--workspace', `${shop}@main`],
      store!.root,
    );
    expect(paths).toContain(`${api}:src/invoice.ts`);
    expect(paths).toContain('src/checkout.ts');
  });

  test('a group in the configuration of the user names several workspaces', async () => {
    const folder = join(empty!.root, '.home/.config/knap');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'config.yaml'), `groups:\n  all: [${api}, ${shop}@main]\n`);
    expect((await quoted([TOTAL, '--group', 'all']))[0]).toBe(`${api}:src/invoice.ts`);
    const unknown = await ask([TOTAL, '--group', 'none']);
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('has no group "none"; it has all') });
  });

  const REFUSED: [name: string, args: () => readonly string[], said: RegExp][] = [
    [
      'a view that the store does not hold',
      () => ['pack', 'x', '--workspace', `${api}@none`],
      /holds nothing of .*@none: knap store/,
    ],
    ['a workspace named twice', () => ['pack', 'x', '--workspace', `${api},${api}@main`], /is named twice/],
    [
      'a folder without its workspace',
      () => ['pack', 'x', ...both, '--under', 'src'],
      /Name the folder with its workspace: .*:src/,
    ],
    [
      'a diff of a stored view',
      () => ['pack', 'x', ...both, '--diff', 'HEAD'],
      /A diff needs a local checkout; \S+ is a stored view/,
    ],
    ['to index an empty folder as a view', () => ['index', '--workspace', `${api}@main`], /This folder has no files/],
    ['to index several workspaces at once', () => ['index', ...both], /indexed as one workspace/],
    ['several workspaces for links', () => ['links', 'x', ...both], /works on one workspace/],
  ];
  for (const [name, args, said] of REFUSED)
    test(`knap refuses ${name}`, async () => {
      const { code, stderr } = await knap(empty!.root, args(), { env });
      expect([code === 0, stderr]).toEqual([false, expect.stringMatching(said)]);
    });

  test('several workspace names are refused without a shared store', async () => {
    const { code, stderr } = await knap(empty!.root, ['pack', 'x', ...both]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('is a name in a shared store')]);
  });
});
