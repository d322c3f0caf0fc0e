import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { DEFAULTS } from '../../src/config/defaults.ts';
import type { Engine } from '../../src/ports/engine.ts';
import { type Files, makeWorld } from '../worlds/world.ts';

// More than two answers need before the rest is little enough to be done at once.
const { wholeFilesMax, filesMax } = DEFAULTS.first;
const MANY = wholeFilesMax + filesMax + 60;
const name = (at: number) => `src/area-${at % 20}/part-${at}.ts`;
const CROWD: Files = {
  ...Object.fromEntries(
    Array.from({ length: MANY }, (_, at) => [name(at), `export function partNumber${at}() { return 'thing'; }\n`]),
  ),
  'src/pay/webhook.ts':
    "import { verifySignature } from './signature.ts';\nexport function handleWebhook() { return verifySignature(); }\n",
  'src/pay/signature.ts': 'export function verifySignature() { return true; }\n',
};
const ASK = { task: 'the stripe webhook does not verify its signature' };
// Its words stand nowhere but in the history.
const QUIET = name(MANY - 1);
const world = makeWorld(CROWD, [{ message: 'Refund gift cards once', files: { [QUIET]: `${CROWD[QUIET]}// done\n` } }]);
afterAll(() => world[Symbol.dispose]());

async function onEngine<T>(use: (engine: Engine) => Promise<T>, isNew = true): Promise<T> {
  if (isNew) rmSync(`${world.root}/.knap`, { recursive: true, force: true });
  const engine = await world.open();
  try {
    return await use(engine);
  } finally {
    await engine.close();
  }
}

test('a first pack before the index exists uses the likeliest files, and says so', async () => {
  await onEngine(async (engine) => {
    const { pack, text } = await engine.with({ first: true }).pack({ ...ASK, format: 'markdown' });
    expect(pack.files.slice(0, 2).map(({ path }) => path)).toEqual(['src/pay/webhook.ts', 'src/pay/signature.ts']);
    expect(pack.coverage.files).toBeLessThanOrEqual(filesMax);
    expect(pack.coverage.left).toEqual({ files: MANY + 2 - pack.coverage.files, olderCommits: false });
    expect(text).toContain(`this answer uses the likeliest ${pack.coverage.files} of ${MANY + 2} files`);
    expect((await engine.status()).coverage.left).toEqual(pack.coverage.left);
  });
});

test('a first pack before the index exists holds a file of a commit whose message matches the task', async () => {
  await onEngine(async (engine) => {
    const { pack } = await engine.with({ first: true }).pack({ task: 'gift cards are refunded twice' });
    expect(pack.coverage.left).toBeDefined();
    expect(pack.files.map(({ path }) => path)).toContain(QUIET);
  });
});

test('a first grep before the index exists searches all files of a folder, or the likeliest, and says so', async () => {
  await onEngine(async (engine) => {
    const { grep } = engine.with({ first: true });
    const found = await grep({ pattern: 'verifySignature(', under: 'src/pay' });
    expect(found).toMatchObject({ total: 2, files: 2, notes: [] });
    expect(found.hits[1]).toMatchObject({ path: 'src/pay/webhook.ts', line: 2, symbol: 'handleWebhook' });
    expect((await engine.status()).coverage.left?.files).toBeGreaterThan(0);
  });
  await onEngine(async (engine) => {
    const { grep } = engine.with({ first: true });
    expect(await grep({ pattern: 'nowhere', under: 'src/pay' })).toMatchObject({ total: 0, notes: [] });
    expect((await engine.status()).coverage.left?.files).toBeGreaterThan(0);
  });
  await onEngine(async (engine) => {
    const { grep } = engine.with({ first: true });
    // More files than are read before an answer: how many there are in all is not known.
    const { total, notes } = await grep({ pattern: 'thing' });
    expect(total).toBe(filesMax);
    expect(notes.join()).toContain(`this answer uses the likeliest ${filesMax} of ${MANY + 2} files`);
    await expect(grep({ pattern: 'thing', under: 'nowhere' })).rejects.toThrow('There is no file in nowhere');
  });
});

test('a first grep before the index exists for a part of a secret finds nothing and reads no file', async () => {
  const token = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
  world.write({ 'src/pay/token.ts': `export const token = '${token}';\n` });
  await onEngine(async (engine) => {
    const found = await engine.with({ first: true }).grep({ pattern: token.slice(0, 12) });
    expect(found).toMatchObject({ total: 0, notes: [] });
    expect((await engine.status()).coverage).toMatchObject({ files: 0 });
  });
  rmSync(`${world.root}/src/pay/token.ts`);
});

test('a first show before the index exists reads only the file it shows, or finds a symbol by its name', async () => {
  await onEngine(async (engine) => {
    const { text, notes } = await engine.with({ first: true }).show({ targets: ['src/pay/webhook.ts:2'] });
    expect(text).toContain('handleWebhook');
    expect(notes.join()).toContain('this answer uses the likeliest');
    expect((await engine.status()).coverage).toMatchObject({ files: 1 });
    // A name may stand in any file.
    expect((await engine.with({ first: true }).show({ targets: ['verifySignature'] })).text).toContain('return true');
  });
});

test('a pack that does not ask for a first answer waits for the whole index', async () => {
  await onEngine(async (engine) => {
    const { pack } = await engine.pack(ASK);
    expect(pack.coverage).toMatchObject({ files: MANY + 2 });
    expect(pack.coverage.left).toBeUndefined();
    expect(pack.notes.join()).not.toContain('being made');
  });
});

test.each([
  {
    what: 'another question',
    ask: (engine: Engine) => engine.with({ first: true }).pack({ task: 'fix partNumber7' }),
    waiting: 'uses',
    whole: async (engine: Engine) => {
      await engine.with({ first: true }).uses({ symbol: 'partNumber9' });
      return (await engine.status()).coverage.files;
    },
  },
  {
    what: 'a query',
    ask: (engine: Engine) => engine.with({ first: true }).query({ query: 'partNumber7' }),
    waiting: 'index',
    whole: async (engine: Engine) => (await engine.index()).files,
  },
])('$what after a first answer indexes further files it needs, and $waiting waits for the whole index', async (row) => {
  await onEngine(async (engine) => {
    await engine.with({ first: true }).pack(ASK);
    const answer = JSON.stringify(await row.ask(engine));
    expect(answer).toContain(name(7));
    expect(answer).toContain('being made');
    expect(await row.whole(engine)).toBe(MANY + 2);
    expect((await engine.status()).coverage.left).toBeUndefined();
  });
});

test('an index that the next engine finishes gives the same counts and pack as one made at once', async () => {
  await onEngine((engine) => engine.with({ first: true }).pack(ASK));
  const resumed = await onEngine(async (engine) => {
    const { files, symbols } = await engine.index();
    const { edges } = await engine.status();
    return { files, symbols, edges, text: (await engine.pack({ ...ASK, format: 'json' })).text };
  }, false);
  const atOnce = await onEngine(async (engine) => {
    const { files, symbols } = await engine.index();
    const { edges } = await engine.status();
    return { files, symbols, edges, text: (await engine.pack({ ...ASK, format: 'json' })).text };
  });
  expect(resumed).toEqual(atOnce);
});

test('an engine with watch finishes the index after a first answer, and answers questions meanwhile', async () => {
  rmSync(`${world.root}/.knap`, { recursive: true, force: true });
  const engine = await world.open({ watch: true });
  const hasty = engine.with({ first: true });
  expect((await hasty.pack(ASK)).pack.coverage.left).toBeDefined();
  expect((await hasty.pack({ task: 'fix partNumber7' })).pack.blocks.map(({ path }) => path)).toContain(name(7));
  while ((await engine.status()).coverage.left !== undefined) await sleep(10);
  expect((await hasty.pack(ASK)).pack.coverage).toMatchObject({ files: MANY + 2 });
  await engine.close();
});

test('an engine with watch finishes the index although three callers ask without a pause', async () => {
  rmSync(`${world.root}/.knap`, { recursive: true, force: true });
  const engine = await world.open({ watch: true });
  const hasty = engine.with({ first: true });
  const left: (number | undefined)[] = [];
  const caller = async () => {
    for (let asked = 0; asked < 15; asked++) left.push((await hasty.pack(ASK)).pack.coverage.left?.files);
  };
  await Promise.all([caller(), caller(), caller()]);
  await engine.close();
  expect(left[0]).toBeGreaterThan(0);
  expect(left.at(-1)).toBeUndefined();
});

test('`goOn` without `afterFirst` leaves the index after a first answer, and finishes it in the next engine', async () => {
  await onEngine(async (engine) => {
    await engine.with({ first: true }).pack(ASK);
    await engine.goOn({ afterFirst: false });
    expect((await engine.status()).coverage.left).toBeDefined();
  });
  await onEngine(async (engine) => {
    await engine.with({ first: true }).pack(ASK);
    await engine.goOn({ afterFirst: false });
    expect((await engine.status()).coverage).toMatchObject({ files: MANY + 2 });
    expect((await engine.status()).coverage.left).toBeUndefined();
  }, false);
});

test('a first pack with an empty task fails before anything is indexed', async () => {
  await onEngine(async (engine) => {
    await expect(engine.with({ first: true }).pack({ task: ' ' })).rejects.toThrow('There is no task.');
  });
});

test('a caller of `index` gets the whole index beside two callers of a first answer', async () => {
  await onEngine(async (engine) => {
    const asked = engine.with({ first: true });
    // The first begins at once; the others share the one behind it.
    const [, , report] = await Promise.all([asked.pack(ASK), asked.pack({ task: 'fix partNumber7' }), engine.index()]);
    expect(report.files).toBe(MANY + 2);
  });
});
