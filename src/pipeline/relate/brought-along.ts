import type { Scored } from '../../model/candidate.ts';
import type { SymbolFacts } from '../../model/facts.ts';

/** Something of a file that comes along for the sake of a unit that leads. */
export interface BroughtAlong {
  readonly path: string;
  /** Leaned on, or only what the unit lies in. */
  readonly kind: 'related' | 'holder';
  /** Derived from the score of the unit that needs it. */
  readonly score: number;
  readonly because: string;
  /** Which units of the file are meant. */
  readonly pick: (units: readonly Scored[]) => readonly Scored[];
  /** What the file must be for: a test that happens to define a name is not what the code leans on. */
  readonly role: 'source' | 'test' | 'any';
}

/** Wants one symbol. A short class is one unit: whoever needs a member needs the class. */
export function wantSymbol(path: string, qualifiedName: string, score: number, because: string): BroughtAlong {
  const pick = (units: readonly Scored[]) => {
    const symbol = units[0]?.text?.facts.symbols.find((one) => one.qualifiedName === qualifiedName);
    if (symbol && isAccessor(symbol)) return [];
    const own = units.find((one) => one.entity.qualifiedName === qualifiedName);
    if (own) return [own];
    const holder = units.find(({ entity: { location, kind } }) => {
      const isAround = symbol && location.startLine <= symbol.startLine && symbol.endLine <= location.endLine;
      return isAround && kind !== 'region';
    });
    return holder ? [holder] : [];
  };
  return { kind: 'related', path, score, because, pick, role: 'source' };
}

const ACCESSOR_LINES_MAX = 3;

// One that only hands out a field says no more than its name.
function isAccessor({ name, kind, signatureLines, endLine }: SymbolFacts): boolean {
  const isShort = endLine - signatureLines[0] < ACCESSOR_LINES_MAX;
  return isShort && kind === 'method' && /^(?:get|set|is|has)(?:[A-Z]|_)/.test(name);
}

/** Wants all of a file, after everything that was found or is needed. */
export function wantFile(path: string): BroughtAlong {
  return {
    kind: 'related',
    path,
    score: 0,
    because: 'all the code there is fits',
    pick: (units) => units,
    role: 'any',
  };
}
