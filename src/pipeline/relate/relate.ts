import type { Scored, SourceText } from '../../model/candidate.ts';
import type { SymbolFacts } from '../../model/facts.ts';
import { nameKey } from '../../model/terms.ts';
import type { Definition } from '../../ports/store.ts';
import { symbolOf } from './symbol-of.ts';

/** A name defined more often says too little about which one is meant. */
const AMBIGUOUS_FROM = 2;

export interface RelateParts {
  readonly definitions: (keys: readonly string[]) => Promise<readonly Definition[]>;
  /** What each of these files imports or otherwise names. */
  readonly importsOf: (paths: readonly string[]) => Promise<ReadonlyMap<string, ReadonlySet<string>>>;
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
  const wanted = new Map<string, { path: string; qualifiedName: string; score: number; because: string }>();
  const want = (path: string, qualifiedName: string, score: number, because: string) => {
    const key = `${path}#${qualifiedName}`;
    if (score > (wanted.get(key)?.score ?? 0)) wanted.set(key, { path, qualifiedName, score, because });
  };
  const [definitions, imports] = await Promise.all([
    definitionsOf(best, parts),
    parts.importsOf([...new Set(best.map((unit) => unit.path))]),
  ]);
  for (const unit of best) {
    const symbol = symbolOf(unit);
    if (!symbol) continue;
    const parent = parentOf(unit, symbol);
    if (parent) want(unit.path, parent.qualifiedName, unit.score * share, `holds ${symbol.name}`);
    for (const name of symbol.calls.slice(0, parts.options.namesEachMax)) {
      const meant = meantBy(definitions.get(nameKey(name)) ?? [], name, unit.path, imports);
      for (const one of meant) want(one.path, one.qualifiedName, unit.score * share, `used by ${symbol.name}`);
    }
  }
  return mergeRelated(scored, await relatedUnits([...wanted.values()], scored, parts));
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
  units: readonly Scored[],
  { definitions, options }: RelateParts,
): Promise<ReadonlyMap<string, readonly Definition[]>> {
  const names = units.flatMap((unit) => symbolOf(unit)?.calls.slice(0, options.namesEachMax) ?? []);
  return Map.groupBy(await definitions([...new Set(names.map(nameKey))]), (one) => nameKey(one.name));
}

// A definition in the same file is meant before any other; elsewhere only one in a file that this one imports.
function meantBy(
  definitions: readonly Definition[],
  name: string,
  path: string,
  imports: ReadonlyMap<string, ReadonlySet<string>>,
): readonly Definition[] {
  const spelled = definitions.filter((one) => one.name === name);
  const here = spelled.filter((one) => one.path === path);
  const meant = here.length > 0 ? here : spelled.filter((one) => imports.get(path)?.has(one.path));
  return meant.length <= AMBIGUOUS_FROM ? meant : [];
}

async function relatedUnits(
  wanted: readonly { path: string; qualifiedName: string; score: number; because: string }[],
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
    const unit = (known.get(path) ?? opened.get(path) ?? []).find((one) => one.entity.qualifiedName === qualifiedName);
    if (!unit) return [];
    const reason = { signal: 'related', value: score, weight: 1, because };
    const signal = { kind: 'related', value: score, because };
    return [{ ...unit, score, reasons: [...unit.reasons, reason], signals: [...unit.signals, signal] }];
  });
}

/** Adds what is related, or raises it where it was found by itself; a file stands no lower than the best in it that came along. */
export function mergeRelated(scored: readonly Scored[], related: readonly Scored[]): readonly Scored[] {
  const all = new Map<string, Scored>();
  for (const one of scored) all.set(one.id, one);
  for (const one of related) if (one.score > (all.get(one.id)?.score ?? 0)) all.set(one.id, one);
  return [...all.values()].sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

function parentOf(unit: Scored, symbol: SymbolFacts): SymbolFacts | null {
  return symbol.parent === null ? null : ((unit.text as SourceText).facts.symbols[symbol.parent] ?? null);
}
