import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measurePack } from '../../src/evaluation/measure.ts';
import { openScratchTree } from '../../src/evaluation/scratch-tree.ts';
import type { EvalTask } from '../../src/evaluation/task.ts';
import { type Engine, openEngine } from '../../src/index.ts';
import { AIMS, type Aim } from '../../src/model/aim.ts';

// How much of what one must read a pack holds, and how little else, on tasks whose needed lines were marked:
// node bench/packs/marked.ts --tasks FILE --mirrors DIR [--budgets 2000,4000] [--aims focused,full] [--work DIR] [--repo NAME,NAME]
const { values } = parseArgs({
  options: {
    tasks: { type: 'string' },
    mirrors: { type: 'string' },
    budgets: { type: 'string', default: '2000,4000,8000' },
    aims: { type: 'string', default: 'focused,balanced,full' },
    work: { type: 'string', default: '/tmp/knap-marked' },
    repo: { type: 'string' },
  },
});
const { tasks: file, mirrors, work } = values;
if (!file || !mirrors) throw new Error('usage: marked.ts --tasks FILE --mirrors DIR');

interface Marked {
  readonly id: string;
  readonly repo: string;
  readonly base: string;
  readonly query: string;
  readonly marked: readonly { readonly path: string; readonly start: number; readonly end: number }[];
}

const COLUMNS = ['file R', 'file P', 'file F1', 'line R', 'line P', 'line F1', 'tokens'] as const;
const wanted = values.repo?.split(',');
const rows = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Marked)
  .filter(({ repo }) => wanted?.includes(repo) ?? true);
const aims = AIMS.filter((aim) => values.aims.split(',').includes(aim));
const ways = aims.flatMap((aim) =>
  values.budgets.split(',').map((budget) => ({ name: `${aim} ${budget}`, input: { aim, budget: Number(budget) } })),
);
const scores = new Map<string, (readonly number[])[]>(ways.map(({ name }) => [name, []]));

for (const [repo, all] of Map.groupBy(rows, (row) => `${row.repo} ${row.base}`)) {
  const [name, base] = repo.split(' ') as [string, string];
  const tree = await openScratchTree(join(mirrors, name.replace('/', '+'), 'repo'), join(work, name.replace('/', '+')));
  await tree.moveTo(base);
  const engine = await openEngine({ root: tree.folder, now: Date.now });
  for (const task of all) for (const way of ways) scores.get(way.name)!.push(await scoresOf(engine, task, way.input));
  await engine.close();
  console.error(name, all.length);
}

console.log(`| | ${COLUMNS.join(' | ')} |\n|---|${'---|'.repeat(COLUMNS.length)}`);
for (const [name, all] of scores) {
  const means = COLUMNS.map((_, at) => all.reduce((sum, one) => sum + one[at]!, 0) / all.length);
  console.log(`| ${name} | ${means.map((mean) => (mean > 1 ? mean.toFixed(0) : mean.toFixed(3))).join(' | ')} |`);
}

async function scoresOf(engine: Engine, task: Marked, input: { aim: Aim; budget: number }): Promise<readonly number[]> {
  const { pack } = await engine.pack({ task: task.query, ...input });
  const quoted = Map.groupBy(pack.blocks, ({ path }) => path);
  const lines = new Map([...quoted].map(([path, blocks]) => [path, blocks.flatMap((block) => block.lines)]));
  const gold = [...Map.groupBy(task.marked, ({ path }) => path)].map(([path, ranges]) => {
    return { path, ranges: ranges.map(({ start, end }) => [start, end] as const) };
  });
  const answered: EvalTask = { id: task.id, repo: task.repo, base: task.base, query: task.query, gold };
  const held = measurePack(answered, { budget: input.budget, lines, tokens: pack.usage.used });
  const right = gold.filter(({ path }) => quoted.has(path)).length;
  const precision = quoted.size === 0 ? 0 : right / quoted.size;
  const f1 = right === 0 ? 0 : (2 * held.files * precision) / (held.files + precision);
  return [held.files, precision, f1, held.lines, held.precision, held.f1, held.tokens];
}
