import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { FILE_FEATURES } from '../../src/rankers/file-features.ts';
import { UNIT_FEATURES } from '../../src/rankers/unit-features.ts';
import { type DumpedTask, foldsOf, isForeign, readDump } from './dataset.ts';
import { type FileList, fileList, hardFiles, meanRecall, recallCells, recallOf } from './file-lists.ts';
import { FIT, type FitOptions, fit, type List } from './listwise.ts';
import { hardUnits, unitList } from './unit-lists.ts';

// Learns the weights of the ranker from what dump.ts wrote:
// node bench/ranking/train.ts --train NAME[,NAME] [--dev NAME] [--to FILE] [--folds 5] [--ablate]
// Held out are the repositories of each fold in turn. --ablate learns again without each feature.
const { values } = parseArgs({
  options: {
    train: { type: 'string' },
    dev: { type: 'string' },
    to: { type: 'string' },
    note: { type: 'string', default: '' },
    folds: { type: 'string', default: '5' },
    ablate: { type: 'boolean', default: false },
  },
});
if (!values.train) throw new Error('usage: train.ts --train NAME[,NAME] [--dev NAME] [--to FILE]');

const WEIGHT_MAX = 50;
const UNIT_L2 = 3e-2;
// Weights held down by so strong a pull make all units look too much alike: this brings likelihoods back.
const SHARPEN = 1.3;
// Fixes seldom touch documents and never tests; readers want some of them all the same. A drawback lowers, it never bars.
const AGAINST_MAX = 2;
const read = (name: string) => readDump(name, FILE_FEATURES.length, UNIT_FEATURES.length);
// Dumps may overlap; a task counts once.
const tasks = [
  ...new Map(
    values.train
      .split(',')
      .flatMap(read)
      .filter((task) => !isForeign(task))
      .map((task) => [task.id, task]),
  ).values(),
];
const weights = learnFiles(tasks.map(fileList));
print('files', FILE_FEATURES, weights);
const unitWeights = learnUnits(tasks);
print('units', UNIT_FEATURES, unitWeights);
const dev = values.dev ? read(values.dev).filter((task) => !isForeign(task)) : null;
console.log('\n| files | n | R@1 | R@5 | R@10 | MRR |\n|---|---|---|---|---|---|');
if (dev) row('dev', dev.map(fileList), () => weights);
const lists = (dev ?? tasks).map(fileList);
const folds = foldsOf(dev ?? tasks, Number(values.folds));
const heldOut = (drop: string | null = null) => {
  const all = tasks.map(fileList);
  const learned = folds.map((fold) =>
    learnFiles(
      all.filter((list) => !fold.has(list.group)),
      drop,
    ),
  );
  return (list: FileList) => learned[folds.findIndex((fold) => fold.has(list.group))]!;
};
row('leave repositories out', lists, heldOut());
if (values.ablate)
  for (const { name } of FILE_FEATURES) {
    const without = dev ? learnFiles(tasks.map(fileList), name) : null;
    row(`without ${name}`, lists, without ? () => without : heldOut(name));
  }
if (values.to) {
  const named = (features: readonly { name: string }[], learned: Float64Array) =>
    Object.fromEntries(features.map(({ name }, at) => [name, Number(learned[at]!.toFixed(4))]));
  const version = (JSON.parse(readFileSync(values.to, 'utf8')) as { version: number }).version;
  const trainedOn = values.note || `${tasks.length} tasks`;
  const learned = {
    version,
    trainedOn,
    files: named(FILE_FEATURES, weights),
    units: named(UNIT_FEATURES, unitWeights),
  };
  writeFileSync(values.to, `${JSON.stringify(learned, null, 2)}\n`);
}

function learnFiles(all: readonly FileList[], drop: string | null = null): Float64Array {
  const bound = (of: (feature: (typeof FILE_FEATURES)[number]) => number) =>
    Float64Array.from(FILE_FEATURES, (feature) => (feature.name === drop ? 0 : of(feature)));
  return learn(all.map(hardFiles), {
    ...FIT,
    width: FILE_FEATURES.length,
    least: bound(({ isAgainst, least = 0 }) => (isAgainst ? -AGAINST_MAX : least)),
    most: bound(({ isAgainst, least = 0 }) => (isAgainst ? -least : WEIGHT_MAX)),
  });
}

function learnUnits(all: readonly DumpedTask[]): Float64Array {
  const bound = (of: (feature: (typeof UNIT_FEATURES)[number]) => number) => Float64Array.from(UNIT_FEATURES, of);
  const lists = all.map((task) => hardUnits(unitList(task)));
  const learned = learn(lists, {
    ...FIT,
    l2: UNIT_L2,
    width: UNIT_FEATURES.length,
    least: bound(({ isFree, against }) => (against !== undefined ? -against : isFree ? -WEIGHT_MAX : 0)),
    most: bound(({ against }) => (against !== undefined ? -against : WEIGHT_MAX)),
  });
  return learned.map((weight) => weight * SHARPEN);
}

function learn(all: readonly List[], options: FitOptions): Float64Array {
  return fit(
    all.filter((list) => list.wanted.some((share) => share > 0)),
    options,
  );
}

function row(name: string, all: readonly FileList[], weightsFor: (list: FileList) => Float64Array): void {
  console.log(
    `| ${name} | ${all.length} | ${recallCells(meanRecall(all.map((list) => recallOf(list, weightsFor(list)))))} |`,
  );
}

function print(title: string, features: readonly { name: string }[], learned: Float64Array): void {
  const sorted = features.map(({ name }, at) => ({ name, weight: learned[at]! })).sort((a, b) => b.weight - a.weight);
  console.log(`${title}: ${sorted.map(({ name, weight }) => `${name} ${weight.toFixed(2)}`).join(', ')}`);
}
