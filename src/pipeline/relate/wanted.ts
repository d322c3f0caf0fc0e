import type { Scored } from '../../model/candidate.ts';

/** Something of a file that comes along for the sake of a unit that leads. */
export interface Wanted {
  readonly path: string;
  /** Leaned on, or only what the unit lies in. */
  readonly kind: 'related' | 'holder';
  /** Derived from the score of the unit that needs it. */
  readonly score: number;
  readonly because: string;
  /** Which units of the file are meant. */
  readonly pick: (units: readonly Scored[]) => readonly Scored[];
  /** Tests are opened only where a test is wanted: one that happens to define a name is not what the code leans on. */
  readonly isTest: boolean;
}

/** Wants one symbol. A short class is one unit: whoever needs a member needs the class. */
export function wantSymbol(path: string, qualifiedName: string, score: number, because: string): Wanted {
  const pick = (units: readonly Scored[]) => {
    const own = units.find((one) => one.entity.qualifiedName === qualifiedName);
    if (own) return [own];
    const symbol = units[0]?.text?.facts.symbols.find((one) => one.qualifiedName === qualifiedName);
    const holder = units.find(({ entity: { location, kind } }) => {
      const isAround = symbol && location.startLine <= symbol.startLine && symbol.endLine <= location.endLine;
      return isAround && kind !== 'region';
    });
    return holder ? [holder] : [];
  };
  return { kind: 'related', path, score, because, pick, isTest: false };
}
