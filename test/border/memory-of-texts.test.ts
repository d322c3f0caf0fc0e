import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { termsOf } from '../../src/model/terms.ts';
import type { Store } from '../../src/ports/store.ts';
import { openSqliteStore } from '../../src/stores/index.ts';
import { loadTokenizer } from '../../src/tokenizers/index.ts';

// V8 makes a part of a text as a view of the whole: what is remembered of a part must not hold the text it was cut from.
const TEXTS = 100;
const TEXT_BYTES = 90_000;
const NEW_WORDS = 3;
const LINE = `${'-'.repeat(59)}\n`;
const FILLING = LINE.repeat(TEXT_BYTES / LINE.length);

let store: Store;
let collect: () => void;
beforeAll(() => {
  store = openSqliteStore({ path: ':memory:' });
  setFlagsFromString('--expose-gc');
  collect = runInNewContext('gc');
});
afterAll(() => store.close());

const remembering: [what: string, ask: (text: string) => unknown][] = [
  ['lines and words cached by a tokenizer', async (text) => (await loadTokenizer('o200k')).count(text)],
  ['cached terms of words', (text) => termsOf(text)],
  ['postings cached by a store', (text) => store.words({ postings: newWords(text) })],
  ['counts cached by a store', (text) => store.words({ unitCounts: newWords(text) })],
  ['paths cached by a store', (text) => store.words({ paths: newWords(text) })],
  ['definitions cached by a store', (text) => store.words({ definitions: newWords(text) })],
  ['messages cached by a store', (text) => store.words({ messages: newWords(text) })],
];

for (const [what, ask] of remembering)
  test(`${what} do not keep whole texts in memory`, async () => {
    await ask(textAt(0));
    const before = heldBytes();
    for (let at = 1; at <= TEXTS; at++) await ask(textAt(at));
    expect(heldBytes() - before).toBeLessThan((TEXTS * TEXT_BYTES) / 2);
  });

// Every question has words nobody wrote: a number, a name, a hash. What is known of them is that there is nothing.
const UNKNOWN_WORDS = 60_000;
const UNKNOWN_BYTES_MAX = 30_000_000;
const unknown: [what: string, ask: (words: readonly string[]) => unknown][] = [
  ['postings', (words) => store.words({ postings: words })],
  ['messages', (words) => store.words({ messages: words })],
];
for (const [what, ask] of unknown)
  test(`60,000 words without ${what} take less than 30 MB in the caches of a store`, async () => {
    const before = heldBytes();
    for (let at = 0; at < UNKNOWN_WORDS; at += 1000)
      await ask(Array.from({ length: 1000 }, (_, word) => `unheard${what}${at + word}`));
    expect(heldBytes() - before).toBeLessThan(UNKNOWN_BYTES_MAX);
  });

// Read from bytes, as texts are that come from a file or a caller: one piece, and no view of anything.
function textAt(at: number): string {
  const news = Array.from({ length: NEW_WORDS }, (_, word) => `neverseenbefore${spelt(at * NEW_WORDS + word)}`).join(
    ' ',
  );
  return Buffer.from(`${news}\n${FILLING}`).toString();
}

// In letters: a tokenizer takes letters and digits for different words.
const spelt = (number: number) => Array.from(String(number), (digit) => 'abcdefghij'[Number(digit)]).join('');

const newWords = (text: string) => text.split(/\s/, NEW_WORDS);

function heldBytes(): number {
  collect();
  return process.memoryUsage().heapUsed;
}
