import type { Candidate } from '../model/candidate.ts';
import type { RatedFile } from '../ports/ranker.ts';
import type { Question } from '../ports/signal-finder.ts';
import { expectedUnits, searchTogether } from './expected-facts.ts';
import { gatherFacts, namesOf, testBridges } from './file-facts.ts';
import { FILE_FEATURES } from './file-features.ts';
import { meaningsOf } from './meanings.ts';
import { unitFactsOf } from './unit-facts.ts';
import { UNIT_FEATURES } from './unit-features.ts';

/** The values of all features, in their order. */
export type FeatureRow = readonly number[];

/** Begins to read what the features of these files are made of, to have it when they are measured. */
export async function prepareFiles(question: Question, paths: readonly string[]): Promise<void> {
  await Promise.all([
    testBridges(question),
    meaningsOf(question.meaning, paths),
    meaningsOf(question.expected?.meaning ?? null, paths),
  ]);
}

/** Values of all features of files, a row for each candidate. */
export async function measureFiles(
  question: Question,
  candidates: readonly Candidate[],
): Promise<readonly FeatureRow[]> {
  const { facts, scale } = await gatherFacts(question, candidates);
  return facts.map((one) => rowOf(FILE_FEATURES, one, scale));
}

/** Values of all features of units, for each file a row for each of its units. */
export async function measureUnits(
  question: Question,
  files: readonly RatedFile[],
): Promise<readonly (readonly FeatureRow[])[]> {
  const paths = files.map(({ file }) => file.path);
  const { lexical, meaning } = await searchTogether(question, paths);
  const meanings = await meaningsOf(meaning, paths);
  const { facts, scale } = unitFactsOf(files, {
    lexical: new Map(lexical.files.map((file) => [file.path, file])),
    names: namesOf(question),
    meanings,
    roleFactors: question.roleFactors,
    expected: await expectedUnits(question, paths),
  });
  return facts.map((units) => units.map((one) => rowOf(UNIT_FEATURES, one, scale)));
}

// There are thousands of units: a plain loop takes a third of the time, and plain lists a third of what typed ones do.
function rowOf<Facts, Scale>(
  features: readonly { readonly of: (facts: Facts, scale: Scale) => number }[],
  facts: Facts,
  scale: Scale,
): FeatureRow {
  const row: number[] = [];
  for (const feature of features) row.push(feature.of(facts, scale));
  return row;
}
