import type { ContentFacts, SymbolFacts, Unit } from '../../../model/facts.ts';
import type { UnitTerms } from '../../../ports/store.ts';
import type { LineIndex } from './symbols/line-index.ts';
import { type TermCounter, termCounter } from './term-counter.ts';

/** Counts the index terms of every unit: in its lines, in its names and in its documentation. */
export function unitTerms(index: LineIndex, facts: ContentFacts, units: readonly Unit[]): UnitTerms {
  const counter = termCounter();
  const unitLengths = new Uint32Array(units.length);
  const symbolsIn = symbolsByUnit(facts.symbols, units);
  for (const [at, unit] of units.entries()) {
    counter.startUnit(at);
    unitLengths[at] = counter.count('body', index.text, index.startOf(unit.startLine), index.startOf(unit.endLine + 1));
    countNames(counter, facts.symbols[unit.symbol ?? -1], symbolsIn[at] ?? []);
  }
  return { ...counter.result(), unitLengths };
}

function countNames(counter: TermCounter, own: SymbolFacts | undefined, inside: readonly SymbolFacts[]): void {
  if (own !== undefined) counter.count('name', own.qualifiedName, 0, own.qualifiedName.length);
  for (const symbol of inside) {
    if (symbol !== own) counter.count('name', symbol.name, 0, symbol.name.length);
    if (symbol.doc !== null) counter.count('doc', symbol.doc, 0, symbol.doc.length);
  }
}

// Symbols that start in a unit; those inside a whole unit lend it their names too.
function symbolsByUnit(symbols: readonly SymbolFacts[], units: readonly Unit[]): readonly (readonly SymbolFacts[])[] {
  const found: SymbolFacts[][] = units.map(() => []);
  let at = 0;
  for (const symbol of symbols.toSorted((a, b) => a.startLine - b.startLine)) {
    while (at < units.length - 1 && (units[at]?.endLine ?? 0) < symbol.startLine) at++;
    found[at]?.push(symbol);
  }
  return found;
}
