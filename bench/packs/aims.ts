import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measurePack, PACK_KEYS, type PackScores } from '../../src/evaluation/measure.ts';
import { openScratchTree } from '../../src/evaluation/scratch-tree.ts';
import { estimate } from '../../src/evaluation/statistics.ts';
import type { EvalTask, GoldFile } from '../../src/evaluation/task.ts';
import { openEngine } from '../../src/index.ts';
import { PACK_AIMS } from '../../src/model/budget.ts';

// How much of what one needs a pack holds, and how little else, by aim and ceiling. Tasks are those of a file whose rows name the
// lines a fix changed (`gold`) or those one must read (`marked`); `--every 4` takes each fourth.
// node bench/packs/aims.ts --tasks FILE --mirrors DIR [--ways focused:4000,full:8000] [--every N] [--repo NAME,NAME] [--each]
const { values } = parseArgs({
  options: {
    tasks: { type: 'string' },
    mirrors: { type: 'string' },
    ways: { type: 'string', default: 'focused:4000,balanced:4000,full:8000' },
    every: { type: 'string', default: '1' },
    work: { type: 'string', default: '/tmp/knap-aims' },
    repo: { type: 'string' },
    each: { type: 'boolean', default: false },
  },
});
const { tasks: file, mirrors, work } = values;
if (!file || !mirrors) throw new Error('usage: aims.ts --tasks FILE --mirrors DIR');

interface Row extends EvalTask {
  readonly repo: string;
  readonly marked?: readonly { readonly path: string; readonly start: number; readonly end: number }[];
}

const wanted = values.repo?.split(',');
const rows = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Row)
  .filter((_, at) => at % Number(values.every) === 0)
  .filter(({ repo }) => wanted?.includes(repo) ?? true);
const ways = values.ways.split(',').map((way) => {
  const [name, budget] = way.split(':');
  const aim = PACK_AIMS.find((one) => one === name);
  if (!aim) throw new Error(`no aim: ${name}`);
  return { way, aim, budget: Number(budget), scores: [] as PackScores[] };
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
      const { pack } = await engine.pack({ task: task.query, aim, budget, format: 'markdown' });
      const quoted = [...Map.groupBy(pack.blocks, ({ path }) => path)];
      const lines = new Map(quoted.map(([path, blocks]) => [path, blocks.flatMap((block) => block.lines)]));
      const score = measurePack({ ...task, gold: goldOf(task) }, { budget, lines, tokens: pack.usage.used });
      scores.push(score);
      if (values.each) console.log(`${way} ${task.id} ${PACK_KEYS.map((key) => score[key].toFixed(3)).join(' ')}`);
    }
  await engine.close();
  console.error(name, all.length);
}

console.log(`| aim and ceiling | tasks | ${PACK_KEYS.join(' | ')} |\n|---|---|${PACK_KEYS.map(() => '---|').join('')}`);
for (const { way, scores } of ways) {
  const cells = PACK_KEYS.map((key) => {
    const { mean, low, high } = estimate(scores.map((score) => score[key]));
    const show = (value: number) => value.toFixed(key === 'tokens' ? 0 : 3);
    return `${show(mean)} [${show(low)}–${show(high)}]`;
  });
  console.log(`| ${way} | ${scores.length} | ${cells.join(' | ')} |`);
}

function goldOf({ gold, marked }: Row): readonly GoldFile[] {
  if (marked === undefined) return gold;
  const byPath = [...Map.groupBy(marked, ({ path }) => path)];
  return byPath.map(([path, ranges]) => ({ path, ranges: ranges.map(({ start, end }) => [start, end] as const) }));
}
