// For a task with a diff, finds the code and tests that use the changed definitions, because a change may break them.
import type { Scored, SourceText } from '../../model/candidate.ts';
import { type CommentForm, classifyLines } from '../../model/code-lines.ts';
import type { Edge } from '../../model/edge.ts';
import { memoize } from '../../model/memoize.ts';
import { folderOf } from '../../model/paths.ts';
import type { ChangedSymbol, Task } from '../../model/task.ts';
import { byText, nameKey } from '../../model/terms.ts';
import type { Definition } from '../../ports/store.ts';
import {
  basesOf,
  type Caller,
  callerOf,
  type Definitions,
  definitionsMeant,
  openTexts,
  ownerOf,
} from './caller-types.ts';
import { definitionsOf, type RelateParts } from './relate.ts';
import { isCompound, type PlacedUse, symbolOf, usesNamed } from './uses-of.ts';

/** What is asked about names, files and languages to find the users of changes. */
interface ChangeUserParts extends Pick<RelateParts, 'definitions' | 'namingOf'> {
  /** The edges into these files, from those that import, name or test them, or out of these files. */
  readonly edges: (paths: readonly string[], direction: 'in' | 'out') => Promise<readonly Edge[]>;
  /** For each name, the files in which some unit holds it. */
  readonly filesWith: (names: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>;
  /** Opens those of these files that may use changes, with their units, as candidates without a score. */
  readonly open: (paths: readonly string[]) => Promise<readonly Scored[]>;
  /** How a comment is written in a language. */
  readonly commentOf: (language: string | null) => CommentForm;
  /** The signal of changed lines. */
  readonly changedKind: string;
}

export interface UsersOfChanges {
  readonly users: readonly Scored[];
  readonly notes: readonly string[];
}

const isFile = ({ entity }: Scored): boolean => entity.container === null;
/** Factors from the least score of a changed file to that of a user, and of a test that uses it. */
const USER_SHARE = 0.6;
const TEST_SHARE = 0.45;
/** The most by which a user scores less than the first one, as a share of the score of the first. */
const STEP = 0.2;
const NAMES_MAX = 60;
const FILES_MAX = 80;
/** The most users and tests to bring; a note counts the others. */
const USERS_MAX = 10;
const TESTS_MAX = 5;
/** For a name that more files hold, only files near the change are looked at: they import it or share its folder. */
const RARE_FILES_MAX = 100;
const NAME_LENGTH_MIN = 2;
// How many levels of base types are read, and how many types on each level.
const LEVELS_MAX = 4;
const TYPES_MAX = 12;
/** The signal of a unit that is quoted because it uses changed code. */
export const CHANGE_USER_SIGNAL = 'touched';

/** Finds the units, tests included, that use a definition which the diff changes, adds or removes. */
export async function findUsersOfChanges(
  scored: readonly Scored[],
  symbols: readonly ChangedSymbol[],
  parts: ChangeUserParts,
): Promise<UsersOfChanges> {
  const { changedKind } = parts;
  const changedSymbols = symbols.filter(({ name }) => name.length >= NAME_LENGTH_MIN).slice(0, NAMES_MAX);
  if (changedSymbols.length === 0) return { users: [], notes: [] };
  const names = [...new Set(changedSymbols.map(({ name }) => name))];
  const changedPaths = [...new Set(changedSymbols.map(({ path }) => path))];
  const methods = changedSymbols.filter(({ kind }) => kind === 'method');
  const owners = methods.flatMap((method) => ownerOf(method) ?? []);
  const [holding, found, bases] = await Promise.all([
    parts.filesWith(names),
    parts.definitions(names.map(nameKey)),
    basesOfTypes(owners, parts),
  ]);
  const meaning = meaningOf(changedSymbols, found, bases.types);
  // A caller of an overridden method may import only the base type.
  const edgesIn = await parts.edges([...new Set([...changedPaths, ...bases.paths])], 'in');
  const isNear = createNearCheck(changedPaths, edgesIn);
  const opened = await parts.open(pathsOf(names, holding, isNear));
  const isChanged = ({ signals }: Scored) => signals.some(({ kind }) => kind === changedKind);
  // Changed units are quoted as a diff, not as users.
  const changed = new Set(scored.filter(isChanged).map(({ id }) => id));
  const units = opened.filter((candidate) => !isFile(candidate) && !changed.has(candidate.id));
  const isCodeOf = codeLines(parts.commentOf);
  const leaders = units.flatMap((unit) => {
    const uses = usesNamed(unit, new Set(names), isCodeOf(unit)).filter((use) => use.name !== symbolOf(unit)?.name);
    return uses.length === 0 ? [] : [{ unit, uses }];
  });
  const [definitions, edges] = await Promise.all([
    definitionsOf(leaders, parts),
    parts.edges([...new Set(leaders.map(({ unit }) => unit.path))], 'out'),
  ]);
  const around = { definitions, edges, textOfType: openTexts(units, definitions) };
  const users = leaders.flatMap(({ unit, uses }): readonly User[] => {
    const caller = callerOf(unit, around, parts.namingOf(unit.entity.language));
    const ours = uses.filter((use) => meaning.isOurs(use, caller, isNear(unit.path)));
    return ours.length === 0 ? [] : [{ unit, uses: ours, isSure: ours.some((use) => meaning.isSure(use, caller)) }];
  });
  return chooseUsers(users, opened.filter(isFile), changedAlone(scored.filter(isFile), changedKind), changedSymbols);
}

// Only lines of code count as uses: a name in a comment is not one.
function codeLines(commentOf: ChangeUserParts['commentOf']): (unit: Scored) => (line: number) => boolean {
  const kindsOf = memoize(
    ({ text, entity }: Scored) => classifyLines((text as SourceText).lines, commentOf(entity.language)),
    ({ path }) => path,
  );
  return (unit) => (line) => kindsOf(unit)[line - 1] === 'code';
}

interface User {
  readonly unit: Scored;
  readonly uses: readonly PlacedUse[];
  /** Whether its receiver or an import proves that the change is meant. */
  readonly isSure: boolean;
}

// Decides which uses of a name mean a changed definition, or one that it overrides.
function meaningOf(symbols: readonly ChangedSymbol[], found: readonly Definition[], bases: TypeBases['types']) {
  const keyOf = ({ path, qualifiedName }: Pick<Definition, 'path' | 'qualifiedName'>) => `${path}#${qualifiedName}`;
  const changed = new Set(symbols.map(keyOf));
  const defined = new Set(found.map(keyOf));
  const gone = symbols.filter((symbol) => !defined.has(keyOf(symbol))).map((symbol) => ({ ...symbol, symbol: -1 }));
  const definitions: Definitions = Map.groupBy([...found, ...gone], ({ name }) => name);
  const methods = symbols.filter(({ kind }) => kind === 'method');
  const owners = Map.groupBy(methods, ({ name }) => name);
  const typesOf = new Map([...owners].map(([name, methods]) => [name, ownersAndBases(methods, bases)]));
  const definitionsSpelled = ({ name }: PlacedUse) => definitions.get(name) ?? [];
  const isType = ({ name }: PlacedUse, type: string | null) => type !== null && (typesOf.get(name)?.has(type) ?? false);
  const isMeantBy = (use: PlacedUse) => (definition: Definition) =>
    changed.has(keyOf(definition)) || isType(use, ownerOf(definition));
  const isSure = (use: PlacedUse, caller: Caller): boolean => {
    const meaning = definitionsMeant(use, definitionsSpelled(use), caller);
    if (meaning.length > 0) return meaning.some(isMeantBy(use));
    const last = use.receiver.at(-1);
    return last !== undefined && isType(use, caller.typeOf(last));
  };
  return {
    isSure,
    /** Whether a use probably means the change. */
    isOurs(use: PlacedUse, caller: Caller, isNear: boolean): boolean {
      if (isSure(use, caller)) return true;
      if (definitionsMeant(use, definitionsSpelled(use), caller).length > 0) return false;
      const candidates = definitionsSpelled(use).filter((definition) => changed.has(keyOf(definition)));
      // In a language without implicit `self`, a name without a receiver cannot be a method.
      if (use.receiver.length === 0 && !caller.hasImplicitSelf && candidates.every(({ kind }) => kind === 'method'))
        return false;
      return definitionsSpelled(use).every(isMeantBy(use)) && (isNear || isCompound(use.name));
    },
  };
}

/** The base types of each type, and the files that define the types. */
interface TypeBases {
  readonly types: ReadonlyMap<string, readonly string[]>;
  readonly paths: ReadonlySet<string>;
}

// Reads the base types of the given types, then the base types of those, level by level.
async function basesOfTypes(types: readonly string[], parts: ChangeUserParts): Promise<TypeBases> {
  const seen = new Set<string>();
  const bases = new Map<string, readonly string[]>();
  let next: readonly string[] = [...new Set(types)];
  for (let level = 0; level < LEVELS_MAX && next.length > 0; level++) {
    const wanted = new Set(next.slice(0, TYPES_MAX));
    const defined = (await parts.definitions([...wanted].map(nameKey))).filter(({ name }) => wanted.has(name));
    const paths = [...new Set(defined.map(({ path }) => path))].slice(0, TYPES_MAX);
    const texts = new Map((await parts.open(paths)).map(({ path, text }) => [path, text as SourceText]));
    for (const { name, path } of defined) {
      const text = texts.get(path);
      if (!text) continue;
      seen.add(path);
      bases.set(name, [...new Set([...(bases.get(name) ?? []), ...basesOf(name, text)])]);
    }
    next = [...new Set([...wanted].flatMap((type) => bases.get(type) ?? []))].filter((type) => !bases.has(type));
  }
  return { types: bases, paths: seen };
}

// The types that own these methods, with all their base types.
function ownersAndBases(methods: readonly ChangedSymbol[], bases: TypeBases['types']): ReadonlySet<string> {
  const types = new Set(methods.flatMap((method) => ownerOf(method) ?? []));
  for (const type of types) for (const base of bases.get(type) ?? []) types.add(base);
  return types;
}

// Creates a check for files near the change: changed ones, those where the edges begin, those in the same folders.
function createNearCheck(changed: readonly string[], edges: readonly Edge[]): (path: string) => boolean {
  const near = new Set([...changed, ...edges.map(({ from }) => from)]);
  const folders = new Set(changed.map(folderOf));
  return (path) => near.has(path) || folders.has(folderOf(path));
}

// The files that hold one of the names; those near the change come first.
function pathsOf(
  names: readonly string[],
  holding: ReadonlyMap<string, readonly string[]>,
  isNear: (path: string) => boolean,
): readonly string[] {
  const paths = names.flatMap((name) => {
    const all = holding.get(name) ?? [];
    return all.length <= RARE_FILES_MAX ? all : all.filter(isNear);
  });
  return [...new Set(paths)].sort((a, b) => Number(isNear(b)) - Number(isNear(a))).slice(0, FILES_MAX);
}

// Scores the users: the surest come first, and each scores a little less than the one before.
function chooseUsers(
  users: readonly User[],
  files: readonly Scored[],
  changed: readonly Scored[],
  symbols: readonly ChangedSymbol[],
): UsersOfChanges {
  // Users score below every changed file.
  const least = changed.reduce((less, { score }) => Math.min(less, score), 1);
  const changeOf = new Map(symbols.map(({ name, change }) => [name, change]));
  const sorted = users.toSorted((a, b) => Number(b.isSure) - Number(a.isSure));
  const isTest = ({ unit }: User) => unit.entity.role === 'test';
  const { tests = [], callers = [] } = Object.groupBy(sorted, (user) => (isTest(user) ? 'tests' : 'callers'));
  const take = (all: readonly User[], max: number, share: number) =>
    all.slice(0, max).map(({ unit, uses }, index): Scored => {
      const { name } = uses[0]!;
      const because = `uses ${name}, which the diff ${changeOf.get(name)}`;
      const score = least * share * (1 - (STEP * index) / max);
      return {
        ...unit,
        ...{ score, likelihood: null, matches: uses.map(({ line }) => [line, line] as const) },
        signals: [{ kind: CHANGE_USER_SIGNAL, value: 1, because }],
        listReasons: () => [{ signal: CHANGE_USER_SIGNAL, value: score, weight: 1, because }],
      };
    });
  const chosen = [...take(callers, USERS_MAX, USER_SHARE), ...take(tests, TESTS_MAX, TEST_SHARE)];
  const left = Math.max(0, callers.length - USERS_MAX) + Math.max(0, tests.length - TESTS_MAX);
  return {
    users: [...files.flatMap((file) => asFileCandidate(file, chosen)), ...chosen],
    notes: left === 0 ? [] : [`What the diff changes is used in at least ${left} more places than are quoted.`],
  };
}

// A file gets the score of its first user and counts as related, so that it is not quoted whole.
function asFileCandidate(file: Scored, users: readonly Scored[]): readonly Scored[] {
  const first = users.find(({ path }) => path === file.path);
  if (first === undefined) return [];
  const { score, likelihood, listReasons } = first;
  const signals = [{ kind: 'related', value: score, because: listReasons()[0]!.because }];
  return [{ ...file, score, likelihood, signals, listReasons }];
}

/** Whether a task is a diff without words of its own. */
export function saysOnlyDiff({ changes, keywords, mentions, traces }: Task): boolean {
  return changes.length > 0 && keywords.length + mentions.length + traces.length === 0;
}

/** The changed files and units, without likelihoods, which were learned from words. */
export function changedAlone(scored: readonly Scored[], changedKind: string): readonly Scored[] {
  const isChanged = ({ signals }: Scored) =>
    signals.some(({ kind, evidence = [] }) => kind === changedKind && evidence.length > 0);
  return scored.filter(isChanged).map((candidate) => ({ ...candidate, likelihood: null }));
}

/** Adds the users of a change to the ranked candidates; a file scores at least as its best user. */
export function addUsersOfChanges(scored: readonly Scored[], users: readonly Scored[]): readonly Scored[] {
  if (users.length === 0) return scored;
  const best = new Map<string, Scored>();
  for (const user of users) if (user.score > (best.get(user.path)?.score ?? 0)) best.set(user.path, user);
  const byId = new Map(users.map((user) => [user.id, user]));
  const raised = scored.map((candidate) => {
    const user = byId.get(candidate.id) ?? (candidate.entity.container === null ? best.get(candidate.path) : undefined);
    byId.delete(candidate.id);
    if (user === undefined) return candidate;
    // A likelihood by words does not apply to users of a change.
    if (user.score <= candidate.score) return { ...candidate, likelihood: null };
    const signals = [...candidate.signals, ...user.signals];
    const listReasons = () => [...user.listReasons(), ...candidate.listReasons()];
    return { ...candidate, score: user.score, likelihood: null, signals, listReasons };
  });
  return [...raised, ...byId.values()].sort((a, b) => b.score - a.score || byText(a.id, b.id));
}
