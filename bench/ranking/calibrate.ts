import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Prediction } from '../../src/evaluation/statistics.ts';
import { FILE_FEATURES } from '../../src/rankers/file-features.ts';
import {
  FILE_INPUTS,
  fileInputs,
  fromTable,
  type LikelihoodModel,
  NOTHING_INPUTS,
  nothingInputs,
  UNIT_INPUTS,
  unitInputs,
} from '../../src/rankers/likelihood.ts';
import { UNIT_FEATURES } from '../../src/rankers/unit-features.ts';
import { type DumpedTask, foldsOf, isChange, isForeign, readDumps } from './dataset.ts';
import { monotoneTable } from './isotonic.ts';
import { fitOdds, oddsOf } from './logistic.ts';
import { reliability, reliabilityTable } from './reliability.ts';
import { drawReliability } from './reliability-svg.ts';
import { reweighed } from './unit-lists.ts';

// Learns how sums become probabilities, from a dump made with --foreign; repositories are held out in turn:
// node bench/ranking/calibrate.ts --train NAME[,NAME] [--dev NAME] [--weights FILE] [--to FILE] [--svg FILE]
const { values } = parseArgs({
  options: {
    train: { type: 'string' },
    dev: { type: 'string' },
    weights: { type: 'string', default: 'src/rankers/weights.json' },
    to: { type: 'string' },
    svg: { type: 'string' },
    folds: { type: 'string', default: '5' },
  },
});
if (!values.train) throw new Error('usage: calibrate.ts --train NAME[,NAME] [--dev NAME] [--to FILE] [--svg FILE]');

/** The assumed share of questions that have no answer where they are asked. */
const NOTHING_SHARE = 0.2;
/** How many needed ones a point of a table stands for. */
const EACH = { files: 40, units: 60, nothing: 6 } as const;
/** Of units whose sum is far behind the best, only one in `oneIn` is used, with their weight. */
const FAR = { gap: 4, oneIn: 10 } as const;

const weights = JSON.parse(readFileSync(values.weights, 'utf8')) as Record<'files' | 'units', Record<string, number>>;
const ofFiles = FILE_FEATURES.map(({ name }) => weights.files[name] ?? 0);
const ofUnits = UNIT_FEATURES.map(({ name }) => weights.units[name] ?? 0);

/** A task with the sums of its files. */
interface Summed {
  readonly task: DumpedTask;
  readonly sums: readonly number[];
  readonly nothing: readonly number[];
  readonly inputs: readonly (readonly number[])[];
}

const read = (names: string) =>
  readDumps(names)
    .filter((task) => isChange(task) && task.paths.length > 0)
    .map(summed);
const train = read(values.train);
const folds = foldsOf(
  train.map(({ task }) => task),
  Number(values.folds),
);
const doubted = new Set(train.flatMap(({ task }) => (isForeign(task) ? [task.repo] : [])));
const foldOf = ({ task }: Summed) => folds.findIndex((fold) => fold.has(task.repo));

const nothing = learn(NOTHING_INPUTS, train.map(nothingExamples), EACH.nothing, {});
const files = learn(FILE_INPUTS, train.map(fileExamples), EACH.files, { sum: 1, gap: -1, rivals: -1, behindTold: 1 });
const units = learn(
  UNIT_INPUTS,
  train.map((one, at) => unitExamples(one, fileLikelihoods(one, files.heldOut(at), nothing.heldOut(at)))),
  EACH.units,
  { sum: 1, gap: -1, rivals: -1, file: 1 },
);
const models = { files: files.model, units: units.model, nothing: nothing.model };
for (const [name, model] of Object.entries(models)) console.log(name, JSON.stringify(model));

if (values.dev) {
  const dev = read(values.dev);
  const judged = {
    files: dev.flatMap((one) => judgedFiles(one)),
    units: dev.flatMap((one) => judgedUnits(one)),
    nothing: dev.map((one) => ({
      said: likelihoodIn(models.nothing, NOTHING_INPUTS, one.nothing),
      came: Number(isForeign(one.task)),
      weight: isForeign(one.task) ? foreignWeight(dev) : 1,
    })),
  };
  report(judged, dev.filter(({ task }) => !isForeign(task)).length);
}
if (values.to) {
  const known = JSON.parse(readFileSync(values.to, 'utf8')) as object;
  writeFileSync(values.to, `${JSON.stringify({ ...known, likelihoods: models }, null, 2)}\n`);
}

function summed(given: DumpedTask): Summed {
  const width = FILE_FEATURES.length;
  const sums = given.paths.map((_, file) =>
    ofFiles.reduce((sum, weight, at) => sum + weight * given.fileRows[file * width + at]!, 0),
  );
  const task = reweighed(given, sums);
  return { task, sums, nothing: nothingInputs(sums, task.levels), inputs: fileInputs(sums, task.levels) };
}

interface Example {
  readonly row: readonly number[];
  readonly came: number;
  readonly weight: number;
}

// Repositories that were asked no foreign task teach nothing about questions without an answer.
function nothingExamples({ task, nothing: row }: Summed): readonly Example[] {
  if (!doubted.has(task.repo)) return [];
  return [
    {
      row,
      came: Number(isForeign(task)),
      weight: isForeign(task) ? foreignWeight(train.filter(({ task: { repo } }) => doubted.has(repo))) : 1,
    },
  ];
}

// Weighs foreign tasks so that their share becomes the assumed one.
function foreignWeight(all: readonly Summed[]): number {
  const foreign = all.filter((one) => isForeign(one.task)).length;
  return (NOTHING_SHARE * (all.length - foreign)) / ((1 - NOTHING_SHARE) * foreign);
}

// Tests are never gold, so they are left out.
function fileExamples({ task, inputs }: Summed): readonly Example[] {
  if (isForeign(task)) return [];
  return inputs.flatMap((row, file) => (task.tests[file] ? [] : [{ row, came: task.golds[file]!, weight: 1 }]));
}

function unitExamples(one: Summed, likelihoods: readonly number[]): readonly Example[] {
  const { task } = one;
  if (isForeign(task)) return [];
  let seen = 0;
  return unitRowsOf(one, likelihoods).flatMap(({ row, unit }) => {
    if (task.tests[task.unitFiles[unit]!]) return [];
    const came = Number(task.goldLines[unit]! > 0);
    if (came === 1 || row[UNIT_INPUTS.indexOf('gap')]! < FAR.gap) return [{ row, came, weight: 1 }];
    return seen++ % FAR.oneIn === 0 ? [{ row, came, weight: FAR.oneIn }] : [];
  });
}

function unitRowsOf({ task }: Summed, likelihoods: readonly number[]) {
  const width = UNIT_FEATURES.length;
  const byFile = [...Map.groupBy(task.unitFiles.keys(), (unit) => task.unitFiles[unit]!)];
  const rows = byFile.map(([, own]) =>
    own.map((unit) => Array.from(task.unitRows.subarray(unit * width, (unit + 1) * width))),
  );
  const sums = rows.map((own) => own.map((row) => ofUnits.reduce((sum, weight, at) => sum + weight * row[at]!, 0)));
  const opened = byFile.map(([file, own]) => ({
    likelihood: likelihoods[file]!,
    lengths: own.map((unit) => task.lasts[unit]! - task.firsts[unit]! + 1),
  }));
  const inputs = unitInputs(sums, rows, opened);
  return byFile.flatMap(([, own], at) => own.map((unit, place) => ({ unit, row: inputs[at]![place]! })));
}

type Asked = (row: readonly number[]) => number;

/** Fits a model to all tasks; its table is made from predictions of models that have not seen the repository. */
function learn(
  names: readonly string[],
  examples: readonly (readonly Example[])[],
  each: number,
  signs: Readonly<Record<string, 1 | -1>>,
): { readonly model: LikelihoodModel; readonly heldOut: (at: number) => Asked } {
  const fit = (some: readonly Example[]) =>
    fitOdds(
      {
        names,
        rows: some.map(({ row }) => row),
        came: some.map(({ came }) => came),
        weights: some.map(({ weight }) => weight),
      },
      signs,
    );
  const learned = folds.map((_, fold) =>
    fit(examples.flatMap((some, at) => (foldOf(train[at]!) === fold ? [] : some))),
  );
  const said = examples.flatMap((some, at) =>
    some.map(({ row, came, weight }) => ({ said: oddsOf(learned[foldOf(train[at]!)]!, names, row), came, weight })),
  );
  const table = monotoneTable(said, each);
  const { bias, weights: known } = fit(examples.flat());
  const short = Object.fromEntries(Object.entries(known).map(([name, weight]) => [name, Number(weight.toFixed(4))]));
  return {
    model: { bias: Number(bias.toFixed(4)), weights: short, table },
    heldOut: (at) => (row) => fromTable(table, oddsOf(learned[foldOf(train[at]!)]!, names, row)),
  };
}

function fileLikelihoods({ inputs, nothing: doubt }: Summed, ofFile: Asked, ofNothing: Asked): readonly number[] {
  const left = 1 - ofNothing(doubt);
  return inputs.map((row) => ofFile(row) * left);
}

function likelihoodIn(model: LikelihoodModel, names: readonly string[], row: readonly number[]): number {
  return fromTable(model.table, oddsOf(model, names, row));
}

function shippedFiles(one: Summed): readonly number[] {
  const asked = (model: LikelihoodModel, names: readonly string[]) => (row: readonly number[]) =>
    likelihoodIn(model, names, row);
  return fileLikelihoods(one, asked(models.files, FILE_INPUTS), asked(models.nothing, NOTHING_INPUTS));
}

function judgedFiles(one: Summed): readonly Prediction[] {
  if (isForeign(one.task)) return [];
  return shippedFiles(one).flatMap((said, file) =>
    one.task.tests[file] ? [] : [{ said, came: one.task.golds[file]! }],
  );
}

function judgedUnits(one: Summed): readonly Prediction[] {
  const { task } = one;
  if (isForeign(task)) return [];
  return unitRowsOf(one, shippedFiles(one)).flatMap(({ row, unit }) =>
    task.tests[task.unitFiles[unit]!]
      ? []
      : [{ said: likelihoodIn(models.units, UNIT_INPUTS, row), came: Number(task.goldLines[unit]! > 0) }],
  );
}

function report(judged: Readonly<Record<'files' | 'units' | 'nothing', readonly Prediction[]>>, tasks: number): void {
  for (const [name, all] of Object.entries(judged)) console.log(reliabilityTable(name, all));
  const share = (of: number, isRight: (said: number) => boolean) => {
    const some = judged.nothing.filter(({ came }) => came === of);
    return some.filter(({ said }) => isRight(said)).length / Math.max(1, some.length);
  };
  for (const from of [0.5, 0.3, NOTHING_SHARE]) {
    const [noticed, left] = [share(1, (said) => said >= from), share(0, (said) => said < from)];
    console.log(
      `nothing from ${from}: balanced accuracy ${((noticed + left) / 2).toFixed(3)} (noticed ${noticed.toFixed(3)}, not said of ${tasks} tasks with an answer ${left.toFixed(3)})`,
    );
  }
  if (values.svg)
    writeFileSync(
      values.svg,
      drawReliability(Object.entries(judged).map(([name, all]) => ({ name, bins: reliability(all) }))),
    );
}
