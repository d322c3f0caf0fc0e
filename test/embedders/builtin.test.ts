import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { assembleRowAdder } from '../../scripts/assemble-row-adder.ts';
import { openModelFile } from '../../src/embedders/builtin/model-file.ts';
import { createRowSum } from '../../src/embedders/builtin/rows.ts';
import { createWordBag } from '../../src/embedders/builtin/word-bag.ts';
import { createBuiltin } from '../../src/embedders/index.ts';
import { splitForMeaning } from '../../src/search/question-text.ts';

const MODEL = new URL('../../models/builtin-384.bin', import.meta.url).pathname;
/** Made by another program from the same table: words, the rows they stand for, the first six numbers of each vector. */
const SAMPLES: readonly {
  readonly input: string;
  readonly words: readonly string[];
  readonly rows: readonly number[];
  readonly document: readonly number[];
  readonly query: readonly number[];
  /** A query whose words count as much as they have letters. */
  readonly weighed: readonly number[];
}[] = JSON.parse(readFileSync(new URL('./builtin-vectors.json', import.meta.url), 'utf8'));

const file = openModelFile(MODEL);
file.loadAll();
const bag = createWordBag(file.model);
const pool = createRowSum(file.model);
const folder = mkdtempSync(join(tmpdir(), 'knap-model-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const begins = (vector: Float32Array, expected: readonly number[]) => {
  for (const [at, value] of expected.entries()) expect(vector[at]).toBeCloseTo(value, 5);
};

describe('the table gives the vectors it was trained to give', () => {
  for (const { input, words, rows, document, query, weighed } of SAMPLES) {
    test(`the built-in embedder splits a text and finds its rows: ${JSON.stringify(input.slice(0, 40))}`, () => {
      expect(splitForMeaning(input)).toEqual(words);
      bag.addText(input, 0, input.length);
      const taken = bag.take();
      expect(new Set(taken.rows.subarray(0, taken.length))).toEqual(new Set(rows));
      begins(pool(taken, 'document'), document);
      for (const word of words) bag.addWord(word);
      begins(pool(bag.take(), 'query'), query);
      for (const word of words) bag.addWord(word);
      begins(
        pool(
          bag.take((word) => word.length),
          'query',
        ),
        weighed,
      );
    });
  }
});

test('the built-in embedder gives a scanned text the same vector as one split into words', () => {
  const letter = fc.constantFrom(...'aBcDEf019_- .é日');
  fc.assert(
    fc.property(fc.array(letter, { maxLength: 60 }), (letters) => {
      const text = letters.join('');
      bag.addText(text, 0, text.length);
      const scanned = pool(bag.take(), 'document');
      for (const word of splitForMeaning(text)) bag.addWord(word);
      expect([...scanned]).toEqual([...pool(bag.take(), 'document')]);
    }),
    { numRuns: 500, seed: 11 },
  );
});

test('the vector of a text does not depend on the text before it', () => {
  const vectorOf = (text: string) => {
    bag.addText(text, 0, text.length);
    return pool(bag.take(), 'document');
  };
  const first = vectorOf('open the frobnicator a.ts');
  vectorOf('something else: zyxwvut b.ts');
  expect([...vectorOf('open the frobnicator a.ts')]).toEqual([...first]);
  expect(Math.hypot(...first)).toBeCloseTo(1, 5);
});

test('the WebAssembly sum of rows equals that of JavaScript to the last bit', () => {
  const { dimensions, rows, scales, ratios } = file.model;
  const text = readFileSync(new URL(import.meta.url), 'utf8');
  for (const as of ['document', 'query'] as const)
    for (const length of [0, 3, 40, 900, text.length]) {
      bag.addText(text, 0, length);
      const taken = bag.take();
      const sum = new Float64Array(dimensions);
      const times = (at: number) =>
        taken.weights[at]! * scales[taken.rows[at]!]! * (as === 'query' ? ratios[taken.rows[at]!]! : 1);
      const product = (at: number, k: number) => times(at) * rows[taken.rows[at]! * dimensions + k]!;
      const fours = taken.length - (taken.length % 4);
      for (let k = 0; k < dimensions; k += 1) {
        for (let at = 0; at < fours; at += 4)
          sum[k]! += product(at, k) + product(at + 1, k) + product(at + 2, k) + product(at + 3, k);
        for (let at = fours; at < taken.length; at += 1) sum[k]! += product(at, k);
      }
      const norm = Math.sqrt(sum.reduce((squares, value) => squares + value * value, 0)) || 1;
      expect([...pool(taken, as)]).toEqual([...Float32Array.from(sum, (value) => value / norm)]);
    }
});

test('a question whose rows alone are read gets the same vector as from the whole table', async () => {
  const lazy = createBuiltin(MODEL);
  const whole = createBuiltin(MODEL);
  whole.shared();
  const asked = ['Why does the quux retry twice?\n\nIt should stop after one.'];
  const [few] = await lazy.embed(asked, { as: 'query' });
  const [all] = await whole.embed(asked, { as: 'query' });
  expect([...few!]).toEqual([...all!]);
  const [document] = await lazy.embed(asked, { as: 'document' });
  expect([...document!]).not.toEqual([...few!]);
});

test('a question about a topic is nearer in meaning to code of that topic than to other code', async () => {
  const builtin = createBuiltin(MODEL);
  const near = async (question: string, document: string) => {
    const [asked] = await builtin.embed([question], { as: 'query' });
    const [found] = await builtin.embed([document], { as: 'document' });
    return asked!.reduce((sum, value, at) => sum + value * found![at]!, 0);
  };
  const login = 'function authenticate(user, password) { return session.create(user); }';
  expect(await near('sign in fails with wrong credentials', login)).toBeGreaterThan(
    await near('sign in fails with wrong credentials', 'function drawCircle(radius) { return ctx.arc(radius); }'),
  );
});

test('the vector of a text without words is zero', async () => {
  const [vector] = await createBuiltin(MODEL).embed(['¿ 日 !'], { as: 'document' });
  expect(new Set(vector)).toEqual(new Set([0]));
});

const broken: [name: string, bytes: (whole: Buffer) => Buffer, message: RegExp][] = [
  ['another kind of file', (whole) => Buffer.concat([Buffer.from('ZIP!'), whole.subarray(4, 100)]), /not a model/],
  [
    'a later version',
    (whole) => Buffer.concat([whole.subarray(0, 4), Buffer.from([9, 0, 0, 0]), whole.subarray(8)]),
    /not a model/,
  ],
  ['a file that was cut', (whole) => whole.subarray(0, -1), /ends too soon/],
  ['a file that was cut early', (whole) => whole.subarray(0, 50), /ends too soon/],
];
for (const [name, bytes, message] of broken)
  test(`a model file of the built-in embedder is refused: ${name}`, () => {
    const path = join(folder, 'model.bin');
    writeFileSync(path, bytes(readFileSync(MODEL)));
    expect(() => openModelFile(path)).toThrow(message);
  });

test('the WebAssembly program in the built-in embedder is the one that row-adder.wat describes', async () => {
  const holder = readFileSync(new URL('../../src/embedders/builtin/rows.ts', import.meta.url), 'utf8');
  expect(/const PROGRAM =\s+'([^']*)'/.exec(holder)?.[1]).toBe(await assembleRowAdder());
});
