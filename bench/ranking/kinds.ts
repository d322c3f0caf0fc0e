import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { estimate } from '../../src/evaluation/statistics.ts';
import { openEngine } from '../../src/index.ts';
import { roleOf } from '../../src/sources/code/role.ts';
import { SAMPLE_OPTIONS, samples } from './sample-tasks.ts';

// Measures how many files that a commit changed a pack shows, by kind (code, tests, documents, configuration), and how often all of several are quoted:
// node bench/ranking/kinds.ts --mirrors DIR [--tasks bench/ranking/kinds.jsonl] [--results RUN.jsonl] [--beside OLDER-RUN.jsonl]
// Gold of the tasks are files of any kind. `--beside` prints by how many points this run is ahead of another one, by task.
const { values } = parseArgs({
  options: {
    ...SAMPLE_OPTIONS,
    tasks: { type: 'string', default: 'bench/ranking/kinds.jsonl' },
    budget: { type: 'string', default: '4000' },
    results: { type: 'string' },
    beside: { type: 'string' },
  },
});
const { mirrors, tasks: tasksFile, results, beside } = values;
if (!mirrors) throw new Error('usage: kinds.ts --mirrors DIR');

/** The files of a task that a pack shows. */
interface Shown {
  readonly id: string;
  readonly gold: readonly string[];
  /** Best first. */
  readonly ranked: readonly string[];
  readonly quoted: readonly string[];
  readonly named: readonly string[];
  readonly tokens: number;
}

const KINDS = { source: 'code', test: 'tests', docs: 'documents', config: 'configuration' } as const;

const shown: Shown[] = [];
for await (const { repo, tasks, tree } of samples({ ...values, tasks: tasksFile, mirrors })) {
  for (const [base, all] of Map.groupBy(tasks, (task) => task.base)) {
    await tree.moveTo(base);
    const engine = await openEngine({ root: tree.folder, now: Date.now });
    for (const { id, query, gold } of all) {
      const { pack } = await engine.pack({ task: query, budget: Number(values.budget) });
      const quoted = [...new Set(pack.blocks.map(({ path }) => path))];
      const named = [...new Set(pack.references.map(({ path }) => path))].filter((path) => !quoted.includes(path));
      const ranked = pack.files.map(({ path }) => path);
      shown.push({ id, gold: gold.map(({ path }) => path), ranked, quoted, named, tokens: pack.usage.used });
    }
    await engine.close();
  }
  console.error(repo, tasks.length);
}
if (results) writeFileSync(results, shown.map((one) => `${JSON.stringify(one)}\n`).join(''));
const now = measure(shown);
const other = beside
  ? measure(
      readFileSync(beside, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    )
  : null;
for (const [row, byTask] of now) {
  const before = other?.get(row);
  const ahead = before && [...byTask].flatMap(([id, value]) => (before.has(id) ? [value - before.get(id)!] : []));
  console.log(
    `| ${row} | ${byTask.size} | ${written([...byTask.values()], row)} |${ahead ? ` ${written(ahead, row)} |` : ''}`,
  );
}

/** The value of each row for each task. */
function measure(all: readonly Shown[]): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const rows = new Map<string, Map<string, number>>();
  for (const { id, gold, ranked, quoted, named, tokens } of all) {
    const note = (row: string, value: number) => rows.set(row, (rows.get(row) ?? new Map()).set(id, value));
    const both = new Set([...quoted, ...named]);
    const byRole = Map.groupBy(gold, (path) => roleOf(path, false));
    const isMixed = byRole.size > 1;
    const beside = gold.filter((path) => roleOf(path, false) !== 'source');
    const parts = [
      ...Object.entries(KINDS).map(([role, kind]) => [kind, byRole.get(role as keyof typeof KINDS) ?? []] as const),
      [isMixed ? 'code of mixed commits' : 'code alone', byRole.get('source') ?? []] as const,
      ['all but code', beside] as const,
      [isMixed ? 'all but code, of mixed commits' : 'all but code, alone', beside] as const,
    ];
    for (const [kind, paths] of parts) {
      if (paths.length === 0) continue;
      const share = (of: ReadonlySet<string>) => paths.filter((path) => of.has(path)).length / paths.length;
      for (const first of [5, 10, 13]) note(`${kind}: first ${first}`, share(new Set(ranked.slice(0, first))));
      note(`${kind}: quoted`, share(new Set(quoted)));
      note(`${kind}: quoted or named`, share(both));
    }
    const several = gold.length > 1 ? 'several files' : 'one file';
    note(`${several} to change: all quoted`, Number(gold.every((path) => quoted.includes(path))));
    note(`${several} to change: all quoted or named`, Number(gold.every((path) => both.has(path))));
    note('files: quoted', quoted.length);
    note('files: quoted or named', both.size);
    note('tokens', tokens);
  }
  return new Map([...rows].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function written(all: readonly number[], row: string): string {
  const { mean, low, high } = estimate(all);
  const factor = row.startsWith('files: ') || row === 'tokens' ? 1 : 100;
  const [middle, from, to] = [mean, low, high].map((value) => (factor * value).toFixed(1));
  return `${middle} [${from}..${to}]`;
}
