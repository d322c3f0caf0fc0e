import { describe, expect, test } from 'vitest';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { createBuiltin } from '../../src/embedders/index.ts';
import { createOpenaiCompatible } from '../../src/embedders/openai-compatible.ts';
import { type EmbedOutcome, embedUnits } from '../../src/indexing/embed-units.ts';
import type { Embedder } from '../../src/ports/embedder.ts';
import type { Store } from '../../src/ports/store.ts';
import { openMemoryStore } from '../contracts/memory-store.ts';
import { openCountingParser, world } from '../indexing/world.ts';
import { openParser } from '../languages/parse-sample.ts';
import { SHOP } from '../worlds/shop.ts';
import { makeWorld } from '../worlds/world.ts';
import { startServer } from './embedding-server.ts';

const builtin = createBuiltin(new URL('../../models/builtin-384.bin', import.meta.url).pathname);
const { charactersMax } = DEFAULTS.embedding;
const vectorTable = () => ({ model: builtin.shared(), charactersMax });

/** Counts letters, and remembers what it was given. */
function letters(model: string, length = 26): Embedder & { seen: string[] } {
  const seen: string[] = [];
  return {
    name: 'letters',
    model,
    dimensions: length,
    isLocal: true,
    seen,
    embed: async (texts) => {
      seen.push(...texts);
      return texts.map((text) => {
        const counts = new Float32Array(length);
        for (const letter of text.toLowerCase()) counts[letter.charCodeAt(0) % length]! += 1;
        const norm = Math.hypot(...counts) || 1;
        return counts.map((count) => count / norm);
      });
    },
  };
}

const all = async (store: Store) => {
  const files = (await store.opening()).files;
  const vectors = await store.vectors(files.map((file) => file.content));
  return files.map(({ path, content }) => [path, vectors.get(content)]);
};

test('vectors of an index are the same whether threads, the calling thread or a later run make them', async () => {
  using shop = makeWorld({ ...SHOP, 'src/long.ts': `export const long = '${'word '.repeat(3000)}';\n` });
  const stores = [];
  for (const settings of [{ workers: 1, inlineFilesMax: 0, vectorTable }, { workers: 0, vectorTable }, {}]) {
    const parser = await openParser(settings);
    const one = world(shop.root, parser, { embedding: { embedder: builtin, charactersMax } });
    await one.index();
    stores.push(await all(one.store));
    await parser.close();
  }
  expect(stores[0]!.length).toBeGreaterThan(5);
  expect(stores[0]!.every(([, vectors]) => vectors !== undefined)).toBe(true);
  expect(stores[1]).toEqual(stores[0]);
  expect(stores[2]).toEqual(stores[0]);
});

describe('only what is new is given vectors', async () => {
  const parser = await openCountingParser();
  const open = (root: string, embedder: Embedder, store: Store = openMemoryStore()) =>
    world(root, parser, { store, embedding: { embedder, charactersMax } });

  test('only the units of a changed or renamed file get new vectors', async () => {
    using shop = makeWorld({ 'a.ts': 'export const a = 1;\n', 'b.ts': 'export const b = 2;\n' });
    const embedder = letters('one');
    const one = open(shop.root, embedder);
    await one.index();
    expect(embedder.seen.splice(0)).toEqual(['a.ts\nexport const a = 1;', 'b.ts\nexport const b = 2;']);
    await one.index();
    shop.write({ 'b.ts': 'export const b = 3;\n' });
    await one.index();
    expect(embedder.seen.splice(0)).toEqual(['b.ts\nexport const b = 3;']);
    shop.write({ 'Z.ts': 'export const a = 1;\n' });
    await one.index();
    expect(embedder.seen.splice(0)).toEqual(['Z.ts\nexport const a = 1;']);
    expect(await one.store.unembedded()).toEqual([]);
  });

  test('another model or length of vectors makes all vectors again without parsing', async () => {
    using shop = makeWorld({ 'a.ts': 'export const a = 1;\n', 'b.ts': 'export const b = 2;\n' });
    const store = openMemoryStore();
    await open(shop.root, letters('one'), store).index();
    const parsed = parser.parsed();
    for (const embedder of [letters('two'), letters('two', 30)]) {
      await open(shop.root, embedder, store).index();
      expect(embedder.seen).toHaveLength(2);
      expect((await store.opening()).vectorModel).toEqual({ name: 'two', dimensions: embedder.dimensions });
      expect(await store.unembedded()).toEqual([]);
    }
    expect(parser.parsed()).toBe(parsed);
  });

  test('without an embedder no vectors are made, and existing ones stay', async () => {
    using shop = makeWorld({ 'a.ts': 'export const a = 1;\n' });
    const store = openMemoryStore();
    await world(shop.root, parser, { store }).index();
    expect((await store.opening()).vectorModel).toBe(null);
    await open(shop.root, letters('one'), store).index();
    await world(shop.root, parser, { store }).index();
    expect(await store.unembedded()).toEqual([]);
  });

  test('vectors of the wrong number or length from an embedder are noted and not stored', async () => {
    using shop = makeWorld({ 'a.ts': 'export const a = 1;\n' });
    const few = { ...letters('one'), embed: async () => [] };
    const long = { ...letters('one'), embed: async () => [new Float32Array(99)] };
    for (const [embedder, note] of [
      [few, 'no meaning: letters gave 0 vectors for 1 texts'],
      [long, 'no meaning: letters changed its vectors from 26 to 99 numbers'],
    ] as const) {
      const one = open(shop.root, embedder);
      expect((await one.index()).notes).toContain(note);
      expect(await one.store.unembedded()).toHaveLength(1);
    }
  });

  test('making vectors stops after the given time and goes on there in the next run', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 90 }, (_, at) => [`f${at}.ts`, `export const v${at} = ${at};\n`]),
    );
    using shop = makeWorld(many);
    const server = await startServer();
    const embedder = createOpenaiCompatible({
      ...DEFAULTS.embedder,
      url: server.url,
      model: 'm',
      key: null,
      dimensions: null,
      restMs: 0,
      now: () => 0,
    });
    const one = open(shop.root, embedder);
    await one.index();
    expect(server.asked).toEqual([]);
    // The probe and the first forty files are answered, what comes then is not.
    const parts = { embedder, charactersMax };
    const wait = async (waitMs: number): Promise<EmbedOutcome> => {
      const before = server.asked.length;
      server.reply((asked, count) => (count > before + 2 ? null : server.usual(asked, count)));
      const outcome = await embedUnits(one.store, parts, { waitMs });
      // On a busy machine even those two take longer: then one likes to wait longer.
      return outcome.left === 90 ? wait(2 * waitMs) : outcome;
    };
    expect(await wait(400)).toEqual({ left: 50, failure: null });
    server.reply();
    const before = server.texts().length;
    expect(await embedUnits(one.store, parts, {})).toEqual({ left: 0, failure: null });
    expect(server.texts().slice(before)).toHaveLength(1 + 50);
    expect((await one.store.opening()).vectorModel).toEqual({ name: 'openai-compatible:m', dimensions: 64 });
    await server.stop();
  });
});
