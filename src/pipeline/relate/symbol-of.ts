import type { Scored } from '../../model/candidate.ts';
import type { SymbolFacts } from '../../model/facts.ts';

/** The symbol a unit is, or is part of; null for a region. */
export function symbolOf(unit: Scored): SymbolFacts | null {
  return unit.text?.facts.symbols.find((symbol) => isOf(unit, symbol)) ?? null;
}

function isOf(unit: Scored, symbol: SymbolFacts): boolean {
  const { startLine, endLine } = unit.entity.location;
  return (
    symbol.qualifiedName === unit.entity.qualifiedName && symbol.startLine <= endLine && symbol.endLine >= startLine
  );
}
