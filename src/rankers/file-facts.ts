import type { Candidate } from '../model/candidate.ts';
import type { Question } from '../ports/signal-finder.ts';
import { matchNames, type NameMatch } from '../search/name-matches.ts';
import { scopeMatches, scopesOf } from '../search/scope-matches.ts';
import { isOlder, pathPhrases } from '../search/telling-paths.ts';
import { GUESSES } from '../signals/expected.ts';
import { expectedFiles, searchTogether } from './expected-facts.ts';
import type { FileFacts, FileScale } from './file-features.ts';
import { meaningsOf, trustInMeaning } from './meanings.ts';

const TESTS_MAX = 30;

/** What is known of the candidates, and the greatest of each kind. */
export interface GatheredFacts {
  readonly facts: readonly FileFacts[];
  readonly scale: FileScale;
}

const matched = new WeakMap<Question, ReadonlyMap<string, NameMatch>>();

/** Names of the task that files define or are called by, matched once for a question. */
export function namesOf(question: Question): ReadonlyMap<string, NameMatch> {
  const names = matched.get(question) ?? matchNames(question);
  matched.set(question, names);
  return names;
}

/** Collects what the features of files are made of: a few questions to the store for all candidates together. */
export async function gatherFacts(question: Question, candidates: readonly Candidate[]): Promise<GatheredFacts> {
  const { task, view } = question;
  const names = namesOf(question);
  const scopes = scopeMatches(scopesOf(task.title, task.text), view);
  const phrases = pathPhrases(task.title, question.words.paths, view);
  const paths = candidates.map(({ path }) => path);
  const { lexical, meaning, isOwn } = await searchTogether(question, paths);
  const byPath = new Map(lexical.files.map((file) => [file.path, file]));
  // What only a distrusted guess found does not change what the task says of the others.
  const among = candidates.filter(({ signals }) => !isOwn || signals.some(({ kind }) => !GUESSES.has(kind)));
  const trust = trustInMeaning(task);
  const [bridges, meanings, expectedOf] = await Promise.all([
    testBridges(question),
    meaningsOf(meaning, paths, { among: among.map(({ path }) => path), trust }),
    expectedFiles(question, paths),
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
  return { facts, scale: { lexical: lexical.best, names: mostOf(facts), ...languageCounts(question) } };
}

function mostOf(facts: readonly FileFacts[]): FileScale['names'] {
  const most = { definesTitle: 0, definesPlain: 0 };
  for (const { names } of facts) {
    if (!names) continue;
    for (const key of Object.keys(most) as (keyof typeof most)[]) most[key] = Math.max(most[key], names[key]);
  }
  return most;
}

const counted = new WeakMap<Question['view'], Pick<FileScale, 'languages' | 'most'>>();

function languageCounts({ view }: Question): Pick<FileScale, 'languages' | 'most'> {
  const known = counted.get(view);
  if (known) return known;
  const languages = new Map<string | null, number>();
  for (const { language, role } of view.files.values())
    if (role === 'source') languages.set(language, (languages.get(language) ?? 0) + 1);
  const counts = { languages, most: Math.max(0, ...languages.values()) };
  counted.set(view, counts);
  return counts;
}

const bridged = new WeakMap<Question, Promise<ReadonlyMap<string, number>>>();

/** Files that matching tests test are likely meant; looked up once for a question. */
export function testBridges(question: Question): Promise<ReadonlyMap<string, number>> {
  const bridges = bridged.get(question) ?? findBridges(question);
  bridged.set(question, bridges);
  return bridges;
}

async function findBridges({ store, view, lexical }: Question): Promise<ReadonlyMap<string, number>> {
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
}
