import type { Scored, SourceText } from '../../model/candidate.ts';
import type { SymbolFacts } from '../../model/facts.ts';
import { nameKey } from '../../model/terms.ts';
import type { Definition } from '../../ports/store.ts';
import { type Caller, callerOf, type Naming } from './caller.ts';
import { meantBy } from './meant-by.ts';
import { symbolOf, type Use, usesOf } from './uses-of.ts';

export interface RelateParts {
  readonly definitions: (keys: readonly string[]) => Promise<readonly Definition[]>;
  /** What each of these files imports or otherwise names. */
  readonly importsOf: (paths: readonly string[]) => Promise<ReadonlyMap<string, ReadonlySet<string>>>;
  readonly namingOf: (language: string | null) => Naming;
  /** The units of a file as unscored candidates, with its text; empty when it may not be quoted. */
  readonly open: (path: string) => Promise<readonly Scored[]>;
  readonly options: RelateOptions;
}

export interface RelateOptions {
  /** So many of the best units may bring others along. */
  readonly unitsMax: number;
  readonly namesEachMax: number;
  /** What a related unit keeps of the score of the unit that needs it. */
  readonly share: number;
}

/**
 * Brings what the best units lean on: the head of the class they stand in, the helpers they call, the types they name.
 * What was found by itself keeps the better of its two scores.
 */
export async function relate(scored: readonly Scored[], parts: RelateParts): Promise<readonly Scored[]> {
  const { unitsMax, share } = parts.options;
  const best = firstOf(
    scored,
    (one) => one.entity.container !== null && one.text !== null && one.signals.length > 0,
    unitsMax,
  );
  const wanted = new Map<string, Wanted>();
  const want = (one: Wanted) => {
    const key = `${one.path}#${one.qualifiedName}`;
    if (one.score > (wanted.get(key)?.score ?? 0)) wanted.set(key, one);
  };
  const leaders = best.map((unit) => ({ unit, uses: usesOf(unit).slice(0, USES_MAX) }));
  const [definitions, imports] = await Promise.all([
    definitionsOf(leaders, parts),
    parts.importsOf([...new Set(best.map((unit) => unit.path))]),
  ]);
  const textOfType = openTexts(scored, definitions);
  for (const { unit, uses } of leaders) {
    const symbol = symbolOf(unit);
    if (!symbol) continue;
    const naming = parts.namingOf(unit.entity.language);
    const caller = callerOf(unit, { imports: imports.get(unit.path) ?? NONE, naming, textOfType });
    const parent = parentOf(unit, symbol);
    const score = unit.score * share;
    if (parent) want({ ...parent, path: unit.path, score, because: `holds ${symbol.name}` });
    for (const one of meantByAll(uses, definitions, caller).slice(0, parts.options.namesEachMax))
      want({ ...one, score, because: `used by ${symbol.name}` });
  }
  return mergeRelated(scored, await relatedUnits([...wanted.values()], scored, parts));
}

/** A symbol that comes along for the sake of another. */
interface Wanted {
  readonly path: string;
  readonly qualifiedName: string;
  readonly score: number;
  readonly because: string;
}

// Of a unit that uses more names than this, the first ones tell what it does.
const USES_MAX = 60;
const NONE: ReadonlySet<string> = new Set();

type Definitions = ReadonlyMap<string, readonly Definition[]>;

function meantByAll(uses: readonly Use[], definitions: Definitions, caller: Caller): readonly Definition[] {
  return [...new Set(uses.flatMap((use) => meantBy(use, definitions.get(nameKey(use.name)) ?? [], caller)))];
}

// What a type inherits from is read where its file was opened anyway.
function openTexts(scored: readonly Scored[], definitions: Definitions): (type: string) => SourceText | null {
  const texts = new Map(scored.map((one) => [one.path, one.text]));
  return (type) => {
    const at = (definitions.get(nameKey(type)) ?? []).find((one) => one.name === type && texts.get(one.path));
    return at ? (texts.get(at.path) ?? null) : null;
  };
}

function firstOf(scored: readonly Scored[], isWanted: (one: Scored) => boolean, max: number): readonly Scored[] {
  const found: Scored[] = [];
  for (const one of scored) {
    if (found.length >= max) break;
    if (isWanted(one)) found.push(one);
  }
  return found;
}

async function definitionsOf(
  leaders: readonly { readonly unit: Scored; readonly uses: readonly Use[] }[],
  { definitions, namingOf }: RelateParts,
): Promise<Definitions> {
  const names = leaders.flatMap(({ unit, uses }) => {
    const caller = callerOf(unit, { imports: NONE, naming: namingOf(unit.entity.language), textOfType: () => null });
    const types = uses.flatMap(({ receiver }) => caller.typeOf(receiver.at(-1) ?? '') ?? []);
    return [...uses.map(({ name }) => name), ...types];
  });
  return Map.groupBy(await definitions([...new Set(names.map(nameKey))]), (one) => nameKey(one.name));
}

async function relatedUnits(
  wanted: readonly Wanted[],
  scored: readonly Scored[],
  { open }: RelateParts,
): Promise<readonly Scored[]> {
  const asked = new Set(wanted.map((one) => one.path));
  const known = Map.groupBy(
    scored.filter((one) => one.entity.container !== null && asked.has(one.path)),
    (one) => one.path,
  );
  const paths = [...asked].filter((path) => !known.has(path));
  const opened = new Map(await Promise.all(paths.map(async (path) => [path, await open(path)] as const)));
  return wanted.flatMap(({ path, qualifiedName, score, because }) => {
    const unit = unitOf(known.get(path) ?? opened.get(path) ?? [], qualifiedName);
    if (!unit) return [];
    const reason = { signal: 'related', value: score, weight: 1, because };
    const signal = { kind: 'related', value: score, because };
    return [{ ...unit, score, reasons: [...unit.reasons, reason], signals: [...unit.signals, signal] }];
  });
}

function mergeRelated(scored: readonly Scored[], related: readonly Scored[]): readonly Scored[] {
  const all = new Map<string, Scored>();
  for (const one of scored) all.set(one.id, one);
  for (const one of related) if (one.score > (all.get(one.id)?.score ?? 0)) all.set(one.id, one);
  return [...all.values()].sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

// A short class is one unit: whoever needs a member needs the class.
function unitOf(units: readonly Scored[], qualifiedName: string): Scored | undefined {
  const own = units.find((one) => one.entity.qualifiedName === qualifiedName);
  if (own) return own;
  const symbol = units[0]?.text?.facts.symbols.find((one) => one.qualifiedName === qualifiedName);
  return (
    symbol &&
    units.find(({ entity: { location, kind } }) => {
      return kind !== 'region' && location.startLine <= symbol.startLine && symbol.endLine <= location.endLine;
    })
  );
}

function parentOf(unit: Scored, symbol: SymbolFacts): SymbolFacts | null {
  return symbol.parent === null ? null : ((unit.text as SourceText).facts.symbols[symbol.parent] ?? null);
}
