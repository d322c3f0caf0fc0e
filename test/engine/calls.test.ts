import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Engine, Progress } from '../../src/ports/engine.ts';
import { SHOP } from '../worlds/shop.ts';
import { type Files, makeWorld } from '../worlds/world.ts';

// More than two batches, so that there is something between the first and the last.
const MANY = 320;
const CROWD: Files = Object.fromEntries(
  Array.from({ length: MANY }, (_, at) => [`src/part-${at}.ts`, `export function partNumber${at}() {}\n`]),
);
const ASK = { task: 'fix `partNumber7`' };
const NOT_YET = /the index is (?:being made|not up to date yet)/;

async function onCrowd(use: (engine: Engine) => Promise<void>): Promise<void> {
  using world = makeWorld(CROWD);
  const engine = await world.open();
  try {
    await use(engine);
  } finally {
    await engine.close();
  }
}

/** A caller that does something when its index has come to its first batch. */
function onFirstBatch(act: () => void): (progress: Progress) => void {
  let isDone = false;
  return ({ stage, done }) => {
    if (isDone || stage !== 'parse' || done === 0) return;
    isDone = true;
    act();
  };
}

test('five packs asked for while the workspace is scanned share one further scan', async () => {
  using world = makeWorld(SHOP);
  let scans = 0;
  const onProgress = ({ stage, total }: Progress) => {
    if (stage === 'scan' && total === 0) scans += 1;
  };
  const engine = await world.open({ onProgress });
  const asked = { task: 'fix `verifySignature`' };
  const answers = await Promise.all(Array.from({ length: 6 }, () => engine.pack(asked)));
  await engine.close();
  // The first began before the others asked, so they share a second one.
  expect(scans).toBe(2);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
});

test('a call aborted while it indexes ends with its reason, and another caller still gets the whole index', async () => {
  await onCrowd(async (engine) => {
    const given = new AbortController();
    const onProgress = onFirstBatch(() => given.abort(new Error('changed my mind')));
    const one = engine.with({ signal: given.signal, onProgress }).index();
    const other = engine.with({ onProgress: () => {} }).index();
    await expect(one).rejects.toThrow('changed my mind');
    expect((await other).files).toBe(MANY);
  });
});

test('indexing stops when its only caller aborts, and a later call finishes it', async () => {
  await onCrowd(async (engine) => {
    const given = new AbortController();
    const onProgress = onFirstBatch(() => given.abort(new Error('enough')));
    await expect(engine.with({ signal: given.signal, onProgress }).pack(ASK)).rejects.toThrow('enough');
    expect((await engine.status()).pending.added).toBeGreaterThan(0);
    await expect(engine.with({ signal: given.signal }).pack(ASK)).rejects.toThrow('enough');
    expect((await engine.index()).files).toBe(MANY);
  });
});

test('a pack that does not wait for the index notes how many files are ready, while indexing goes on', async () => {
  await onCrowd(async (engine) => {
    const hasty: Promise<string>[] = [];
    const askHastily = () =>
      hasty.push(
        engine
          .with({ indexWaitMs: 0 })
          .pack(ASK)
          .then(({ pack }) => pack.notes.find((note) => NOT_YET.test(note)) ?? ''),
      );
    const waited = engine.with({ onProgress: onFirstBatch(askHastily) }).index();
    expect((await waited).files).toBe(MANY);
    const [note] = await Promise.all(hasty);
    const [, done, total] = /(\d+) of (\d+) files so far/.exec(note!)!.map(Number);
    expect(total).toBe(MANY);
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThan(MANY);
    const { pack } = await engine.pack(ASK);
    expect(pack.notes.join()).not.toMatch(NOT_YET);
    expect(pack.blocks.map(({ path }) => path)).toContain('src/part-7.ts');
  });
});

test('show of an unknown name before the index is complete says how many files are ready', async () => {
  await onCrowd(async (engine) => {
    const asked: Promise<unknown>[] = [];
    const show = () =>
      asked.push(
        engine
          .with({ indexWaitMs: 0 })
          .show({ targets: ['src/nowhere.ts'] })
          .catch(String),
      );
    await engine.with({ onProgress: onFirstBatch(show) }).index();
    expect(await asked[0]).toMatch(
      /is called "src\/nowhere\.ts".* But the index is being made: \d+ of \d+ files so far/,
    );
    await expect(engine.show({ targets: ['src/nowhere.ts'] })).rejects.toThrow(
      /is called "src\/nowhere\.ts"(?!.* But )/,
    );
  });
});

test('indexing is finished in the background after a caller that did not wait for it', async () => {
  await onCrowd(async (engine) => {
    const { pack } = await engine.with({ indexWaitMs: 0 }).pack(ASK);
    expect(pack.notes.join()).toMatch(NOT_YET);
    for (;;) {
      const { pending } = await engine.status();
      if (pending.added === 0) break;
      await sleep(20);
    }
  });
});

test('a full index asked for beside two others reads all files again', async () => {
  using world = makeWorld(SHOP);
  const engine = await world.open();
  await engine.index();
  expect(await engine.index({ full: true })).toMatchObject({ added: 9, files: 9 });
  const [, full] = await Promise.all([engine.index(), engine.index({ full: true }), engine.index()]);
  expect(full).toMatchObject({ added: 9, files: 9 });
  await engine.close();
});

test('closing an engine makes its running and later calls fail with the reason', async () => {
  using world = makeWorld(CROWD);
  const engine = await world.open();
  let closed: Promise<void> | null = null;
  const call = engine.with({
    onProgress: onFirstBatch(() => {
      closed = engine.close();
    }),
  });
  await expect(call.pack(ASK)).rejects.toThrow('The engine is closed.');
  await closed;
  await expect(engine.pack(ASK)).rejects.toThrow('The engine is closed.');
});
