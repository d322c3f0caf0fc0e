import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openScratchTree } from '../../src/evaluation/replay.ts';
import { estimate } from '../../src/evaluation/statistics.ts';
import { openEngine } from '../../src/index.ts';
import { PACK_AIMS } from '../../src/model/budget.ts';
import { readGuesses } from '../ranking/sample-tasks.ts';
import { measureMarked, PLACE_KEYS, type PlaceScores, type TaskRow } from './places.ts';

// Measures which of the needed lines a pack quotes or names, and how little else, by aim and budget. Tasks are rows with the lines that
// a fix changed (`gold`) or those to change or only to read (`marked`); `--every 4` takes each fourth.
// node bench/packs/aims.ts --tasks FILE --mirrors DIR [--ways focused:4000,full:8000] [--every N] [--repo NAME,NAME] [--each] [--expect FILE]
const { values } = parseArgs({
  options: {
    tasks: { type: 'string' },
    mirrors: { type: 'string' },
    ways: { type: 'string', default: 'focused:4000,focused:2000,full:8000' },
    every: { type: 'string', default: '1' },
    work: { type: 'string', default: '/tmp/knap-aims' },
    repo: { type: 'string' },
    expect: { type: 'string' },
    each: { type: 'boolean', default: false },
  },
});
const { tasks: file, mirrors, work } = values;
if (!file || !mirrors) throw new Error('usage: aims.ts --tasks FILE --mirrors DIR');

const guesses = values.expect ? await readGuesses(values.expect, file) : null;
const wanted = values.repo?.split(',');
const rows = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as TaskRow)
  .filter((_, at) => at % Number(values.every) === 0)
  .filter(({ repo }) => wanted?.includes(repo) ?? true);
const ways = values.ways.split(',').map((way) => {
  const [name, budget] = way.split(':');
  const aim = PACK_AIMS.find((one) => one === name);
  if (!aim) throw new Error(`no aim: ${name}`);
  return { way, aim, budget: Number(budget), scores: [] as PlaceScores[] };
});

for (const [repo, all] of Map.groupBy(rows, (row) => `${row.repo} ${row.base}`)) {
  const [name, base] = repo.split(' ') as [string, string];
  const mirror = join(mirrors, name.replace('/', '+'));
  const tree = await openScratchTree(join(mirror, 'repo'), join(work, name.replace('/', '+'))).catch(() => null);
  if (tree === null) {
    console.error(`no mirror of ${name}`);
    continue;
  }
  await tree.moveTo(base);
  const engine = await openEngine({ root: tree.folder, now: Date.now });
  for (const task of all)
    for (const { way, aim, budget, scores } of ways) {
      const asked = {
        task: task.query,
        aim,
        budget,
        expect: guesses?.own(task),
        format: 'markdown',
        explain: true,
      } as const;
      const { pack, explained } = await engine.pack(asked);
      const likelihoods = new Map((explained?.candidates ?? []).map(({ id, likelihood }) => [id, likelihood]));
      const score = measureMarked(task, pack, likelihoods);
      scores.push(score);
      if (values.each) console.log(`${way} ${task.id} ${PLACE_KEYS.map((key) => score[key].toFixed(3)).join(' ')}`);
    }
  await engine.close();
  console.error(name, all.length);
}

console.log(
  `| aim and ceiling | tasks | ${PLACE_KEYS.join(' | ')} |\n|---|---|${PLACE_KEYS.map(() => '---|').join('')}`,
);
for (const { way, scores } of ways) {
  const cells = PLACE_KEYS.map((key) => {
    const known = scores.map((score) => score[key]).filter((value) => !Number.isNaN(value));
    const { mean, low, high } = estimate(known);
    const show = (value: number) => value.toFixed(key === 'tokens' ? 0 : 3);
    return `${show(mean)} [${show(low)}–${show(high)}]`;
  });
  console.log(`| ${way} | ${scores.length} | ${cells.join(' | ')} |`);
}
