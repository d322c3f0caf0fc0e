import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { loadConfig } from '../../src/config/load.ts';
import { find } from '../../src/engine/find.ts';
import { openParts } from '../../src/engine/open/open-parts.ts';
import { openRanker } from '../../src/engine/open/open-ranker.ts';
import { type EvalTask, looksLikeTest } from '../../src/evaluation/task.ts';
import { indexWorkspace } from '../../src/indexing/index-workspace.ts';
import type { Candidate } from '../../src/model/candidate.ts';
import type { Ranker, RatedFile, Rating } from '../../src/ports/ranker.ts';
import { FILE_FEATURES } from '../../src/rankers/file-features.ts';
import {
  type LearnedWeights,
  learnedRanker,
  measureFiles,
  measureTask,
  measureTrust,
  measureUnits,
  SIGNALS_ALONE,
} from '../../src/rankers/index.ts';
import { UNIT_FEATURES } from '../../src/rankers/unit-features.ts';
import { MISGUESSED } from './dataset.ts';
import { askDocs } from './doc-questions.ts';
import { readGuesses, SAMPLE_OPTIONS, samples } from './sample-tasks.ts';

// Writes the features of every candidate file, and of the units of the files that were opened, for training:
// node bench/ranking/dump.ts --tasks FILE --mirrors DIR --to NAME [--weights FILE] [--repo NAME,NAME] [--each N]
// [--foreign N] [--questions N] [--expect FILE]. With --expect each task is asked with its own guesses, and again with those about a
// task of another repository. NAME.jsonl describes the rows of NAME.f32; NAME.names.json, which is written last, describes their columns.
const { values } = parseArgs({
  options: {
    ...SAMPLE_OPTIONS,
    weights: { type: 'string', default: 'src/rankers/weights.json' },
    to: { type: 'string' },
    questions: { type: 'string', default: '0' },
    expect: { type: 'string' },
  },
});
const { tasks: tasksFile, mirrors, to } = values;
if (!tasksFile || !mirrors || !to) throw new Error('usage: dump.ts --tasks FILE --mirrors DIR --to NAME');
const guesses = values.expect ? await readGuesses(values.expect, tasksFile) : null;
const rows = openSync(`${to}.f32`, 'w');
const heads = openSync(`${to}.jsonl`, 'w');
const weights = JSON.parse(readFileSync(values.weights, 'utf8')) as LearnedWeights;

interface Dumped {
  trust?: Awaited<ReturnType<typeof measureTrust>>;
  levels: readonly number[];
  /** Scores of the ranker of hand-set weights. */
  byHand: { files: readonly number[]; units: readonly number[] };
  files: { path: string; role: string; isTest: boolean; isGold: boolean }[];
  units: { file: number; first: number; last: number; characters: number; gold: number }[];
}

for await (const { repo, tasks, tree } of samples({ ...values, tasks: tasksFile, mirrors })) {
  const root = tree.folder;
  for (const [base, all] of Map.groupBy(tasks, (task) => task.base)) {
    await tree.moveTo(base);
    const { config } = await loadConfig({ root, env: {} });
    const parts = await openParts(root, config, Date.now);
    await indexWorkspace(parts, DEFAULTS.indexing);
    const ask = async (task: EvalTask, kind: 'change' | 'question', expect: readonly string[] = []) => {
      const dumped: Dumped = { levels: [], byHand: { files: [], units: [] }, files: [], units: [] };
      await find({ task: task.query, expect }, { root, config, parts, notes: [], ranker: recording(task, dumped) });
      writeSync(
        heads,
        `${JSON.stringify({ id: task.id, kind, repo, lang: task.lang, gold: goldOf(task), ...packed(dumped) })}\n`,
      );
    };
    for (const [at, task] of all.entries()) {
      await ask(task, 'change', guesses?.own(task));
      if (guesses) await ask({ ...task, id: task.id + MISGUESSED }, 'change', guesses.foreign(task, at));
    }
    if (Number(values.questions) > 0) {
      const questions = await askDocs(root, parts.store, all[0]!, Number(values.questions));
      await indexWorkspace(parts, DEFAULTS.indexing);
      for (const task of questions) await ask(task, 'question');
    }
    await parts.parser.close();
    await parts.store.close();
  }
  console.error(repo, tasks.length);
}
closeSync(rows);
closeSync(heads);
const names = (features: readonly { name: string }[]) => features.map(({ name }) => name);
writeFileSync(`${to}.names.json`, JSON.stringify({ files: names(FILE_FEATURES), units: names(UNIT_FEATURES) }));

function recording(task: EvalTask, dumped: Dumped): Ranker {
  const ranker = learnedRanker(weights, { mass: 1, floorShare: 0, fileFloor: 0 });
  const byHand = openRanker(SIGNALS_ALONE).ranker;
  const handRatings = new Map<string, Rating>();
  const gold = new Map(task.gold.map(({ path, ranges }) => [path, ranges]));
  return {
    name: 'recording',
    floors: ranker.floors,
    rateFiles: async (question, candidates: readonly Candidate[]) => {
      dumped.levels = await measureTask(question, candidates);
      const paths = candidates.map(({ path }) => path);
      if (question.expected) dumped.trust = await measureTrust(question, question.expected, paths);
      for (const row of await measureFiles(question, candidates)) write(row);
      dumped.files = candidates.map(({ path }) => ({
        path,
        role: question.view.files.get(path)!.role,
        isTest: looksLikeTest(path),
        isGold: gold.has(path),
      }));
      const rated = await byHand.rateFiles(question, candidates);
      for (const [at, rating] of rated.files.entries()) handRatings.set(candidates[at]!.path, rating);
      dumped.byHand.files = rated.files.map(({ score }) => round(score));
      return ranker.rateFiles(question, candidates);
    },
    rateUnits: async (question, files: readonly RatedFile[]) => {
      const at = new Map(dumped.files.map(({ path }, index) => [path, index]));
      for (const [index, units] of (await measureUnits(question, files)).entries()) {
        const { file, stored } = files[index]!;
        const lines = file.text?.lines ?? [];
        for (const [unit, row] of units.entries()) {
          write(row);
          const { startLine, endLine } = stored.units[unit]!;
          let inside = 0;
          for (const [first, last] of gold.get(file.path) ?? [])
            inside += Math.max(0, Math.min(last, endLine) - Math.max(first, startLine) + 1);
          const characters = lines.slice(startLine - 1, endLine).reduce((sum, line) => sum + line.length + 1, 0);
          dumped.units.push({ file: at.get(file.path)!, first: startLine, last: endLine, characters, gold: inside });
        }
      }
      const rated = await byHand.rateUnits(
        question,
        files.map((one) => ({ ...one, rating: handRatings.get(one.file.path)! })),
      );
      dumped.byHand.units = rated.flat().map(({ score }) => round(score));
      return ranker.rateUnits(question, files);
    },
  };
}

function goldOf(task: EvalTask) {
  const lines = task.gold.reduce(
    (sum, { ranges }) => sum + ranges.reduce((total, [first, last]) => total + last - first + 1, 0),
    0,
  );
  return { files: task.gold.length, lines };
}

// Writes columns, because they take a fifth of the room of objects.
function packed({ trust, levels, byHand, files, units }: Dumped) {
  return {
    trust,
    levels,
    byHand,
    paths: files.map(({ path }) => path),
    roles: files.map(({ role }) => role),
    tests: files.map(({ isTest: test }) => Number(test)),
    golds: files.map(({ isGold }) => Number(isGold)),
    unitFiles: units.map(({ file }) => file),
    firsts: units.map(({ first }) => first),
    lasts: units.map(({ last }) => last),
    characters: units.map(({ characters }) => characters),
    goldLines: units.map(({ gold }) => gold),
  };
}

function round(value: number): number {
  return Number(value.toFixed(4));
}

function write(row: readonly number[]): void {
  writeSync(rows, Buffer.from(Float32Array.from(row).buffer));
}
