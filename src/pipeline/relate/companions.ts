import type { Scored } from '../../model/candidate.ts';
import type { Edge } from '../../model/edge.ts';
import type { BroughtAlong } from './brought-along.ts';
import { textOf } from './uses-of.ts';

// What is longer than this is no wiring and no description of data: the parts of it that matter are called.
const SMALL_LINES_MAX = 60;
const TESTS_EACH = 2;

/** What belongs with a symbol without being called by it: what its framework puts beside its file, and its tests. */
export function companionsOf(
  name: string,
  { framework, tests }: { readonly framework: readonly Edge[]; readonly tests: readonly Edge[] },
  score: number,
): readonly BroughtAlong[] {
  const mentioning = (units: readonly Scored[]) => units.filter((one) => mentions(one, name)).slice(0, TESTS_EACH);
  return [
    ...framework.map(
      ({ to, weight, because }): BroughtAlong => ({
        ...{ kind: 'related', role: 'source', path: to, score: score * weight, because, pick: allOfSmall },
      }),
    ),
    ...tests.map(
      ({ from, weight }): BroughtAlong => ({
        ...{ kind: 'related', role: 'test', path: from, score: score * weight, because: `tests ${name}` },
        pick: mentioning,
      }),
    ),
  ];
}

function allOfSmall(units: readonly Scored[]): readonly Scored[] {
  const count = units[0]?.text?.lines.length ?? 0;
  return count <= SMALL_LINES_MAX ? units.filter(({ entity }) => entity.kind !== 'region') : [];
}

function mentions(unit: Scored, name: string): boolean {
  const text = textOf(unit);
  return text.includes(name) && text.split(/[^\p{L}\p{N}_$]+/u).includes(name);
}
