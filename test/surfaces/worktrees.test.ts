import { chownSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SHOP } from '../worlds/shop.ts';
import { makeWorld, type World } from '../worlds/world.ts';
import { knap } from './knap.ts';

let main: World;
let tree: string;
beforeEach(async () => {
  main = makeWorld(SHOP, [{ message: 'Retry the mail', files: { 'src/retry.ts': 'export const retry = 3;\n' } }]);
  expect((await knap(main.root, ['index'])).code).toBe(0);
  tree = `${main.root}-tree`;
  main.git('worktree', 'add', '-q', '-b', 'side', tree);
});
afterEach(() => {
  rmSync(tree, { recursive: true, force: true });
  main[Symbol.dispose]();
});

const QUESTIONS = [
  ['pack', 'payment confirmation is sent twice when Stripe retries', '--format', 'markdown'],
  ['query', 'where is the signature checked'],
  ['uses', 'handleWebhook'],
  ['grep', 'signature'],
  ['show', 'docs/payments.md'],
  ['explain', 'mail is not sent', '--format', 'json'],
];

const indexOf = (root: string) => join(root, '.knap/index.db');
const write = (path: string, text: string) => writeFileSync(join(tree, path), text);

async function answers(root: string): Promise<string[]> {
  const said: string[] = [];
  for (const args of QUESTIONS) {
    const { code, stdout, stderr } = await knap(root, args);
    expect(code, stderr).toBe(0);
    said.push(stdout);
  }
  return said;
}

async function borrowed(root = tree): Promise<number | undefined> {
  expect((await knap(root, ['index'])).code).toBe(0);
  const { stdout } = await knap(root, ['status', '--json']);
  return JSON.parse(stdout).store.borrowed?.files;
}

// Expects the index to agree with the disk, and the answers of a tree that was indexed alone.
async function expectAsBuiltAlone(): Promise<void> {
  const said = await answers(tree);
  expect(JSON.parse((await knap(tree, ['verify', '--all', '--json'])).stdout).differences).toEqual([]);
  for (const root of [tree, main.root]) renameSync(join(root, '.knap'), `${root}.knap`);
  expect(await borrowed()).toBeUndefined();
  expect(await answers(tree)).toEqual(said);
  for (const root of [main.root, tree]) {
    rmSync(join(root, '.knap'), { recursive: true, force: true });
    renameSync(`${root}.knap`, join(root, '.knap'));
  }
}

test('work trees: an identical work tree reads the main index, does not write to it, and answers like a tree indexed alone', async () => {
  const before = readFileSync(indexOf(main.root));
  expect(await borrowed()).toBe(10);
  expect((await knap(tree, ['status'])).stdout).toContain(`10 of 10 files, from ${indexOf(main.root)}`);
  expect(readFileSync(indexOf(main.root))).toEqual(before);
  expect(statSync(indexOf(tree)).size).toBeLessThan(statSync(indexOf(main.root)).size);
  await expectAsBuiltAlone();
});

test('work trees: files edited, added or removed in a tree change only the answers of that tree', async () => {
  await borrowed();
  write('src/mail/smtp.ts', 'export function deliver(): void {}\nexport class Pigeon {}\n');
  write('src/pigeon.ts', "import { Pigeon } from './mail/smtp.ts';\nexport const bird = new Pigeon();\n");
  rmSync(join(tree, 'src/retry.ts'));
  main.write({ 'src/owl.ts': 'export class Owl {}\n', 'docs/payments.md': '# Payments\n\nOwls pay.\n' });
  expect((await knap(main.root, ['index'])).code).toBe(0);
  main.write({ 'src/lark.ts': 'export class Lark {}\n' });
  expect((await knap(main.root, ['index'])).code).toBe(0);
  expect(await borrowed()).toBe(8);
  expect((await knap(tree, ['query', 'Pigeon'])).stdout).toContain('src/mail/smtp.ts');
  expect((await knap(tree, ['grep', 'Owl'])).stdout).not.toContain('src/owl.ts');
  expect((await knap(main.root, ['query', 'Owl'])).stdout).toContain('src/owl.ts');
  await expectAsBuiltAlone();
});

test('work trees: a branch with other files and commits answers like a tree indexed alone', async () => {
  write('src/pigeon.ts', 'export class Pigeon {}\n');
  main.git('-C', tree, 'add', '.');
  main.git('-C', tree, 'commit', '-qm', 'Send pigeons instead of mail');
  expect(await borrowed()).toBe(10);
  expect((await knap(tree, ['status'])).stdout).toMatch(/history +3 commits/);
  await expectAsBuiltAlone();
});

const isRoot = process.getuid?.() === 0;

const gitdir = () => join(main.root, '.git/worktrees', readdirSync(join(main.root, '.git/worktrees'))[0]!, 'gitdir');

const nothingToBorrow: [when: 'before' | 'while', name: string, spoil: () => void][] = [
  ['while', 'the main checkout has no index', () => rmSync(join(main.root, '.knap'), { recursive: true })],
  ['while', 'the main checkout was moved', () => renameSync(main.root, `${main.root}-moved`)],
  ['before', 'the main index has another version of the schema', () => alter('PRAGMA user_version = 999')],
  ['while', 'the main index has another version of the schema', () => alter('PRAGMA user_version = 999')],
  [
    'before',
    'the main index has a table that its version does not have',
    () => alter('CREATE TABLE another (id INTEGER PRIMARY KEY)'),
  ],
  ['before', 'the main index is a copy', () => copied(indexOf(main.root))],
  ['before', 'the main index is damaged', () => writeFileSync(indexOf(main.root), damaged())],
  ['while', 'the main index is damaged', () => writeFileSync(indexOf(main.root), damaged())],
  ['before', 'git keeps a false path of the work tree', () => writeFileSync(gitdir(), '/tmp/.git\n')],
  ['while', 'git keeps a false path of the work tree', () => writeFileSync(gitdir(), '/tmp/.git\n')],
  // Only root may give a file away.
  ...(isRoot
    ? [
        ['before', 'the main index has another owner', () => chownSync(indexOf(main.root), 65_534, 65_534)] as [
          'before',
          string,
          () => void,
        ],
      ]
    : []),
];

for (const [when, name, spoil] of nothingToBorrow)
  test(`work trees: a tree is indexed alone if, ${when === 'before' ? 'before' : 'after'} it borrows, ${name}`, async () => {
    if (when === 'while') expect(await borrowed()).toBe(10);
    spoil();
    expect(await borrowed()).toBeUndefined();
    expect((await knap(tree, ['query', 'handleWebhook'])).stdout).toContain('src/payments/webhook.ts');
    rmSync(`${main.root}-moved`, { recursive: true, force: true });
  });

test('work trees: a tree borrows again if the main index was made again or lost contents', async () => {
  expect(await borrowed()).toBe(10);
  rmSync(join(main.root, '.knap'), { recursive: true });
  expect((await knap(main.root, ['index'])).code).toBe(0);
  expect(await borrowed()).toBe(10);
  await expectAsBuiltAlone();
  using engine = holding(await main.open());
  await engine.index({ full: true });
  expect(await borrowed()).toBe(10);
  await expectAsBuiltAlone();
});

test('work trees: questions get right answers while the main index is rebuilt', async () => {
  using engine = holding(await main.open({ root: tree }));
  const task = { task: 'payment confirmation is sent twice' };
  const before = await engine.pack(task);
  expect((await knap(main.root, ['index', '--full'])).code).toBe(0);
  expect((await engine.pack(task)).text).toBe(before.text);
  rmSync(join(main.root, '.knap'), { recursive: true });
  write('src/pigeon.ts', 'export class Pigeon {}\n');
  expect(JSON.stringify(await engine.query({ query: 'Pigeon' }))).toContain('src/pigeon.ts');
});

test('work trees: a tree with a full index of its own reads nothing from the main checkout', async () => {
  expect(await borrowed()).toBe(10);
  expect((await knap(tree, ['index', '--full'])).code).toBe(0);
  expect(await borrowed()).toBeUndefined();
  expect(readdirSync(join(tree, '.knap'))).not.toContain('index.db-damaged');
});

test('work trees: two trees can begin to borrow at the same time', async () => {
  const both = await Promise.all([answers(tree), answers(tree)]);
  expect(both[0]).toEqual(both[1]);
  expect(await borrowed()).toBe(10);
  await expectAsBuiltAlone();
});

const damaged = () => readFileSync(indexOf(main.root)).fill(90, 9000);

function alter(sql: string): void {
  const database = new DatabaseSync(indexOf(main.root));
  database.exec(sql);
  database.close();
}

function copied(path: string): void {
  const bytes = readFileSync(path);
  writeFileSync(`${path}-copy`, bytes);
  renameSync(`${path}-copy`, path);
  expect(existsSync(path)).toBe(true);
}

function holding<Engine extends { close(): Promise<void> }>(engine: Engine): Engine & Disposable {
  return Object.assign(engine, { [Symbol.dispose]: () => void engine.close() });
}
