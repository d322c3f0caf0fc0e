import type { Scored } from '../model/candidate.ts';
import { type EntityId, type EntityKind, entityId } from '../model/entity.ts';
import type { SymbolFacts } from '../model/facts.ts';
import type { Keyword } from '../model/task.ts';
import { byText } from '../model/terms.ts';

export interface WantedSymbols {
  readonly kinds: ReadonlySet<EntityKind>;
  /** The words of the question: of the symbols inside a unit, those that hold more of them come first. */
  readonly keywords: readonly Keyword[];
}

/**
 * The same candidates and, for symbols of some kinds that lie inside of one, a candidate each: a small class or section is
 * one unit with everything in it, and what is looked for may be one of its members.
 */
export function withInnerSymbols(scored: readonly Scored[], { kinds, keywords }: WantedSymbols): readonly Scored[] {
  const taken = new Set<string>(scored.map(({ id }) => id));
  const all = scored.flatMap((one) => [
    one,
    ...symbolsInside(one, kinds).map((symbol) => innerCandidate(one, symbol, { keywords, taken })),
  ]);
  return all.toSorted((a, b) => b.score - a.score || byText(a.id, b.id));
}

function symbolsInside({ entity, text }: Scored, kinds: WantedSymbols['kinds']): readonly SymbolFacts[] {
  if (entity.container === null || text === null) return [];
  const { startLine, endLine } = entity.location;
  return text.facts.symbols.filter(
    (symbol) =>
      kinds.has(symbol.kind) &&
      symbol.startLine >= startLine &&
      symbol.endLine <= endLine &&
      symbol.qualifiedName !== entity.qualifiedName,
  );
}

function innerCandidate(
  unit: Scored,
  symbol: SymbolFacts,
  { keywords, taken }: Pick<WantedSymbols, 'keywords'> & { readonly taken: Set<string> },
): Scored {
  const { startLine, endLine, name, qualifiedName } = symbol;
  const lines = unit.text?.lines.slice(startLine - 1, endLine) ?? [];
  return {
    ...symbolCandidate(unit, symbol, freeId(`${unit.path}#${qualifiedName}`, taken)),
    reasons: unit.reasons,
    // What holds no word of the question stands behind everything that does, whatever surrounds it.
    score: (unit.score * (1 + shareHeld(`${name}\n${lines.join('\n')}`, keywords))) / 2,
  };
}

/** A symbol as a candidate, with what a unit of its file is known by. */
export function symbolCandidate(unit: Scored, symbol: SymbolFacts, id: EntityId): Scored {
  const { startLine, endLine, name, qualifiedName, kind, signature, doc } = symbol;
  const location = { path: unit.path, startLine, endLine };
  return {
    ...unit,
    id,
    entity: { ...unit.entity, id, kind, name, qualifiedName, signature, doc, location },
    reasons: unit.reasons,
    matches: unit.matches.filter(([first, last]) => first >= startLine && last <= endLine),
  };
}

function freeId(base: string, taken: Set<string>) {
  let id = base;
  for (let time = 2; taken.has(id); time++) id = `${base}~${time}`;
  taken.add(id);
  return entityId(id);
}

/** The share of a question's words that a text holds, by their weights. */
export function shareHeld(text: string, keywords: readonly Keyword[]): number {
  const total = keywords.reduce((sum, { weight }) => sum + weight, 0);
  const lower = text.toLowerCase();
  const held = keywords.filter(({ word, stem }) => lower.includes(word.toLowerCase()) || lower.includes(stem));
  return total === 0 ? 0 : held.reduce((sum, { weight }) => sum + weight, 0) / total;
}
