import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openScratchTree } from '../../src/evaluation/replay.ts';
import { type Engine, openEngine } from '../../src/index.ts';
import { PACK_AIMS } from '../../src/model/budget.ts';
import type { Pack } from '../../src/model/pack.ts';

// Counts how often a pack of a small application quotes the function to change; the tasks were written before any run:
// node bench/packs/apps.ts --mirrors DIR [--budget 4000] [--work DIR] [--app nest,rails] [--aim full] [--print ID]
const { values } = parseArgs({
  options: {
    mirrors: { type: 'string' },
    budget: { type: 'string', default: '4000' },
    work: { type: 'string', default: '/tmp/knap-apps' },
    app: { type: 'string' },
    aim: { type: 'string', default: 'focused' },
    print: { type: 'string' },
  },
});
if (!values.mirrors) throw new Error('usage: apps.ts --mirrors DIR');

interface AppTask {
  readonly id: string;
  readonly repo: string;
  /** The folder of the application in its repository. */
  readonly root?: string;
  readonly commit: string;
  readonly query: string;
  readonly answer: { readonly path: string; readonly function: string; readonly lines: readonly [number, number] };
  /** Further code that must be read: a path, or a path and a symbol. */
  readonly reads: readonly string[];
}

interface Row {
  readonly id: string;
  readonly isWhole: boolean;
  readonly isTouched: boolean;
  /** The rank of the answer's file among the quoted ones; 0 if it is not quoted. */
  readonly place: number;
  readonly reads: number;
  readonly tokens: number;
}

const budget = Number(values.budget);
const aim = PACK_AIMS.find((one) => one === values.aim);
const apps = values.app?.split(',');
const tasks = readFileSync(new URL('apps.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as AppTask)
  .filter(({ id }) => (values.print ? id === values.print : (apps?.includes(id.split('-')[0]!) ?? true)));
const rows: Row[] = [];
for (const [, all] of Map.groupBy(tasks, ({ repo, root }) => `${repo} ${root ?? ''}`)) {
  const { repo, root, commit } = all[0]!;
  const name = repo.replace('/', '+');
  const tree = await openScratchTree(join(values.mirrors, name, 'repo'), join(values.work, name));
  await tree.moveTo(commit);
  const engine = await openEngine({ root: join(tree.folder, root ?? ''), now: Date.now });
  for (const task of all) rows.push(await rowOf(engine, task));
  await engine.close();
}
print();

async function rowOf(engine: Engine, task: AppTask): Promise<Row> {
  const { pack, text } = await engine.pack({ task: task.query, budget, aim });
  if (values.print) console.log(text);
  const { path, lines } = task.answer;
  const quoted = quotedLines(pack, path);
  const [first, last] = lines;
  const wanted = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const files = [...new Set(pack.blocks.map((block) => block.path))];
  const readable = task.reads.filter((one) => isRead(pack, one));
  return {
    id: task.id,
    isWhole: wanted.every((line) => quoted.has(line)),
    isTouched: wanted.some((line) => quoted.has(line)),
    place: files.indexOf(path) + 1,
    reads: task.reads.length === 0 ? 1 : readable.length / task.reads.length,
    tokens: pack.usage.used,
  };
}

function quotedLines(pack: Pack, path: string): ReadonlySet<number> {
  const ranges = pack.blocks.filter((block) => block.path === path).flatMap((block) => block.lines);
  return new Set(ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at)));
}

// A symbol counts as quoted if it, its class, its file or one of its members is.
function isRead(pack: Pack, read: string): boolean {
  const path = read.split('#')[0];
  const isIn = (id: string) => id === read || id === path || read.startsWith(`${id}.`) || id.startsWith(`${read}.`);
  return pack.blocks.some((block) => block.path === path && (path === read || block.covers.some(isIn)));
}

function print(): void {
  const percent = (part: number, all: number) => `${Math.round((100 * part) / all)} %`;
  for (const row of rows)
    console.log(
      `${row.id.padEnd(12)} ${row.isWhole ? 'whole' : row.isTouched ? 'part ' : '–    '}  place ${row.place}  reads ${row.reads.toFixed(2)}  ${row.tokens}`,
    );
  console.log(
    '\n| | function quoted whole | in part | its file first | in the first three | reads | tokens |\n|---|---|---|---|---|---|---|',
  );
  const groups = [...Map.groupBy(rows, ({ id }) => id.split('-')[0]!), ['all', rows] as const];
  for (const [app, some] of groups) {
    const count = (is: (row: Row) => boolean) => some.filter(is).length;
    const mean = (of: (row: Row) => number) => some.reduce((sum, row) => sum + of(row), 0) / some.length;
    console.log(
      `| ${app} | ${percent(
        count((row) => row.isWhole),
        some.length,
      )} | ${percent(
        count((row) => row.isTouched),
        some.length,
      )} | ${count((row) => row.place === 1)} | ${count((row) => row.place > 0 && row.place <= 3)} | ${percent(
        mean((row) => row.reads),
        1,
      )} | ${Math.round(mean((row) => row.tokens))} |`,
    );
  }
}
