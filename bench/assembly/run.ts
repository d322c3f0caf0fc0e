import { parseArgs } from 'node:util';
import type { EvalTask } from '../../src/evaluation/task.ts';
import { type Assembler, createAssembler, openEngine, type SearchResult } from '../../src/index.ts';
import { samples } from '../ranking/sample-tasks.ts';
import { placedEntities } from './placed-entities.ts';

// Measures assembly on work trees of the repositories of a task file: how long it takes (warm), for how many entities with a
// place code is quoted, and how much of a budget is spent.
// node bench/assembly/run.ts --tasks FILE --mirrors DIR [--work DIR] [--repositories 10] [--tasks-each 8]
const { values } = parseArgs({
  options: {
    tasks: { type: 'string' },
    mirrors: { type: 'string' },
    work: { type: 'string', default: '/tmp/knap-ranking' },
    repositories: { type: 'string', default: '10' },
    'tasks-each': { type: 'string', default: '8' },
  },
});
const { tasks: tasksFile, mirrors, work } = values;
if (!tasksFile || !mirrors) throw new Error('usage: run.ts --tasks FILE --mirrors DIR');
const SAMPLE = 2000;
const RUNS = 9;

let left = Number(values.repositories);
console.log('| repository | entities | real code | 10 entities | 500 entities | spent at 8k | spent at 16k |');
console.log('|---|---|---|---|---|---|---|');
const total = { entities: 0, quoted: 0, fills: [[], []] as [number[], number[]] };
for await (const { repo, tasks: all, tree } of samples({ tasks: tasksFile, mirrors, work })) {
  if (left-- === 0) break;
  const root = tree.folder;
  await tree.moveTo(all[0]!.base);
  const placed = await placedEntities(root, SAMPLE);
  const every = createAssembler({
    projectRoot: root,
    budget: 10_000_000,
    tokenizer: 'estimate',
    contextLines: 0,
    includeImports: false,
  });
  const { summary } = await every.assemble(placed);
  total.entities += placed.length;
  total.quoted += summary.entitiesIncluded;
  const ten = await median(placed.slice(0, 10), createAssembler({ projectRoot: root, budget: 4000 }));
  const many = await median(placed.slice(0, 500), createAssembler({ projectRoot: root, budget: 16_000 }));
  const spent = [await spending(root, all, 8000), await spending(root, all, 16_000)];
  for (const [index, shares] of spent.entries()) total.fills[index]!.push(...shares);
  const share = ((100 * summary.entitiesIncluded) / placed.length).toFixed(2);
  console.log(
    `| ${repo} | ${placed.length} | ${share} % | ${ten.toFixed(1)} ms | ${many.toFixed(0)} ms | ${spent.map(filled).join(' | ')} |`,
  );
}
console.log(
  `| all | ${total.entities} | ${((100 * total.quoted) / total.entities).toFixed(2)} % | | | ${total.fills.map(filled).join(' | ')} |`,
);

// The first run does not count, because it warms the files and the parser.
async function median(results: readonly SearchResult[], assembler: Assembler): Promise<number> {
  await assembler.assemble(results);
  const times: number[] = [];
  for (let i = 0; i < RUNS; i++) {
    const started = performance.now();
    await assembler.assemble(results);
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b)[Math.floor(RUNS / 2)]!;
}

// Only tasks whose candidates would fill the budget twice show how well it is spent.
async function spending(root: string, all: readonly EvalTask[], budget: number): Promise<readonly number[]> {
  const engine = await openEngine({ root });
  const shares: number[] = [];
  for (const task of all.slice(0, Number(values['tasks-each']))) {
    const wide = await engine.pack({ task: task.query, budget: 3 * budget });
    if (wide.pack.usage.used < 2 * budget) continue;
    shares.push((await engine.pack({ task: task.query, budget })).pack.usage.used / budget);
  }
  await engine.close();
  return shares;
}

function filled(shares: readonly number[]): string {
  if (shares.length === 0) return '–';
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  return `${(100 * mean).toFixed(1)} % (least ${(100 * Math.min(...shares)).toFixed(1)}, n ${shares.length})`;
}
