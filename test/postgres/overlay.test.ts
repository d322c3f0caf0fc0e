import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { configSchema } from '../../src/config/schema.ts';
import { openParts } from '../../src/engine/open/open-parts.ts';
import { indexWorkspace } from '../../src/indexing/index-workspace.ts';
import { knap } from '../surfaces/knap.ts';
import { READER, READER_PAST } from '../worlds/reader.ts';
import { makeWorld, type World } from '../worlds/world.ts';
import { newDatabase, onServer } from './databases.ts';
import { newWorkspace } from './open-store.ts';

// Words that stand nowhere else, so that finding one in the database proves that it was sent.
const UNPUSHED = {
  'src/zebraUnpushed.ts': 'export function zebraUnpushedThing() { return "okapi committed here"; }\n',
  'docs/feeds.md': `${READER['docs/feeds.md']}\n## Giraffes\n\nSee zebraUnpushedThing for giraffes.\n`,
};
const UNCOMMITTED = {
  'src/lemurUncommitted.ts':
    "import { zebraUnpushedThing } from './zebraUnpushed.ts';\nexport const lemurs = zebraUnpushedThing();\n",
  'src/feeds/parse-rss.ts': `${READER['src/feeds/parse-rss.ts']}\nexport const lemurInRss = 'lemur';\n`,
};
const PRIVATE = ['zebra', 'okapi', 'giraffe', 'lemur', 'kudu'];
const TASKS = [
  'HTTP 429: wait before the next request in `SubscriptionStore.subscribe`',
  'an item without a guid is shown twice',
  'lemurs and the zebraUnpushedThing: what do giraffes have to do with RSS?',
];

let url: string;
let [laptop, fresh]: World[] = [];
const workspace = newWorkspace();
const env = () => ({ KNAP_STORE: url, KNAP_WORKSPACE: workspace });
beforeAll(async () => {
  url = await newDatabase();
  using pushed = makeWorld(READER, READER_PAST);
  const { code } = await knap(pushed.root, ['index', '--ref', 'main', '--workspace', workspace, '--store', url]);
  expect(code).toBe(0);
  [laptop, fresh] = [1, 2].map(() => {
    const world = makeWorld(READER, READER_PAST);
    world.write(UNPUSHED);
    world.git('add', '-A');
    world.git('commit', '-q', '-m', 'Herd kudus, unpushed');
    world.write(UNCOMMITTED);
    world.git('rm', '-q', '--cached', 'src/xml/read-xml.ts');
    return world;
  });
});
afterAll(() => {
  laptop?.[Symbol.dispose]();
  fresh?.[Symbol.dispose]();
});

test('an index over a shared store parses only what is not stored there', async () => {
  const before = await contentOf(url);
  const { parsed, views } = await parsesOf(laptop!);
  expect(parsed.toSorted()).toEqual([...Object.keys(UNPUSHED), ...Object.keys(UNCOMMITTED)].toSorted());
  expect(views).toBeGreaterThan(10);
  expect((await parsesOf(laptop!)).parsed).toEqual([]);
  expect(await contentOf(url)).toEqual(before);
});

for (const task of TASKS)
  test(`over a shared store, explain ranks the same ten files first as over a local index: "${task}"`, async () => {
    const args = ['explain', task, '--json'];
    const [over, alone] = [await knap(laptop!.root, args, { env: env() }), await knap(fresh!.root, args)];
    expect(best(over.stdout)).toEqual(best(alone.stdout));
    expect(best(alone.stdout).length).toBeGreaterThan(2);
  });

const COMMANDS: readonly (readonly string[])[] = [
  ['pack', TASKS[2]!, '--format', 'markdown'],
  ['pack', TASKS[0]!, '--diff', 'HEAD~1', '--format', 'markdown'],
  ['query', TASKS[1]!],
  ['uses', 'zebraUnpushedThing'],
];
for (const [name = '', ...args] of COMMANDS)
  test(`knap ${[name, ...args].join(' ')} prints the same over a shared store as over a local index`, async () => {
    const over = await knap(laptop!.root, [name, ...args], { env: env() });
    const alone = await knap(fresh!.root, [name, ...args]);
    expect(withoutIds(over.stdout)).toBe(withoutIds(alone.stdout));
    expect([over.code, over.stderr]).toEqual([alone.code, alone.stderr]);
    expect(alone.code).toBe(0);
  });

test('knap index without a view updates the local index, and writes nothing to the database', async () => {
  const before = await contentOf(url);
  laptop!.write({ 'src/lemurTwo.ts': 'export const lemurTwo = 2;\n' });
  const { code, stdout } = await knap(laptop!.root, ['index'], { env: env() });
  expect([code, stdout]).toEqual([0, expect.stringContaining('(1 added, 0 changed, 0 removed)')]);
  await knap(laptop!.root, ['index', '--full'], { env: env() });
  const rows = await contentOf(url);
  expect(rows).toEqual(before);
  for (const word of PRIVATE) expect(rows.filter((row) => row.toLowerCase().includes(word))).toEqual([]);
  expect(rows.length).toBeGreaterThan(100);
  const views = await onServer(url, 'SELECT name FROM knap.views');
  expect(views).toEqual([['main']]);
});

test('knap status names the shared store, and the local changes lie in a file of .knap', async () => {
  const { stdout } = await knap(laptop!.root, ['status'], { env: env() });
  expect(stdout).toMatch(/index +sqlite over postgres:\/\/knap@127\.0\.0\.1:\d+\/knap_\w+ test\/\d+\/\d+, 0\.\d MB/);
  expect(readdirSync(join(laptop!.root, '.knap')).some((name) => /^over-[0-9a-f]{12}\.db$/.test(name))).toBe(true);
  expect(existsSync(join(laptop!.root, '.knap/index.db'))).toBe(false);
});

test('contents that the shared store has forgotten are parsed locally, and the answer stays the same', async () => {
  const own = newWorkspace();
  using pushed = makeWorld(READER, READER_PAST);
  using clone = makeWorld(READER, READER_PAST);
  const around = { env: { KNAP_STORE: url, KNAP_WORKSPACE: own } };
  await knap(pushed.root, ['index', '--ref', 'main'], around);
  const args = ['explain', TASKS[1]!, '--json'];
  const before = await knap(clone.root, args, around);
  await knap(clone.root, ['store', 'drop-workspace', own], around);
  const after = await knap(clone.root, args, around);
  expect(best(after.stdout)).toEqual(best(before.stdout));
  expect(best(after.stdout).length).toBeGreaterThan(2);
});

function best(stdout: string): readonly unknown[] {
  const { candidates } = JSON.parse(stdout) as { candidates: { id: string; score: number }[] };
  return candidates.slice(0, 10).map(({ id, score }) => [id, score]);
}

// A pack is named after what its text was made from.
function withoutIds(text: string): string {
  return text.replaceAll(/[0-9a-f]{12,}/g, '…');
}

/** Every row of every table, with packed texts as they are. */
async function contentOf(database: string): Promise<readonly string[]> {
  const tables = await onServer(
    database,
    `SELECT relname FROM pg_class WHERE relnamespace = 'knap'::regnamespace AND relkind = 'p' ORDER BY 1`,
  );
  const rows: string[] = [];
  for (const [table] of tables)
    rows.push(
      ...(await onServer(database, `SELECT '${table}' || t::text FROM knap.${table} t ORDER BY 1`)).map(
        ([row]) => row!,
      ),
    );
  return rows;
}

async function parsesOf(world: World): Promise<{ readonly parsed: readonly string[]; readonly views: number }> {
  const config = configSchema.parse({ store: url, workspace });
  const parts = await openParts(world.root, config, () => Date.UTC(2100, 0, 1));
  const parsed: string[] = [];
  const parse: typeof parts.parser.parse = (requests) => {
    parsed.push(...requests.map(({ path }) => path!));
    return parts.parser.parse(requests);
  };
  const { files } = await indexWorkspace({ ...parts, parser: { ...parts.parser, parse } }, DEFAULTS.indexing);
  await parts.parser.close();
  await parts.store.close();
  return { parsed, views: files };
}
