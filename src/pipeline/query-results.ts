// Orders the results of a `query`: definitions first if the query is a name, and few results of the same file in a row.
// It also makes candidates of symbols inside a unit, so that they can be results.
import type { Scored } from '../model/candidate.ts';
import { type EntityId, type EntityKind, entityId, FUNCTION_KINDS, SECONDARY_ROLES } from '../model/entity.ts';
import type { SymbolFacts } from '../model/facts.ts';
import { contains, linesOf } from '../model/line-ranges.ts';
import type { Keyword } from '../model/task.ts';
import { byText, lastName, nameKey } from '../model/terms.ts';

// A query that is only a name, perhaps after a keyword: `class Shop`, `func Shop.pay()`.
const NAMED =
  /^(?:(?:class|interface|struct|enum|trait|type|module|function|method|func|fn|def|const|var|let)\s+)?([\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|#|->)[\p{L}_$][\p{L}\p{N}_$]*)*)(?:\(\))?$/u;

/** Returns the name that a query consists of, without a keyword; null if it is anything else. */
export function nameAsked(query: string): string | null {
  return NAMED.exec(query.trim())?.[1] ?? null;
}

interface DefinitionOptions {
  /** Factor for the score of a unit without the name. */
  readonly withoutWord: number;
  readonly wholeFunctionLines: number;
}

/** Orders units for a query that is a name: its definitions first, pinned, then the others, weaker without the name. */
export function definitionsFirst(
  name: string | null,
  units: readonly Scored[],
  options: DefinitionOptions,
): readonly Scored[] {
  if (name === null) return units;
  const word = lastName(name).toLowerCase();
  const holds = ({ text, entity: { location } }: Scored) =>
    text?.lines.slice(location.startLine - 1, location.endLine).some((line) => line.toLowerCase().includes(word));
  const best = units.reduce((max, { score }) => Math.max(max, score), 0);
  const definitions = definitionsOf(name, units, options);
  const first = definitions.map((one, at) => ({ ...one, score: best * AHEAD, isPinned: true, givenPosition: at }));
  const pieces = new Set(definitions.map(placeOf));
  const others = units
    .filter((unit) => !pieces.has(placeOf(unit)))
    .map((unit) => ({ ...unit, score: unit.score * (holds(unit) ? 1 : options.withoutWord), isPinned: false }))
    .sort((a, b) => b.score - a.score);
  return [...first, ...others];
}

// Puts definitions before the best unit by score, since lists are sorted by score.
const AHEAD = 1 + 1e-6;

const placeOf = ({ path, entity }: Scored): string => `${path}#${entity.qualifiedName}`;

// Prefers the exact spelling, then the owner (`Shop.pay`), then top-level symbols over members. Tests, examples,
// generated and copied code define nothing here.
function definitionsOf(
  name: string,
  units: readonly Scored[],
  { wholeFunctionLines }: DefinitionOptions,
): readonly Scored[] {
  const last = lastName(name);
  const mainUnits = units.filter(({ entity }) => !SECONDARY_ROLES.has(entity.role));
  const sameKey = [...Map.groupBy(mainUnits, ({ path }) => path).values()]
    .flatMap(symbolsOf)
    .filter(({ symbol }) => nameKey(symbol.name) === nameKey(last));
  const spelled = sameKey.filter(({ symbol }) => symbol.name === last);
  const sameName = spelled.length > 0 ? spelled : sameKey;
  const isOf = ({ symbol }: DefinedSymbol) => nameKey(symbol.qualifiedName).endsWith(nameKey(name));
  const meant = sameName.some(isOf) ? sameName.filter(isOf) : sameName;
  return meant
    .map(({ unit, symbol }) => {
      const whole = symbolCandidate(unit, symbol, entityId(`${unit.path}#${symbol.qualifiedName}`));
      // A very long function is quoted by a unit of it; an outline would only list helpers.
      const isLong = FUNCTION_KINDS.has(symbol.kind) && symbol.endLine - symbol.startLine >= wholeFunctionLines;
      return isLong ? { ...whole, entity: { ...whole.entity, location: unit.entity.location } } : whole;
    })
    .filter((candidate, index, all) => all.findIndex(({ id }) => id === candidate.id) === index)
    .sort((a, b) => isMember(a) - isMember(b) || b.score - a.score);
}

interface DefinedSymbol {
  readonly unit: Scored;
  readonly symbol: SymbolFacts;
}

// Pairs each symbol of a file with the unit in which it begins, or else with the best unit of the file.
function symbolsOf(units: readonly Scored[]): readonly DefinedSymbol[] {
  const symbols = units[0]?.text?.facts.symbols ?? [];
  return symbols.map((symbol) => {
    const begins = ({ entity: { location } }: Scored) =>
      location.startLine <= symbol.startLine && symbol.startLine <= location.endLine;
    return { symbol, unit: units.find(begins) ?? units[0]! };
  });
}

const isMember = ({ entity }: Scored): number => Number(entity.qualifiedName !== entity.name);

interface SpreadOptions {
  /** Exponent of the file's score in the score of a unit. */
  readonly filePower: number;
  /** Exponent of the unit's score. */
  readonly unitPower: number;
  /** Factor for the score of a unit for each better unit of its file. */
  readonly repeatShare: number;
}

/** Orders units as answers to a question, by their scores and their files'; each further unit of a file scores less. */
export function spreadOverFiles(scored: readonly Scored[], options: SpreadOptions): readonly Scored[] {
  const units = scored.filter(({ entity }) => entity.container !== null);
  const files = new Map(
    scored.filter(({ entity }) => entity.container === null).map((candidate) => [candidate.path, candidate.score]),
  );
  const [bestFile, bestUnit] = [greatest(files.values()), greatest(units.map(({ score }) => score))];
  const ordered = units.map((unit) => {
    const file = (files.get(unit.path) ?? 0) / bestFile;
    return { ...unit, score: file ** options.filePower * (unit.score / bestUnit) ** options.unitPower };
  });
  const times = new Map<string, number>();
  const spread = ordered.sort(byScore).map((unit) => {
    const time = times.get(unit.path) ?? 0;
    times.set(unit.path, time + 1);
    return { ...unit, score: unit.score * options.repeatShare ** time };
  });
  return spread.sort(byScore);
}

const greatest = (scores: Iterable<number>): number => [...scores].reduce((max, value) => Math.max(max, value), 0) || 1;

const byScore = (a: Scored, b: Scored): number => b.score - a.score || byText(a.id, b.id);

/**
 * Adds a candidate for each inner symbol of these kinds, since a small class or section is a single unit. Symbols that
 * hold more of the keywords score more.
 */
export function withInnerSymbols(
  scored: readonly Scored[],
  { kinds, keywords }: { readonly kinds: ReadonlySet<EntityKind>; readonly keywords: readonly Keyword[] },
): readonly Scored[] {
  const taken = new Set<string>(scored.map(({ id }) => id));
  const all = scored.flatMap((candidate) => [
    candidate,
    ...symbolsInside(candidate, kinds).map((symbol) => innerCandidate(candidate, symbol, keywords, taken)),
  ]);
  return all.sort(byScore);
}

function symbolsInside({ entity, text }: Scored, kinds: ReadonlySet<EntityKind>): readonly SymbolFacts[] {
  if (entity.container === null || text === null) return [];
  const isInside = (symbol: SymbolFacts) =>
    contains(linesOf(entity.location), linesOf(symbol)) && symbol.qualifiedName !== entity.qualifiedName;
  return text.facts.symbols.filter((symbol) => kinds.has(symbol.kind) && isInside(symbol));
}

function innerCandidate(unit: Scored, symbol: SymbolFacts, keywords: readonly Keyword[], taken: Set<string>): Scored {
  const { startLine, endLine, name, qualifiedName } = symbol;
  const lines = unit.text?.lines.slice(startLine - 1, endLine) ?? [];
  const share = shareHeld([name, ...lines].join('\n'), keywords);
  const inner = symbolCandidate(unit, symbol, freeId(`${unit.path}#${qualifiedName}`, taken));
  // A symbol without words of the question scores half of its unit.
  return { ...inner, score: (unit.score * (1 + share)) / 2 };
}

/** A symbol as a candidate, with the signals and reasons of its unit. */
function symbolCandidate(unit: Scored, symbol: SymbolFacts, id: EntityId): Scored {
  const { startLine, endLine, name, qualifiedName, kind, signature, doc } = symbol;
  const location = { path: unit.path, startLine, endLine };
  return {
    ...unit,
    id,
    entity: { ...unit.entity, id, kind, name, qualifiedName, signature, doc, location },
    matches: unit.matches.filter((lines) => contains([startLine, endLine], lines)),
  };
}

function freeId(base: string, taken: Set<string>) {
  let id = base;
  for (let time = 2; taken.has(id); time++) id = `${base}~${time}`;
  taken.add(id);
  return entityId(id);
}

/** Computes the share of a question's words, by weight, that a text holds. */
export function shareHeld(text: string, keywords: readonly Keyword[]): number {
  const total = keywords.reduce((sum, { weight }) => sum + weight, 0);
  const lower = text.toLowerCase();
  const held = keywords.filter(({ word, stem }) => lower.includes(word.toLowerCase()) || lower.includes(stem));
  return total === 0 ? 0 : held.reduce((sum, { weight }) => sum + weight, 0) / total;
}
