import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { loadConfig } from '../../src/config/load.ts';
import { createEngine } from '../../src/engine.ts';
import { quantile } from '../../src/evaluation/statistics.ts';
import type { Engine, PackAnswer } from '../../src/ports/engine.ts';
import { SAMPLE_OPTIONS, samples } from '../ranking/sample-tasks.ts';

// Compares the first answer on a tree without an index with that of the complete index: the share of its first five files that
// are among the first five, and the processor time until the answer:
// node bench/speed/first-answer.ts --tasks FILE --mirrors DIR [--work DIR] [--repo NAME,NAME] [--each N]
const { values } = parseArgs({ options: { ...SAMPLE_OPTIONS, misses: { type: 'boolean' } } });
const { tasks: tasksFile, mirrors } = values;
if (!tasksFile || !mirrors) throw new Error('usage: first-answer.ts --tasks FILE --mirrors DIR');

const FIRST = 5;

interface Compared {
  /** The share of the first five files of the complete index that the first answer has, and whether the best file is the same. */
  readonly share: number;
  readonly isSameBest: boolean;
  readonly cpuMs: number;
}

const all: Compared[] = [];
console.log(
  '| repository | files | tasks | first five, % | same best, % | processor ms p50 |\n|---|---|---|---|---|---|',
);
for await (const { repo, tasks, tree } of samples({ ...values, tasks: tasksFile, mirrors })) {
  const compared: Compared[] = [];
  let files = 0;
  for (const [base, asked] of Map.groupBy(tasks, (task) => task.base)) {
    await tree.moveTo(base);
    const whole = new Map<string, readonly string[]>();
    await onEngine(tree.folder, false, async (engine) => {
      files = (await engine.index()).files;
      if (files <= DEFAULTS.first.wholeFilesMax) return;
      for (const { id, query } of asked) whole.set(id, firstOf(await engine.pack(packOf(query))));
    });
    for (const { id, query } of asked) {
      const wanted = whole.get(id) ?? [];
      if (wanted.length === 0) continue;
      forget(tree.folder);
      const before = process.cpuUsage();
      await onEngine(tree.folder, true, async (engine) => {
        const answer = await engine.pack(packOf(query));
        const { user, system } = process.cpuUsage(before);
        const found = firstOf(answer);
        const lost = wanted.filter((path) => !found.includes(path));
        if (values.misses && lost.length > 0) console.error(`${id}: lost ${lost.join(', ')}; has ${found.join(', ')}`);
        const isSameBest = found[0] === wanted[0];
        compared.push({ share: 1 - lost.length / wanted.length, isSameBest, cpuMs: (user + system) / 1000 });
      });
    }
  }
  forget(tree.folder);
  if (compared.length > 0) console.log(rowOf(repo, files, compared));
  all.push(...compared);
}
console.log(rowOf('all', 0, all));

async function onEngine(root: string, first: boolean, work: (engine: Engine) => Promise<void>): Promise<void> {
  const { config } = await loadConfig({ root, env: {} });
  const engine = await createEngine({ root, now: Date.now }, config);
  try {
    await work(engine.with({ first }));
  } finally {
    await engine.close();
  }
}

function packOf(task: string) {
  return { task, budget: DEFAULTS.evaluation.budgetTokens, format: 'markdown' };
}

function firstOf({ pack }: PackAnswer): readonly string[] {
  return pack.files.slice(0, FIRST).map(({ path }) => path);
}

function forget(root: string): void {
  rmSync(`${root}/.knap`, { recursive: true, force: true });
}

function rowOf(name: string, files: number, some: readonly Compared[]): string {
  const percent = (part: (one: Compared) => number) =>
    ((100 * some.reduce((sum, one) => sum + part(one), 0)) / some.length).toFixed(1);
  const cpu = Math.round(
    quantile(
      some.map(({ cpuMs }) => cpuMs),
      0.5,
    ),
  );
  const cells = [
    name,
    files,
    some.length,
    percent(({ share }) => share),
    percent(({ isSameBest }) => Number(isSameBest)),
    cpu,
  ];
  return `| ${cells.join(' | ')} |`;
}
