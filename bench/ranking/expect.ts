import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { packageFile } from '../../src/config/this-package.ts';
import { loadWeights } from '../../src/engine/open/open-ranker.ts';
import { measurePack, measureRanking } from '../../src/evaluation/measure.ts';
import { listPackedLines } from '../../src/evaluation/replay.ts';
import { estimate, quantile } from '../../src/evaluation/statistics.ts';
import { openEngine } from '../../src/index.ts';
import type { LearnedWeights } from '../../src/rankers/index.ts';
import { readGuesses, SAMPLE_OPTIONS, samples } from './sample-tasks.ts';

// Measures what guesses of the caller (`expect`) are worth, and whether foreign tasks are recognized:
// node bench/ranking/expect.ts --tasks FILE --mirrors DIR --expect FILE [--foreign 12] [--held FILE] [--results FILE]. --expect maps the ids
// of tasks to guesses; tasks without guesses are left out. Each task is asked alone, with its own guesses, with those of
// a task of another repository in the same language, and with its own guesses as words behind it. --held is a file of `train.ts --held`:
// each repository is asked with weights that were learned without it. --results stores the measures, from which a stopped run goes on.
// --ways limits these ways; --budget sets the tokens.
const { values } = parseArgs({
  options: {
    ...SAMPLE_OPTIONS,
    expect: { type: 'string' },
    results: { type: 'string' },
    held: { type: 'string' },
    budget: { type: 'string', default: '4000' },
    ways: { type: 'string', default: 'alone,own guesses,foreign guesses,words behind' },
  },
});
const { tasks: tasksFile, mirrors, expect: guessesFile } = values;
if (!tasksFile || !mirrors || !guessesFile)
  throw new Error('usage: expect.ts --tasks FILE --mirrors DIR --expect FILE [--foreign N] [--results FILE]');

const PACK = { aim: 'focused', budget: Number(values.budget), maxFiles: 50 } as const;
/** The share of tasks with an answer that may be taken for foreign ones. */
const WRONGLY_TOLD = 0.05;
const guesses = await readGuesses(guessesFile, tasksFile);
const held: readonly Held[] = values.held ? JSON.parse(readFileSync(values.held, 'utf8')) : [];
const kept = values.results && existsSync(values.results) ? readFileSync(values.results, 'utf8') : '';
const rows = kept
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Row);
const known = new Set(rows.map(({ id, asked }) => `${asked} ${id}`));

interface Held extends Pick<LearnedWeights, 'files' | 'units'> {
  readonly repos: readonly string[];
}

interface Row {
  readonly id: string;
  readonly asked: string;
  /** The task belongs to another repository, so there is no answer. */
  readonly isForeign: boolean;
  readonly first: number;
  readonly r1: number;
  readonly r5: number;
  readonly lines: number;
  readonly tokens: number;
  readonly nothing: number;
}

for await (const { repo, tasks, tree } of samples({ ...values, tasks: tasksFile, mirrors })) {
  weighAs(repo);
  for (const [base, all] of Map.groupBy(tasks, (task) => task.base)) {
    await tree.moveTo(base);
    const engine = await openEngine({ root: tree.folder, now: Date.now });
    for (const [at, task] of all.entries()) {
      const own = guesses.own(task);
      if (own === undefined) continue;
      const foreign = guesses.foreign(task, at);
      const ways: readonly (readonly [asked: string, task: string, expect: readonly string[]])[] = [
        ['alone', task.query, []],
        ['own guesses', task.query, own],
        ['foreign guesses', task.query, foreign],
        ['words behind', `${task.query}\n\n${own.join(' ')}`, []],
      ];
      for (const [asked, text, expect] of task.gold.length > 0 ? ways : ways.slice(0, 2)) {
        if (known.has(`${asked} ${task.id}`) || !values.ways.split(',').includes(asked)) continue;
        const { pack, nothing } = await engine.pack({ ...PACK, task: text, expect });
        const ranked = measureRanking(
          task,
          pack.files.map(({ path }) => path),
        );
        const row: Row = {
          ...{ id: task.id, asked, isForeign: task.gold.length === 0, nothing: nothing ?? 0, tokens: pack.usage.used },
          ...{ first: Number(ranked.reciprocalRank === 1), r1: ranked.recallAt1, r5: ranked.recallAt5 },
          lines: measurePack(task, listPackedLines(pack, PACK.budget)).lines,
        };
        rows.push(row);
        if (values.results) appendFileSync(values.results, `${JSON.stringify(row)}\n`);
      }
    }
    await engine.close();
  }
  console.error(repo, rows.length);
}

console.log(
  '\n| | n | right file first | R@1 | R@5 | changed lines | tokens | foreign tasks told |\n|---|---|---|---|---|---|---|---|',
);
for (const [asked, all] of Map.groupBy(rows, (row) => row.asked)) {
  const own = all.filter(({ isForeign }) => !isForeign);
  const of = (key: 'first' | 'r1' | 'r5' | 'lines') => {
    const { mean, low, high } = estimate(own.map((row) => row[key]));
    return `${(100 * mean).toFixed(1)} [${(100 * low).toFixed(0)}..${(100 * high).toFixed(0)}]`;
  };
  const tokens = own.reduce((sum, row) => sum + row.tokens, 0) / Math.max(1, own.length);
  console.log(
    `| ${asked} | ${own.length} | ${of('first')} | ${of('r1')} | ${of('r5')} | ${of('lines')} | ${tokens.toFixed(0)} | ${told(all)} |`,
  );
}

// Sets the weights of engines opened from now on to those that were learned without this repository.
function weighAs(repo: string): void {
  if (held.length === 0) return;
  const own = held.find(({ repos }) => repos.includes(repo));
  const weights = loadWeights(packageFile('src/rankers/weights.json'));
  if (own === undefined || typeof weights === 'string') throw new Error(`no weights were learned without ${repo}`);
  Object.assign(weights.files, own.files);
  Object.assign(weights.units, own.units);
}

// The share of foreign tasks whose likelihood of no answer is above that of all but 5 % of the others.
function told(all: readonly Row[]): string {
  const [foreign, own] = [true, false].map((is) => all.filter(({ isForeign }) => isForeign === is));
  const from = quantile(
    own!.map(({ nothing }) => nothing),
    1 - WRONGLY_TOLD,
  );
  const share = foreign!.filter(({ nothing }) => nothing > from).length / Math.max(1, foreign!.length);
  return foreign!.length === 0 ? '' : `${(100 * share).toFixed(1)} % of ${foreign!.length}, from ${from.toFixed(2)} on`;
}
