// Ranks the files of a workspace for a task: discovers candidates, rates files, opens the best and rates their units,
// then adds what is related to those. It also opens single files and indexes lists of files.
import { type Candidate, NO_EVIDENCE, type Scored, type Signal, type SourceText } from '../model/candidate.ts';
import type { CommentForm } from '../model/code-lines.ts';
import { ROLES, type Role } from '../model/entity.ts';
import { lazy, memoizePerObject } from '../model/memoize.ts';
import type { ChangedSymbol, Task } from '../model/task.ts';
import { termsOf, termsOfWord } from '../model/terms.ts';
import type { Floors, Ranker, Rating } from '../ports/ranker.ts';
import type { ExpectedSearch, Meaning, Question, SignalFinder, View } from '../ports/signal-finder.ts';
import type { FileRecord, StoredContent } from '../ports/store.ts';
import { parseGuesses, termsOfGuesses } from '../search/expected-names.ts';
import { searchLexical } from '../search/lexical.ts';
import { termsOfTask } from '../search/task-terms.ts';
import { discover, measure, traverse } from './discover/discover.ts';
import { enrich, fileEntity, unitEntities } from './enrich/enrich.ts';
import type { TypeSyntax } from './relate/caller-types.ts';
import { spokenWords } from './relate/decisions.ts';
import { addPartners, findPartners } from './relate/partners.ts';
import { type RelateOptions, relate } from './relate/relate.ts';
import {
  addUsersOfChanges,
  changedAlone,
  findUsersOfChanges,
  saysOnlyDiff,
  type UsersOfChanges,
} from './relate/users-of-changes.ts';
import { isNaming, type NamingSignals, raiseNamedFiles, type ScoreOptions, score, withRatings } from './score/score.ts';

type AskedFields = 'store' | 'words' | 'statistics' | 'view' | 'lens' | 'commits' | 'near' | 'meaning' | 'whyNoMeaning';

/** Everything that ranking uses besides the task; `words` are those of `planWordLookup`. */
export interface RankParts extends Pick<Question, AskedFields> {
  readonly finders: readonly SignalFinder[];
  readonly ranker: Ranker;
  /** The meaning of what the caller expects. */
  readonly meaningExpected: Meaning | null;
  /** Whether the filters of the caller allow a file. */
  readonly isAllowed: (file: FileRecord) => boolean;
  readonly textOf: (file: FileRecord, stored: StoredContent) => Promise<SourceText | null>;
  /** How to read the types of names in a language. */
  readonly namingOf: (language: string | null) => TypeSyntax;
  /** How a remark is written in a language. */
  readonly commentOf: (language: string | null) => CommentForm;
  /** Conventional names of the methods that answer the requests in a text. */
  readonly actionsOf: (text: string) => readonly string[];
  /** All code of a workspace, with its tests, if it fits into the budget and the page brings it; else empty. */
  readonly whole: readonly FileRecord[];
  /** Reads the redacted text of a file, without its facts. */
  readonly readText: Question['textOf'];
  readonly options: RankOptions;
}

interface RankOptions extends ScoreOptions {
  readonly seedsMax: number;
  readonly openedMax: number;
  /** The signal of found words, whose evidence are units. */
  readonly wordsKind: string;
  readonly roleFactors: Readonly<Record<Role, number>>;
  readonly naming: NamingSignals;
  readonly related: RelateOptions;
  /** False for a ranker with other sums than those on which the weights of partners were learned. */
  readonly findsPartners: boolean;
  /** The signal of changed lines. */
  readonly changedKind: string;
  /** The definitions that the diff adds, changes or takes away. */
  readonly changedSymbols: readonly ChangedSymbol[];
}

export interface Ranking {
  readonly scored: readonly Scored[];
  /** Scored candidates that were not opened, mostly because they were too weak. */
  readonly closed: readonly Scored[];
  readonly floors: Floors;
  /** Whether the page brings all code with its tests. */
  readonly isWhole: boolean;
  /** 0..1: how likely it is that nothing here matters; null if the ranker cannot tell. */
  readonly nothing: number | null;
  /** Name of the ranker that scored. */
  readonly ranker: string;
  readonly notes: readonly string[];
}

/** From a task to scored files and units: discover → traverse → measure → rate → enrich → rate → score → relate. */
export async function rank(task: Task, parts: RankParts): Promise<Ranking> {
  const { ranker, options, view } = parts;
  const isDiffAlone = saysOnlyDiff(task);
  // If a task is nothing but a diff, even its generated title does not count as evidence.
  const question = questionOf(isDiffAlone ? { ...task, title: '' } : task, parts);
  const finders = parts.finders.filter(({ kind }) => !isDiffAlone || kind === options.changedKind);
  const discovered = await discover(question, finders);
  const walked = await traverse(question, discovered.candidates, finders, {
    // Guesses add no strength, so that they displace no seed of the task.
    strength: strengthBy({ ...question, expected: null }, finders),
    seedsMax: options.seedsMax,
  });
  const within = walked.candidates.filter(({ path }) => view.files.has(path) && parts.isAllowed(view.files.get(path)!));
  const paths = within.map(({ path }) => path);
  // The ranker reads while finders measure, so that a remote store is waited for once.
  const [measured] = await Promise.all([measure(question, within, finders), ranker.prepare?.(question, paths)]);
  const allowed = measured.candidates;
  const { files: rated, nothing } = await ranker.rateFiles(question, allowed);
  const ratings = raiseNamedFiles(allowed, rated, options.naming);
  const ratingOf = new Map<string, Rating>(allowed.map(({ path }, index) => [path, ratings[index]!]));
  const [enriched, partners] = await Promise.all([
    enrichBest(question, allowed, ratingOf, parts),
    isDiffAlone ? NO_PARTNERS : findPartnersAmong(allowed, ratings, parts),
  ]);
  const opened = enriched.opened.map((file) => ({ ...file, rating: ratingOf.get(file.file.path)! }));
  const units = await ranker.rateUnits(question, opened);
  const closed = enriched.closed.map((candidate) => ({ enriched: candidate, rating: ratingOf.get(candidate.path)! }));
  const ownScored = score(withRatings(opened, units), options);
  const withRelated = isDiffAlone
    ? changedAlone(ownScored, options.changedKind)
    : await addRelated(task, ownScored, parts);
  const users = task.changes.length === 0 ? NOBODY : await usersOfChanges(withRelated, parts);
  const scoredClosed = score(closed, options);
  const open = (path: string) => openIn(path, ANY, parts);
  const scored = await addPartners(addUsersOfChanges(withRelated, users.users), scoredClosed, partners, open);
  const unopened = new Map<string, Scored>(scoredClosed.map((candidate) => [candidate.id, candidate]));
  for (const { id } of scored) unopened.delete(id);
  return {
    scored,
    nothing,
    ranker: ranker.name,
    isWhole: parts.whole.length > 0,
    closed: [...unopened.values()],
    floors: isDiffAlone ? NO_FLOORS : floorsOf(units, scored, ranker),
    notes: [
      ...[users, discovered, walked, measured].flatMap(({ notes }) => notes),
      ...((await ranker.notes?.(question)) ?? []),
    ],
  };
}

const NAMED_FIRST = 1000;
const NO_PARTNERS: ReadonlyMap<string, Signal> = new Map();
const NOBODY: UsersOfChanges = { users: [], notes: [] };
const NO_FLOORS: Floors = { units: 0, files: 0, alone: 0 };

function floorsOf(units: readonly (readonly Rating[])[], scored: readonly Scored[], ranker: Ranker): Floors {
  const scores = units.flat().map(({ score }) => score);
  return ranker.floors(scores, scored[0]?.score ?? 0);
}

// Rates candidates by the weights of the finders and the roles of files, to choose from where the graph is walked.
function strengthBy(question: Question, finders: readonly SignalFinder[]): (candidate: Candidate) => number {
  const able = finders.filter((finder) => finder.applies(question));
  const weights = new Map(able.map(({ kind, weight }) => [kind, weight]));
  return ({ path, signals }) => {
    const role = question.view.files.get(path)?.role ?? 'source';
    const sum = signals.reduce((total, { kind, value }) => total + value * (weights.get(kind) ?? 0), 0);
    return sum * question.roleFactors[role];
  };
}

function wordsOf(question: Question): (path: string) => ReadonlyMap<number, number> {
  const { files, best } = question.lexical();
  const byPath = new Map(files.map((file) => [file.path, file]));
  return (path) =>
    new Map(byPath.get(path)?.unitScores.map(({ unit, score: words }) => [unit, words / (best.unit || 1)]));
}

function addRelated(task: Task, scored: readonly Scored[], parts: RankParts): Promise<readonly Scored[]> {
  return relate(scored, {
    definitions: async (keys) => (await parts.store.words({ definitions: keys })).definitions,
    edgesOf: async (paths) => {
      const out = parts.store.edges(paths, { kinds: ['imports', 'references', 'framework'], direction: 'out' });
      const into = parts.store.edges(paths, { kinds: ['tests', 'references'], direction: 'in' });
      return (await Promise.all([out, into])).flat();
    },
    asked: { terms: new Set(termsOf(task.text)), actions: parts.actionsOf(task.text) },
    keywords: spokenWords(task),
    namingOf: parts.namingOf,
    // The first candidate is the file itself.
    open: async (path, role) => (await openIn(path, role === 'any' ? ANY : new Set([role]), parts)).slice(1),
    whole: parts.whole.filter((file) => parts.isAllowed(file)).map(({ path }) => path),
    options: parts.options.related,
  });
}

function enrichBest(
  question: Question,
  candidates: readonly Candidate[],
  ratingOf: ReadonlyMap<string, Rating>,
  { view, store, textOf, options }: RankParts,
): ReturnType<typeof enrich> {
  return enrich(candidates, {
    ...{ view, textOf, wordsKind: options.wordsKind, filesMax: options.openedMax },
    contents: (hashes) => store.contents(hashes),
    wordsOf: wordsOf(question),
    // Files with lines that the task names are opened before all others.
    strength: ({ path, signals }) => ratingOf.get(path)!.sum + (signals.some(isNaming) ? NAMED_FIRST : 0),
  });
}

// Files of a role that is not lowered rank like code, so they are no partners.
function findPartnersAmong(files: readonly Candidate[], ratings: readonly Rating[], parts: RankParts) {
  const { findsPartners, roleFactors } = parts.options;
  if (!findsPartners) return NO_PARTNERS;
  const isBehindCode = ({ role }: { role: Role }) => role === 'source' || roleFactors[role] < 1;
  const rated = files.map(({ path }, index) => ({ ...parts.view.files.get(path)!, rating: ratings[index]! }));
  return findPartners(rated.filter(isBehindCode), parts.store);
}

function usersOfChanges(scored: readonly Scored[], parts: RankParts): Promise<UsersOfChanges> {
  const { store, view, options } = parts;
  return findUsersOfChanges(scored, options.changedSymbols, {
    definitions: async (keys) => (await store.words({ definitions: keys })).definitions,
    namingOf: parts.namingOf,
    commentOf: parts.commentOf,
    edges: (paths, direction) => store.edges(paths, { kinds: ['imports', 'references', 'tests'], direction }),
    filesWith: async (names) => {
      // The last term of a name stands for the whole name.
      const termOf = (name: string) => termsOfWord(name).at(-1) ?? '';
      const { postings } = await store.words({ postings: [...new Set(names.map(termOf))] });
      const contents = new Map(postings.map((list) => [list.term, [...new Set(list.contents)]]));
      const filesOf = (name: string) =>
        (contents.get(termOf(name)) ?? []).flatMap((content) => view.byContent.get(content) ?? []);
      return new Map(names.map((name) => [name, filesOf(name).map(({ path }) => path)]));
    },
    open: async (paths) => (await Promise.all(paths.map((path) => openIn(path, ROLES_OF_USERS, parts)))).flat(),
    changedKind: options.changedKind,
  });
}

const ROLES_OF_USERS: ReadonlySet<Role> = new Set(['source', 'test', 'example', 'config']);
const ANY: ReadonlySet<Role> = new Set(ROLES);

async function openIn(path: string, roles: ReadonlySet<Role>, parts: RankParts): Promise<readonly Scored[]> {
  const file = parts.view.files.get(path);
  return file && parts.isAllowed(file) && roles.has(file.role) ? openFile(file, parts) : [];
}

/** A file and its units as candidates without signals; none if its text cannot be read. */
export async function openFile(
  file: FileRecord | undefined,
  { store, textOf }: Pick<RankParts, 'store' | 'textOf'>,
): Promise<readonly Scored[]> {
  if (!file) return [];
  const { path } = file;
  const stored = (await store.contents([file.hash])).get(file.hash);
  const text = stored ? await textOf(file, stored) : null;
  if (!stored || !text) return [];
  const bare = { ...NO_EVIDENCE, path, text, distance: 1, score: 0, likelihood: 0 };
  const entities = [fileEntity(file, stored.facts), ...unitEntities(file, stored.facts, stored.units)];
  return entities.map((entity) => ({ ...bare, id: entity.id, entity }));
}

// Makes the question for the finders; its words are searched once, when they are first needed.
function questionOf(task: Task, parts: RankParts): Question {
  const { store, words, statistics, view, lens, commits, meaning, whyNoMeaning, near } = parts;
  return {
    ...{ task, store, words, statistics, view, lens, commits, meaning, whyNoMeaning, near },
    roleFactors: parts.options.roleFactors,
    textOf: parts.readText,
    lexical: lazy(() => searchLexical(termsOfTask(task), parts)),
    expected: expectedOf(task.expect, parts),
  };
}

function expectedOf(expect: Task['expect'], parts: RankParts): ExpectedSearch | null {
  if (expect === undefined) return null;
  const lexical = lazy(() => searchLexical(termsOfGuesses(parseGuesses(expect)), parts));
  return { guesses: expect, lexical, meaning: parts.meaningExpected };
}

/** Indexes files by path and by content; the same list of files gives the same view. */
export const viewOf = memoizePerObject(
  (files: readonly FileRecord[]): View => ({
    files: new Map(files.map((file) => [file.path, file])),
    byContent: Map.groupBy(files, (file) => file.content),
  }),
);
