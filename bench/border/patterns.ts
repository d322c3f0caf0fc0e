import { parseArgs } from 'node:util';
import { hostilePattern, hostileText, seeded } from './hostile.ts';
import { PATTERN_READERS, TEXT_READERS } from './readers.ts';

// Times the readers of patterns and texts from outside on random ones that are made to be slow:
// node bench/border/patterns.ts [--count 10000] [--characters 200000] [--seed 1]. Times are processor times.
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    characters: { type: 'string', default: '200000' },
    seed: { type: 'string', default: '1' },
  },
});
const [count, characters] = [Number(values.count), Number(values.characters)];
const random = seeded(Number(values.seed));
// A text costs as much as a thousand patterns, so there are fewer of them.
const TEXT_SHARE = 0.1;
const HANG_MS = 1000;

const slowest = new Map<string, { milliseconds: number; runs: number; hangs: number; made: string }>();

for (let done = 0; done < count; done++) {
  if (random(1000) < 1000 * TEXT_SHARE) {
    const [name, read] = pickFrom(TEXT_READERS);
    const text = hostileText(random, characters);
    await measure(name, text.slice(0, 40), () => read(text));
  } else {
    const [name, read] = pickFrom(PATTERN_READERS);
    const { pattern, path } = hostilePattern(random);
    await measure(name, pattern.slice(0, 40), () => read(pattern, path));
  }
}

console.log('| read by | runs | slowest, ms | over 1 s | the slowest began with |\n|---|---|---|---|---|');
for (const [name, { runs, milliseconds, hangs, made }] of slowest)
  console.log(`| ${name} | ${runs} | ${milliseconds.toFixed(1)} | ${hangs} | ${JSON.stringify(made)} |`);

function pickFrom<T>(readers: Readonly<Record<string, T>>): [name: string, reader: T] {
  const entries = Object.entries(readers);
  return entries[random(entries.length)]!;
}

async function measure(name: string, made: string, work: () => unknown): Promise<void> {
  const before = process.cpuUsage();
  await work();
  const milliseconds = process.cpuUsage(before).user / 1000;
  const kept = slowest.get(name) ?? { milliseconds: 0, runs: 0, hangs: 0, made };
  const isSlower = milliseconds > kept.milliseconds;
  slowest.set(name, {
    runs: kept.runs + 1,
    hangs: kept.hangs + (milliseconds > HANG_MS ? 1 : 0),
    milliseconds: isSlower ? milliseconds : kept.milliseconds,
    made: isSlower ? made : kept.made,
  });
}
