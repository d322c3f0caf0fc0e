import type { Scored } from '../../model/candidate.ts';
import type { Edge } from '../../model/edge.ts';
import type { BroughtAlong } from './brought-along.ts';
import { symbolOf, textOf } from './uses-of.ts';

// What is longer than this is no wiring and no description of data: the parts of it that matter are called.
const SMALL_LINES_MAX = 60;
const TESTS_EACH = 2;

/** What belongs with a unit without being called by it: what its framework puts beside its file, and its test. */
export function companionsOf(unit: Scored, edges: readonly Edge[], score: number): readonly BroughtAlong[] {
  const name = symbolOf(unit)?.name;
  return edges.flatMap((edge): readonly BroughtAlong[] => {
    if (edge.kind === 'framework')
      return [
        {
          kind: 'related',
          path: edge.to,
          score: score * edge.weight,
          because: edge.because,
          pick: allOfSmall,
          role: 'source',
        },
      ];
    if (edge.kind !== 'tests' || name === undefined) return [];
    const pick = (units: readonly Scored[]) => units.filter((one) => mentions(one, name)).slice(0, TESTS_EACH);
    return [
      { kind: 'related', path: edge.from, score: score * edge.weight, because: `tests ${name}`, pick, role: 'test' },
    ];
  });
}

function allOfSmall(units: readonly Scored[]): readonly Scored[] {
  const count = units[0]?.text?.lines.length ?? 0;
  return count <= SMALL_LINES_MAX ? units.filter(({ entity }) => entity.kind !== 'region') : [];
}

function mentions(unit: Scored, name: string): boolean {
  const text = textOf(unit);
  return text.includes(name) && text.split(/[^\p{L}\p{N}_$]+/u).includes(name);
}
