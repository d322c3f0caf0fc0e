import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { ContextError } from '../../src/model/errors.ts';
import type { Store } from '../../src/ports/store.ts';
import { openSqliteStore } from '../../src/stores/index.ts';
import { type Damage, putBack } from './damage.ts';
import { SHOP } from './shop.ts';
import { makeWorld } from './world.ts';

const COMMIT = { message: 'Retry the webhook', files: { 'src/retry.ts': 'export const retry = 3;\n' } };

/** A world whose index is spoiled and put back, over and over. */
export function damagedWorld() {
  const world = makeWorld(SHOP, [COMMIT]);
  const path = join(world.root, '.knap/index.db');
  const sound = { bytes: Buffer.alloc(0), answers: {}, rows: '' };
  beforeAll(async () => {
    sound.answers = await answers();
    sound.bytes = readFileSync(path);
    sound.rows = (await allRows(path))!;
  });
  afterAll(() => world[Symbol.dispose]());

  async function answers() {
    const engine = await world.open();
    try {
      const { text } = await engine.pack({ task: 'stripe webhook' });
      const { context } = await engine.query({ query: 'who sends the confirmation mail' });
      return { text, context };
    } finally {
      await engine.close();
    }
  }
  return {
    path,
    putBack: () => putBack(path, sound.bytes),
    /** Nobody who asks can tell that anything happened. */
    async checkAnswers({ name, spoil }: Damage): Promise<void> {
      putBack(path, sound.bytes);
      spoil(path);
      expect({ name, ...(await answers()) }).toEqual({ name, ...sound.answers });
    },
    /** The store holds what it held, or nothing at all, or says that it is damaged, which makes it anew. */
    async checkRows({ name, spoil }: Damage): Promise<void> {
      putBack(path, sound.bytes);
      spoil(path);
      const rows = await allRows(path).catch((error: unknown) => {
        if (error instanceof ContextError && error.code === 'STORE_DAMAGED') return null;
        throw error;
      });
      // Not printed: they are long.
      expect({ name, isOther: rows !== null && rows !== sound.rows }).toEqual({ name, isOther: false });
    },
    rows: () => allRows(path),
  };
}

// Everything an answer can be made of; null where there is nothing.
async function allRows(path: string): Promise<string | null> {
  const store = openSqliteStore({ path });
  try {
    const files = (await store.opening()).files;
    return files.length === 0 ? null : JSON.stringify([files, await others(store)]);
  } finally {
    await store.close();
  }
}

async function others(store: Store): Promise<unknown> {
  const files = (await store.opening()).files;
  const [paths, hashes, contents] = [
    files.map((file) => file.path),
    files.map((file) => file.hash),
    files.map((file) => file.content),
  ];
  const terms = ['webhook', 'stripe', 'mail', 'order', 'retri', 'confirm'];
  return [
    [...(await store.contents(hashes)).values()],
    [...(await store.texts(hashes))],
    (await store.words({ postings: terms })).postings,
    [...(await store.words({ paths: terms })).paths],
    (await store.words({ definitions: ['verifysignature', 'findorder', 'handlewebhook'] })).definitions,
    await store.edges(paths, { direction: 'both' }),
    (await store.opening()).history,
    await store.fileHistory(paths),
    (await store.words({ messages: terms })).messages,
    await store.commits([1, 2]),
    [...(await store.commitsTouching(paths, 5))],
    await store.allDocuments(),
    [...(await store.vectors(contents))].map(([content, { scales, rows }]) => [content, [...scales], [...rows]]),
  ];
}
