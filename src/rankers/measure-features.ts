// This file gathers the facts about candidates and units, and measures the features that the learned ranker weighs.
import type { Candidate } from '../model/candidate.ts';
import { memoizePerObject } from '../model/memoize.ts';
import type { RatedFile } from '../ports/ranker.ts';
import type { Question } from '../ports/signal-finder.ts';
import { findScopes, isOfDocuments, isOlder, matchPhrases, matchScopes } from '../search/path-matches.ts';
import { matchNames } from '../search/task-names.ts';
import { GUESSES } from '../signals/expected.ts';
import { matchExpectedFiles, matchExpectedUnits, searchTogether } from './expected-facts.ts';
import { type FeatureRow, FILE_FEATURES, type FileFacts, type FileScale } from './file-features.ts';
import { meaningsOf, trustInMeaning } from './meaning-features.ts';
import { measureUnitRows } from './unit-features.ts';

/** Reads vectors and tests ahead of the features, so that they are there when the features are measured. */
export async function prepareFiles(question: Question, paths: readonly string[]): Promise<void> {
  await Promise.all([
    testBridges(question),
    meaningsOf(question.meaning, paths),
    meaningsOf(question.expected?.meaning ?? null, paths),
  ]);
}

/** Measures the features of files, a row for each candidate. */
export async function measureFiles(
  question: Question,
  candidates: readonly Candidate[],
): Promise<readonly FeatureRow[]> {
  const { facts, scale } = await gatherFacts(question, candidates);
  return facts.map((one) => FILE_FEATURES.map(({ of }) => of(one, scale)));
}

/** Measures the features of units, for each file a row for each of its units. */
export async function measureUnits(
  question: Question,
  files: readonly RatedFile[],
): Promise<readonly (readonly FeatureRow[])[]> {
  const paths = files.map(({ file }) => file.path);
  const { lexical, meaning } = await searchTogether(question, paths);
  const meanings = await meaningsOf(meaning, paths);
  return measureUnitRows(files, {
    lexical: new Map(lexical.files.map((file) => [file.path, file])),
    names: matchNames(question),
    meanings,
    roleFactors: question.roleFactors,
    expected: await matchExpectedUnits(question, paths),
  });
}

async function gatherFacts(question: Question, candidates: readonly Candidate[]) {
  const { task, view } = question;
  const names = matchNames(question);
  const scopes = matchScopes(findScopes(task.title, task.text), view);
  const phrases = matchPhrases(task.title, question.words.paths, view);
  const paths = candidates.map(({ path }) => path);
  const { lexical, meaning, isOwn } = await searchTogether(question, paths);
  const byPath = new Map(lexical.files.map((file) => [file.path, file]));
  // Files without other signals than guesses do not shift the scale of the others, unless guesses count in it.
  const among = candidates.filter(({ signals }) => !isOwn || signals.some(({ kind }) => !GUESSES.has(kind)));
  const trust = trustInMeaning(task);
  const [bridges, meanings, expectedOf] = await Promise.all([
    testBridges(question),
    meaningsOf(meaning, paths, { among: among.map(({ path }) => path), trust }),
    matchExpectedFiles(question, paths),
  ]);
  const facts = candidates.map((candidate): FileFacts => {
    const { path } = candidate;
    return {
      file: view.files.get(path)!,
      signals: new Map(candidate.signals.map((signal) => [signal.kind, signal])),
      lexical: byPath.get(path) ?? null,
      names: names.get(path) ?? null,
      scope: scopes.get(path) ?? 0,
      phrase: phrases.get(path) ?? 0,
      bridge: bridges.get(path) ?? 0,
      meaning: meanings.file(path),
      expected: expectedOf(path),
      isOlder: isOlder(path, view, task.text),
    };
  });
  return { facts, scale: { lexical: lexical.best, names: findGreatest(facts), ...languageCounts(view) } };
}

function findGreatest(facts: readonly FileFacts[]): FileScale['names'] {
  const most = (key: keyof FileScale['names']) =>
    facts.reduce((best, { names }) => Math.max(best, names?.[key] ?? 0), 0);
  return { definesTitle: most('definesTitle'), definesPlain: most('definesPlain') };
}

const languageCounts = memoizePerObject((view: Question['view']) => {
  const languages = new Map<string | null, number>();
  for (const { language, role } of view.files.values())
    if (role === 'source') languages.set(language, (languages.get(language) ?? 0) + 1);
  return { languages, most: Math.max(0, ...languages.values()), isOfDocuments: isOfDocuments(view) };
});

const TESTS_MAX = 30;

// Finds the files that matching tests test, once for a question; such files are likely meant.
const testBridges = memoizePerObject(
  async ({ store, view, lexical }: Question): Promise<ReadonlyMap<string, number>> => {
    const { files, best } = lexical();
    const tests = files
      .filter((file) => view.files.get(file.path)?.role === 'test')
      .sort((a, b) => b.units - a.units || (a.path < b.path ? -1 : 1))
      .slice(0, TESTS_MAX);
    const scores = new Map(tests.map((file) => [file.path, file.units / (best.units || 1)]));
    const bridges = new Map<string, number>();
    if (scores.size === 0) return bridges;
    for (const { from, to } of await store.edges([...scores.keys()], { kinds: ['tests'], direction: 'out' }))
      bridges.set(to, Math.max(bridges.get(to) ?? 0, scores.get(from) ?? 0));
    return bridges;
  },
);
