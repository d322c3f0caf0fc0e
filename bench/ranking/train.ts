import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { FILE_FEATURES } from '../../src/rankers/file-features.ts';
import { UNIT_FEATURES } from '../../src/rankers/unit-features.ts';
import { type DumpedTask, foldsOf, isChange, isForeign, isMisguessed, readDumps } from './dataset.ts';
import { fileList, hardFiles, meanRecall, recallCells, recallOf } from './file-lists.ts';
import { FIT, type FitOptions, fit, type List, sumsOf } from './listwise.ts';
import { hardUnits, reweighed, unitCells, unitList, unitRecall } from './unit-lists.ts';

// Learns the weights of the ranker from dumps:
// node bench/ranking/train.ts --train NAME[,NAME] [--dev NAME[,NAME]] [--prior FILE] [--weights FILE] [--to FILE] [--folds 5]
// [--ablate] [--findable N] [--questions 0.3] [--guesses]. Repositories of each fold are held out in turn. --prior: weights to start from
// and to be pulled towards; --weights: the weights to compare with; --ablate: also learn without each feature;
// --findable: leave out tasks whose files the prior ranks behind the first N; --questions: weight of a question, where a
// commit has 1; --guesses: learn only the weights of guesses, from a dump made with --expect, and keep the others of --weights;
// --held FILE: store the weights of each fold with the repositories they have not seen (for `expect.ts --held`).
const { values } = parseArgs({
  options: {
    train: { type: 'string' },
    dev: { type: 'string' },
    prior: { type: 'string', default: 'bench/ranking/prior.json' },
    weights: { type: 'string', default: 'src/rankers/weights.json' },
    to: { type: 'string' },
    note: { type: 'string', default: '' },
    folds: { type: 'string', default: '5' },
    findable: { type: 'string' },
    ablate: { type: 'boolean', default: false },
    questions: { type: 'string', default: '0.3' },
    guesses: { type: 'boolean', default: false },
    held: { type: 'string' },
  },
});
if (!values.train) throw new Error('usage: train.ts --train NAME[,NAME] [--dev NAME[,NAME]] [--to FILE]');

const WEIGHT_MAX = 50;
// A softmax over very many units learns too small weights, so they are multiplied by this.
const SHARPEN = 1.3;
// Gold holds few documents and no tests, but readers want some of them, so no drawback may exclude a file.
const AGAINST_MAX = 2;

// A feature that occurs in the answers of fewer tasks keeps its prior weight, because the rest would only teach that it misleads.
const TELLING_MIN = 20;

interface Weights {
  readonly files: Float64Array;
  readonly units: Float64Array;
}

const read = (names: string) => readDumps(names).filter((task) => !isForeign(task));
const shipped = weightsIn(values.weights);
const prior = values.guesses ? shipped : weightsIn(values.prior);
const QUESTION_WEIGHT = Number(values.questions);
const known = read(values.train).filter(isPlain).filter(isFindable);
const [changes, questions] = [known.filter(isChange), known.filter((task) => !isChange(task))];
const tasks = QUESTION_WEIGHT > 0 ? known : changes;
const untold = FILE_FEATURES.filter((feature, at) => !feature.isAgainst && tellingTasks(at) < TELLING_MIN);
const learned = learn(tasks);
console.log(`too seldom to be learned, kept as they were: ${untold.map(({ name }) => name).join(', ')}`);
print('files', FILE_FEATURES, learned.files);
print('units', UNIT_FEATURES, learned.units);
console.log('\n| | n | R@1 | R@5 | R@10 | MRR | functions 5 | 10 | lines |\n|---|---|---|---|---|---|---|---|---|');
const folds = foldsOf(known, Number(values.folds));
const heldOut = folds.map((fold) => learn(tasks.filter(({ repo }) => !fold.has(repo))));
const outside = ({ repo }: DumpedTask) => heldOut[folds.findIndex((fold) => fold.has(repo))]!;
for (const [kind, some] of [
  ['commits', changes.filter((task) => !isMisguessed(task))],
  ['commits with foreign guesses', changes.filter(isMisguessed)],
  ['questions', questions],
] as const) {
  if (some.length === 0) continue;
  row(`training ${kind}, prior`, some, () => prior);
  row(`training ${kind}, weights before`, some, () => shipped);
  row(`training ${kind}, repositories held out`, some, outside);
}
if (values.dev) {
  const dev = read(values.dev).filter(isChange);
  row('dev, weights before', dev, () => shipped);
  row('dev', dev, () => learned);
  if (values.ablate)
    for (const { name } of FILE_FEATURES) {
      const files = learnFiles(tasks, name);
      row(`without ${name}`, dev, () => ({ ...learned, files }));
    }
}
if (values.held) {
  const kept = heldOut.map((weights, at) => ({ repos: [...folds[at]!], ...namedWeights(weights) }));
  writeFileSync(values.held, `${JSON.stringify(kept)}\n`);
}
if (values.to) {
  const old = JSON.parse(readFileSync(values.to, 'utf8')) as { readonly trainedOn: string };
  const count = `${tasks.length} tasks of ${new Set(tasks.map(({ repo }) => repo)).size} repositories`;
  const trainedOn = values.note || (values.guesses ? old.trainedOn : count);
  writeFileSync(values.to, `${JSON.stringify({ ...old, trainedOn, ...namedWeights(learned) }, null, 2)}\n`);
}

function namedWeights({ files, units }: Weights) {
  const named = (features: readonly { name: string }[], weights: Float64Array) =>
    Object.fromEntries(features.map(({ name }, at) => [name, Number(weights[at]!.toFixed(4))]));
  return { files: named(FILE_FEATURES, files), units: named(UNIT_FEATURES, units) };
}

function learn(all: readonly DumpedTask[]): Weights {
  const files = learnFiles(all);
  return { files, units: learnUnits(all, files) };
}

function learnFiles(all: readonly DumpedTask[], drop: string | null = null): Float64Array {
  const bound = (of: (feature: (typeof FILE_FEATURES)[number]) => number) =>
    Float64Array.from(FILE_FEATURES, (feature) => (feature.name === drop ? 0 : of(feature)));
  return fitLists(
    all.map((task) => ({ ...hardFiles(fileList(task), prior.files), weight: weightOf(task) })),
    {
      ...FIT,
      before: prior.files,
      width: FILE_FEATURES.length,
      least: bound((feature) => held(feature) ?? (feature.isAgainst ? -AGAINST_MAX : (feature.least ?? 0))),
      most: bound((feature) => held(feature) ?? (feature.isAgainst ? -(feature.least ?? 0) : WEIGHT_MAX)),
    },
  );
}

function learnUnits(all: readonly DumpedTask[], files: Float64Array): Float64Array {
  const bound = (of: (feature: (typeof UNIT_FEATURES)[number]) => number) => Float64Array.from(UNIT_FEATURES, of);
  const lists = all.map((task) => ({
    ...hardUnits(unitList(reweighed(task, fileSums(task, files))), prior.units),
    weight: weightOf(task),
  }));
  const weights = fitLists(lists, {
    ...FIT,
    before: prior.units.map((weight) => weight / SHARPEN),
    width: UNIT_FEATURES.length,
    least: bound((feature) => heldUnit(feature) ?? leastOf(feature)),
    most: bound((feature) => heldUnit(feature) ?? (feature.against !== undefined ? -feature.against : WEIGHT_MAX)),
  });
  return weights.map((weight) => weight * SHARPEN);
}

// The weights of guesses are learned apart from all others.
function held({ name, isGuessed }: (typeof FILE_FEATURES)[number]): number | undefined {
  const at = FILE_FEATURES.findIndex((feature) => feature.name === name);
  if (Boolean(isGuessed) !== values.guesses) return shipped.files[at];
  return values.guesses || !untold.some((feature) => feature.name === name) ? undefined : prior.files[at];
}

function heldUnit({ name, isGuessed }: (typeof UNIT_FEATURES)[number]): number | undefined {
  const weight = shipped.units[UNIT_FEATURES.findIndex((feature) => feature.name === name)]! / SHARPEN;
  return Boolean(isGuessed) === values.guesses ? undefined : weight;
}

function tellingTasks(at: number): number {
  const hasIt = (task: DumpedTask) =>
    task.golds.some((isGold, file) => isGold === 1 && task.fileRows[file * FILE_FEATURES.length + at]! > 0);
  return changes.filter(hasIt).length;
}

function leastOf({ isFree, against }: (typeof UNIT_FEATURES)[number]): number {
  return against !== undefined ? -against : isFree ? -WEIGHT_MAX : 0;
}

function weightOf(task: DumpedTask): number {
  return isChange(task) ? 1 : QUESTION_WEIGHT;
}

function weightsIn(file: string): Weights {
  const named = JSON.parse(readFileSync(file, 'utf8')) as Record<'files' | 'units', Record<string, number>>;
  return {
    files: Float64Array.from(FILE_FEATURES, ({ name }) => named.files[name] ?? 0),
    units: Float64Array.from(UNIT_FEATURES, ({ name }) => named.units[name] ?? 0),
  };
}

function fitLists(all: readonly List[], options: FitOptions): Float64Array {
  return fit(
    all.filter((list) => list.wanted.some((share) => share > 0)),
    options,
  );
}

function fileSums(task: DumpedTask, weights: Float64Array): readonly number[] {
  return [...sumsOf({ rows: task.fileRows, count: task.paths.length }, weights)];
}

// Leaves out tasks whose answer is no source, or in a language that is rare in its repository.
function isPlain(task: DumpedTask): boolean {
  const rare = FILE_FEATURES.findIndex(({ name }) => name === 'otherLanguage');
  const gold = task.golds.flatMap((isGold, file) => (isGold ? [file] : []));
  return gold.every(
    (file) => task.roles[file] === 'source' && task.fileRows[file * FILE_FEATURES.length + rare]! < 0.5,
  );
}

function isFindable(task: DumpedTask): boolean {
  if (values.findable === undefined) return true;
  const sums = fileSums(task, prior.files);
  const others = sums.filter((_, file) => !task.tests[file] && !task.golds[file]);
  const best = Math.max(...sums.filter((_, file) => task.golds[file]));
  return others.filter((sum) => sum > best).length < Number(values.findable);
}

function row(name: string, all: readonly DumpedTask[], weightsFor: (task: DumpedTask) => Weights): void {
  const files = all.map((task) => recallOf(fileList(task), weightsFor(task).files));
  const units = all.map((task) => {
    const weights = weightsFor(task);
    return unitRecall(unitList(reweighed(task, fileSums(task, weights.files))), weights.units);
  });
  console.log(`| ${name} | ${all.length} | ${recallCells(meanRecall(files))} | ${unitCells(units)} |`);
}

function print(title: string, features: readonly { name: string }[], weights: Float64Array): void {
  const sorted = features.map(({ name }, at) => ({ name, weight: weights[at]! })).sort((a, b) => b.weight - a.weight);
  console.log(`${title}: ${sorted.map(({ name, weight }) => `${name} ${weight.toFixed(2)}`).join(', ')}`);
}
