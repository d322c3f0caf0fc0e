/**
 * Compares the speed of redaction, in processor time, with that of another checkout: in one process, text by text in turn.
 * node bench/border/speed.ts --before CHECKOUT FOLDER...
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { redactText } from '../../src/reading/redaction/redact.ts';
import { textsBelow } from './texts-below.ts';

const { values, positionals } = parseArgs({ options: { before: { type: 'string' } }, allowPositionals: true });
const ROUNDS = 5;
const other = await import(resolve(values.before!, 'src/reading/redaction/redact.ts'));
const searches: readonly ((text: string) => unknown)[] = [other.redactText, redactText];
const texts = positionals.flatMap((folder) => Array.from(textsBelow(folder), ({ text }) => text));
const megabytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / 1e6;
const rates: (readonly number[])[] = [];

for (let round = 0; round < ROUNDS; round++) {
  const spent = [0, 0];
  // The order changes with each round, because the second search finds the text in the cache.
  for (const text of texts)
    for (const which of round % 2 === 0 ? [0, 1] : [1, 0]) {
      const before = process.cpuUsage().user;
      searches[which]!(text);
      spent[which]! += process.cpuUsage().user - before;
    }
  // The first round does not count, because the code is optimized during it.
  if (round > 0) rates.push(spent.map((micros) => (megabytes * 1e6) / micros));
}
const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
const [before, now] = [0, 1].map((which) => median(rates.map((round) => round[which]!))) as [number, number];
const ratio = median(rates.map(([first, second]) => second! / first!));
console.log(
  `${megabytes.toFixed(0)} MB: before ${before.toFixed(0)}, now ${now.toFixed(0)} MB/s; ${ratio.toFixed(2)} of before`,
);
