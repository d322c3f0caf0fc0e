import { parseArgs } from 'node:util';
import { type DumpedTask, foldsOf, isMisguessed, readDumps } from './dataset.ts';
import { fitOdds, type Odds, oddsOf } from './logistic.ts';

// Learns when guesses of a caller are trusted (`TRUST` in src/rankers/expected-facts.ts) from what `dump.ts --expect` wrote:
// node bench/ranking/trust.ts --train NAME[,NAME] [--folds 7]. Each task was asked with its own guesses and with those about a task of another
// repository; repositories of each fold are held out in turn. Prints how well the two are told apart, the result of each
// ramp from no trust to full trust, and the chosen constants.
const { values } = parseArgs({ options: { train: { type: 'string' }, folds: { type: 'string', default: '7' } } });
if (!values.train) throw new Error('usage: trust.ts --train NAME[,NAME] [--folds 7]');

const EVIDENCE = ['nearest', 'shared'] as const;
/** The likelihoods at which the ramp may begin and end. */
const FROM = [0.05, 0.1, 0.15, 0.2, 0.3, 0.4];
const TO = [0.5, 0.65, 0.8, 0.95];

type Names = readonly (typeof EVIDENCE)[number][];
const tasks = readDumps(values.train).filter(({ trust }) => trust !== undefined);
const [foreign, own] = [tasks.filter(isMisguessed), tasks.filter((task) => !isMisguessed(task))];
const folds = foldsOf(tasks, Number(values.folds));

console.log(`${own.length} tasks with their own guesses, ${foreign.length} with foreign ones\n`);
for (const names of [EVIDENCE, ['nearest'], ['shared']] as const)
  console.log(
    `${names.join(' and ')}, repositories held out: told apart in ${percent(toldApart(heldOut(names)))} of pairs`,
  );

const likely = heldOut(EVIDENCE);
console.log(
  '\n| from | to | trust in own | trust in foreign | own not trusted at all | foreign trusted in full |\n|---|---|---|---|---|---|',
);
const ramps = FROM.flatMap((from) => TO.map((to) => measured(from, to)));
for (const one of ramps)
  console.log(`| ${[one.from, one.to, ...[one.own, one.foreign, one.lost, one.believed].map(percent)].join(' | ')} |`);
// Of the ramps within half a point of the best, chooses the widest, because its trust changes least abruptly.
const most = Math.max(...ramps.map(({ own: right, foreign: wrong }) => right - wrong));
const good = ramps.filter(({ own: right, foreign: wrong }) => right - wrong > most - 0.005);
const chosen = good.toSorted((a, b) => b.to - b.from - (a.to - a.from) || a.foreign - b.foreign)[0]!;
const { bias, weights } = learn(EVIDENCE, tasks);
const shown = Object.entries({ ...weights, bias }).map(([name, value]) => `${name}: ${value.toFixed(1)}`);
console.log(`\nTRUST = { ${shown.join(', ')}, from: ${chosen.from}, to: ${chosen.to} }`);

function learn(names: Names, some: readonly DumpedTask[]): Odds {
  return fitOdds({
    names,
    rows: some.map((task) => rowOf(names, task)),
    came: some.map((task) => Number(!isMisguessed(task))),
    weights: some.map(() => 1),
  });
}

function rowOf(names: Names, { trust }: DumpedTask): readonly number[] {
  return names.map((name) => trust![name]);
}

// How likely the guesses of each task are its own, by a model that was learned on other repositories.
function heldOut(names: Names): ReadonlyMap<string, number> {
  const learned = folds.map((fold) =>
    learn(
      names,
      tasks.filter(({ repo }) => !fold.has(repo)),
    ),
  );
  return new Map(
    tasks.map((task) => {
      const odds = oddsOf(learned[folds.findIndex((fold) => fold.has(task.repo))]!, names, rowOf(names, task));
      return [task.id, 1 / (1 + Math.exp(-odds))];
    }),
  );
}

function toldApart(of: ReadonlyMap<string, number>): number {
  const pairs = own.flatMap(({ id }) => foreign.map((other) => of.get(id)! - of.get(other.id)!));
  return mean(pairs.map((difference) => (difference > 0 ? 1 : difference === 0 ? 0.5 : 0)));
}

function measured(from: number, to: number) {
  const trustOf = ({ id, trust }: DumpedTask) =>
    trust!.telling * Math.min(1, Math.max(0, (likely.get(id)! - from) / (to - from)));
  return {
    from,
    to,
    own: mean(own.map(trustOf)),
    foreign: mean(foreign.map(trustOf)),
    lost: mean(own.map((task) => Number(likely.get(task.id)! <= from))),
    believed: mean(foreign.map((task) => Number(likely.get(task.id)! >= to))),
  };
}

function mean(all: readonly number[]): number {
  return all.reduce((sum, one) => sum + one, 0) / Math.max(1, all.length);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
