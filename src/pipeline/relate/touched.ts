import type { Scored, SourceText } from '../../model/candidate.ts';
import { type Comment, lineKinds } from '../../model/code-lines.ts';
import type { Edge } from '../../model/edge.ts';
import type { ChangedSymbol, Task } from '../../model/task.ts';
import { byText, nameKey } from '../../model/terms.ts';
import type { Definition } from '../../ports/store.ts';
import { basesOf, type Caller, meantBy, ownerOf } from './caller.ts';
import { callerIn, type Definitions, definitionsOf, openTexts, type RelateParts } from './relate.ts';
import { isCompound, type PlacedUse, symbolOf, usesNamed } from './uses-of.ts';

/** The questions to the index that find users of a name. */
interface TouchedParts extends Pick<RelateParts, 'definitions' | 'namingOf'> {
  /** The edges into these files, from those that import, name or test them; and the edges out of files that use them. */
  readonly edges: (paths: readonly string[], direction: 'in' | 'out') => Promise<readonly Edge[]>;
  /** The files some unit of which holds the name, for each name. */
  readonly filesWith: (names: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>;
  /** These files and their units as unscored candidates, with their text; without those that may not be quoted. */
  readonly open: (paths: readonly string[]) => Promise<readonly Scored[]>;
  /** How a remark is written in a language. */
  readonly commentOf: (language: string | null) => Comment;
  readonly options: TouchedOptions;
}

export interface TouchedOptions {
  /** The signal of changed lines. */
  readonly changedKind: string;
  /** Factors from the least score of a changed file to that of a user, and of a test that uses it. */
  readonly share: number;
  readonly testShare: number;
  readonly namesMax: number;
  readonly filesMax: number;
  /** The most users and tests to bring; a note counts the others. */
  readonly usersMax: number;
  readonly testsMax: number;
  /** For a name that more files hold, only files near the change are looked at: they import it or share its folder. */
  readonly rareFilesMax: number;
}

export interface TouchedUnits {
  readonly users: readonly Scored[];
  readonly notes: readonly string[];
}

const NAME_LENGTH_MIN = 2;
/** How far up what a class inherits from is looked at, and how many types at once. */
const LEVELS_MAX = 4;
const TYPES_MAX = 12;
/** Here for the sake of a change, and no less wanted for that. */
export const TOUCHED_SIGNAL = 'touched';

/** Finds the units, tests included, that use a definition which the diff changes or removes. */
export async function touched(
  scored: readonly Scored[],
  symbols: readonly ChangedSymbol[],
  parts: TouchedParts,
): Promise<TouchedUnits> {
  const { options } = parts;
  const asked = symbols.filter(({ name }) => name.length >= NAME_LENGTH_MIN).slice(0, options.namesMax);
  if (asked.length === 0) return { users: [], notes: [] };
  const names = [...new Set(asked.map(({ name }) => name))];
  const changedPaths = [...new Set(asked.map(({ path }) => path))];
  const methods = asked.filter(({ kind }) => kind === 'method');
  const owners = methods.flatMap((one) => ownerOf(one) ?? []);
  const [holding, found, bases] = await Promise.all([
    parts.filesWith(names),
    parts.definitions(names.map(nameKey)),
    basesOfTypes(owners, parts),
  ]);
  const meant = meaningOf(asked, found, bases.types);
  // A caller of an overridden method imports the base type.
  const edgesIn = await parts.edges([...new Set([...changedPaths, ...bases.paths])], 'in');
  const reaches = reachOf(changedPaths, edgesIn);
  const paths = pathsOf(names, holding, reaches, options);
  const opened = await parts.open(paths);
  const { files = [], parts: parted = [] } = Object.groupBy(opened, (one) => (isFile(one) ? 'files' : 'parts'));
  const isChange = ({ kind }: Scored['signals'][number]) => kind === options.changedKind;
  // What changed itself is quoted as a diff.
  const changed = new Set(scored.filter(({ signals }) => signals.some(isChange)).map(({ id }) => id));
  const units = parted.filter(({ id }) => !changed.has(id));
  const isCodeOf = codeLines(parts.commentOf);
  const leaders = units.flatMap((unit) => {
    const uses = usesNamed(unit, new Set(names), isCodeOf(unit)).filter((use) => use.name !== symbolOf(unit)?.name);
    return uses.length === 0 ? [] : [{ unit, uses }];
  });
  const [definitions, edges] = await Promise.all([
    definitionsOf(leaders, parts),
    parts.edges([...new Set(leaders.map(({ unit }) => unit.path))], 'out'),
  ]);
  const around = { definitions, edges, textsOf: openTexts(units, definitions) };
  const users = leaders.flatMap(({ unit, uses }): readonly User[] => {
    const caller = callerIn(unit, around, parts.namingOf);
    const ours = uses.filter((use) => meant.isOurs(use, caller, reaches(unit.path)));
    return ours.length === 0 ? [] : [{ unit, uses: ours, isSure: ours.some((use) => meant.isSure(use, caller)) }];
  });
  return chosenOf(users, files, changedAlone(scored.filter(isFile), options.changedKind), { symbols: asked, options });
}

// A name in a remark is no use of it.
function codeLines(commentOf: TouchedParts['commentOf']): (unit: Scored) => (line: number) => boolean {
  const kindsOf = new Map<string, ReturnType<typeof lineKinds>>();
  return ({ path, text, entity }) => {
    const kinds = kindsOf.get(path) ?? lineKinds((text as SourceText).lines, commentOf(entity.language));
    kindsOf.set(path, kinds);
    return (line) => kinds[line - 1] === 'code';
  };
}

interface User {
  readonly unit: Scored;
  readonly uses: readonly PlacedUse[];
  /** Whether its receiver or an import proves that the change is meant. */
  readonly isSure: boolean;
}

interface NameMeaning {
  isSure(use: PlacedUse, caller: Caller): boolean;
  /** Whether a use probably means the change. */
  isOurs(use: PlacedUse, caller: Caller, isNear: boolean): boolean;
}

// Decides which uses of a name mean a changed definition, or one that it overrides.
function meaningOf(
  symbols: readonly ChangedSymbol[],
  found: readonly Definition[],
  bases: TypeBases['types'],
): NameMeaning {
  const keyOf = ({ path, qualifiedName }: Pick<Definition, 'path' | 'qualifiedName'>) => `${path}#${qualifiedName}`;
  const changed = new Set(symbols.map(keyOf));
  const defined = new Set(found.map(keyOf));
  const gone = symbols.filter((one) => !defined.has(keyOf(one))).map((one) => ({ ...one, symbol: -1 }));
  const definitions: Definitions = Map.groupBy([...found, ...gone], ({ name }) => name);
  const methods = symbols.filter(({ kind }) => kind === 'method');
  const owners = Map.groupBy(methods, ({ name }) => name);
  const typesOf = new Map(
    [...owners].map(([name, own]) => [
      name,
      climb(
        own.flatMap((one) => ownerOf(one) ?? []),
        bases,
      ),
    ]),
  );
  const spelled = ({ name }: PlacedUse) => definitions.get(name) ?? [];
  const isType = ({ name }: PlacedUse, type: string | null) => type !== null && (typesOf.get(name)?.has(type) ?? false);
  const isOne = (use: PlacedUse) => (one: Definition) => changed.has(keyOf(one)) || isType(use, ownerOf(one));
  const isSure: NameMeaning['isSure'] = (use, caller) => {
    const meant = meantBy(use, spelled(use), caller);
    if (meant.length > 0) return meant.some(isOne(use));
    const last = use.receiver.at(-1);
    return last !== undefined && isType(use, caller.typeOf(last));
  };
  return {
    isSure,
    isOurs(use, caller, isNear) {
      if (isSure(use, caller)) return true;
      if (meantBy(use, spelled(use), caller).length > 0) return false;
      const candidates = spelled(use).filter((one) => changed.has(keyOf(one)));
      // Without implicit self a bare name is no method.
      if (use.receiver.length === 0 && !caller.hasImplicitSelf && candidates.every(({ kind }) => kind === 'method'))
        return false;
      return spelled(use).every(isOne(use)) && (isNear || isCompound(use.name));
    },
  };
}

// What types inherit from, and where they are defined.
interface TypeBases {
  readonly types: ReadonlyMap<string, readonly string[]>;
  readonly paths: ReadonlySet<string>;
}

// Upwards: what types inherit from, and what that inherits from in turn.
async function basesOfTypes(types: readonly string[], parts: TouchedParts): Promise<TypeBases> {
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

function climb(types: readonly string[], bases: TypeBases['types']): ReadonlySet<string> {
  const seen = new Set(types);
  for (const type of seen) for (const base of bases.get(type) ?? []) seen.add(base);
  return seen;
}

// Changed files themselves, those linked to them, and those of the same folder.
function reachOf(changed: readonly string[], edges: readonly Edge[]): (path: string) => boolean {
  const near = new Set([...changed, ...edges.map(({ from }) => from)]);
  const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
  const folders = new Set(changed.map(folderOf));
  return (path) => near.has(path) || folders.has(folderOf(path));
}

// Those that can see what changed first.
function pathsOf(
  names: readonly string[],
  holding: ReadonlyMap<string, readonly string[]>,
  reaches: (path: string) => boolean,
  { filesMax, rareFilesMax }: TouchedOptions,
): readonly string[] {
  const paths = names.flatMap((name) => {
    const all = holding.get(name) ?? [];
    return all.length <= rareFilesMax ? all : all.filter(reaches);
  });
  return [...new Set(paths)].sort((a, b) => Number(reaches(b)) - Number(reaches(a))).slice(0, filesMax);
}

const isFile = ({ entity }: Scored): boolean => entity.container === null;

// Surest first, each a little behind the one before.
function chosenOf(
  users: readonly User[],
  files: readonly Scored[],
  changed: readonly Scored[],
  { symbols, options }: { readonly symbols: readonly ChangedSymbol[]; readonly options: TouchedOptions },
): TouchedUnits {
  // Users score below everything that changed.
  const least = changed.reduce((less, { score }) => Math.min(less, score), 1);
  const changeOf = new Map(symbols.map(({ name, change }) => [name, change]));
  const sorted = users.toSorted((a, b) => Number(b.isSure) - Number(a.isSure));
  const isTest = ({ unit }: User) => unit.entity.role === 'test';
  const { tests = [], callers = [] } = Object.groupBy(sorted, (user) => (isTest(user) ? 'tests' : 'callers'));
  const take = (all: readonly User[], most: number, share: number) =>
    all.slice(0, most).map(({ unit, uses }, at): Scored => {
      const { name } = uses[0]!;
      const because = `uses ${name}, which the diff ${changeOf.get(name)}`;
      const score = least * share * (1 - (STEP * at) / most);
      return {
        ...unit,
        ...{ score, likelihood: null, matches: uses.map(({ line }) => [line, line] as const) },
        signals: [{ kind: TOUCHED_SIGNAL, value: 1, because }],
        reasons: [{ signal: TOUCHED_SIGNAL, value: score, weight: 1, because }],
      };
    });
  const chosen = [
    ...take(callers, options.usersMax, options.share),
    ...take(tests, options.testsMax, options.testShare),
  ];
  const left = Math.max(0, callers.length - options.usersMax) + Math.max(0, tests.length - options.testsMax);
  return {
    users: [...files.flatMap((file) => fileOf(file, chosen)), ...chosen],
    notes: left === 0 ? [] : [`What the diff changes is used in ${left} more places than are quoted.`],
  };
}

// The file of users gets the score of its first user, as a related candidate, so that it is not quoted whole.
function fileOf(file: Scored, users: readonly Scored[]): readonly Scored[] {
  const first = users.find(({ path }) => path === file.path);
  if (first === undefined) return [];
  const { score, likelihood, reasons } = first;
  const signals = [{ kind: 'related', value: score, because: reasons[0]!.because }];
  return [{ ...file, score, likelihood, signals, reasons }];
}

// Of their share, what the first is ahead of the last.
const STEP = 0.2;

/** Whether a task is a diff without words of its own. */
export function saysOnlyDiff({ changes, keywords, mentions, traces }: Task): boolean {
  return changes.length > 0 && keywords.length + mentions.length + traces.length === 0;
}

/** The changed files and units, without likelihoods, which were learned from words. */
export function changedAlone(scored: readonly Scored[], changedKind: string): readonly Scored[] {
  const isChanged = ({ signals }: Scored) =>
    signals.some(({ kind, evidence = [] }) => kind === changedKind && evidence.length > 0);
  return scored.filter(isChanged).map((one) => ({ ...one, reasons: one.reasons, likelihood: null }));
}

/** Adds the users of a change to the ranked candidates; a file scores at least as its best user. */
export function withTouched(scored: readonly Scored[], users: readonly Scored[]): readonly Scored[] {
  if (users.length === 0) return scored;
  const best = new Map<string, Scored>();
  for (const user of users) if (user.score > (best.get(user.path)?.score ?? 0)) best.set(user.path, user);
  const byId = new Map(users.map((user) => [user.id, user]));
  const raised = scored.map((one) => {
    const user = byId.get(one.id) ?? (one.entity.container === null ? best.get(one.path) : undefined);
    byId.delete(one.id);
    if (user === undefined) return one;
    // A likelihood by words does not apply to users of a change.
    if (user.score <= one.score) return { ...one, reasons: one.reasons, likelihood: null };
    const touched = { ...one, score: user.score, likelihood: null, signals: [...one.signals, ...user.signals] };
    return { ...touched, reasons: [...user.reasons, ...one.reasons] };
  });
  return [...raised, ...byId.values()].sort((a, b) => b.score - a.score || byText(a.id, b.id));
}
