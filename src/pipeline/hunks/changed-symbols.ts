import type { SymbolFacts } from '../../model/facts.ts';
import type { ChangedSymbol } from '../../model/task.ts';
import type { DiffRow } from './diff-view.ts';

/** A file as it is on one side of a diff. */
export interface DiffSide {
  readonly lines: readonly string[];
  /** Those the other side does not have, counted from 1. */
  readonly changed: readonly number[];
}

/** What a parser found in a side. */
export interface ParsedSide extends DiffSide {
  readonly symbols: readonly SymbolFacts[];
  readonly isCode: (line: number) => boolean;
}

/** The file before a diff, or after it. */
export function sideOf(rows: readonly DiffRow[], mark: '+' | '-'): DiffSide {
  const own = rows.filter((row) => row.mark === ' ' || row.mark === mark);
  return {
    lines: own.map(({ text }) => text),
    changed: own.flatMap((row, at) => (row.mark === mark ? [at + 1] : [])),
  };
}

/** The definitions whose code differs between the two sides of a file; remarks and blank lines change none. */
export function changedSymbols(path: string, before: ParsedSide, after: ParsedSide): readonly ChangedSymbol[] {
  const found = new Map<string, ChangedSymbol>();
  const add = (symbol: SymbolFacts, { symbols }: ParsedSide, change: ChangedSymbol['change']) => {
    const { name, qualifiedName, kind } = isConstructor(symbol, path) ? (parentOf(symbol, symbols) ?? symbol) : symbol;
    if (!found.has(qualifiedName)) found.set(qualifiedName, { path, name, qualifiedName, kind, change });
  };
  const isIn = ({ symbols }: ParsedSide, { qualifiedName }: SymbolFacts) =>
    symbols.some((one) => one.qualifiedName === qualifiedName);
  for (const line of before.changed.filter(before.isCode)) {
    const symbol = symbolAt(before, line);
    if (symbol === null) continue;
    if (isIn(after, symbol)) add(symbol, before, 'changes');
    // A definition is gone where its own head is; lines of one that only moved or was renamed around it are not.
    else if (line >= symbol.signatureLines[0] && line <= symbol.signatureLines[1]) add(symbol, before, 'takes away');
  }
  for (const line of after.changed.filter(after.isCode)) {
    const symbol = symbolAt(after, line);
    if (symbol !== null) add(symbol, after, isIn(before, symbol) ? 'changes' : 'adds');
  }
  return [...found.values()];
}

const FUNCTIONS: ReadonlySet<string> = new Set(['function', 'method']);

// The innermost symbol around a line that others can name: what is defined within a function is seen nowhere else.
function symbolAt({ symbols }: ParsedSide, line: number): SymbolFacts | null {
  let symbol = symbols.findLast(({ startLine, endLine }) => startLine <= line && line <= endLine) ?? null;
  for (let holder = parentOf(symbol, symbols); holder !== null; holder = parentOf(holder, symbols))
    if (FUNCTIONS.has(holder.kind)) symbol = holder;
  return symbol !== null && isBetweenMembers(symbol, symbols, line) ? null : symbol;
}

// A field or a block of a class with methods: whoever names the class need not mean it.
function isBetweenMembers(symbol: SymbolFacts, symbols: readonly SymbolFacts[], line: number): boolean {
  if (symbol.kind !== 'class' || line <= symbol.signatureLines[1]) return false;
  const index = symbols.indexOf(symbol);
  return symbols.some(({ kind, parent }) => parent === index && FUNCTIONS.has(kind));
}

function parentOf(symbol: SymbolFacts | null, symbols: readonly SymbolFacts[]): SymbolFacts | null {
  return symbol === null || symbol.parent === null ? null : (symbols[symbol.parent] ?? null);
}

const CONSTRUCTORS: ReadonlySet<string> = new Set(['constructor', '__init__', '__new__', '__construct']);

// Whoever calls a constructor names the class.
function isConstructor({ name }: SymbolFacts, path: string): boolean {
  return CONSTRUCTORS.has(name) || (name === 'initialize' && path.endsWith('.rb'));
}
