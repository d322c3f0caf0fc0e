import type { Scored } from '../model/candidate.ts';
import type { Stop } from '../ports/formatter.ts';
import type { Floors } from '../ports/ranker.ts';
import type { Selection } from './budget/budget.ts';
import { isNeighbour } from './budget/file-plan.ts';
import { worthPaths } from './worth-reading.ts';

/** An aim that looks further: what is worth a reader's time to it, and the files it quotes whatever they are worth. */
export interface WiderAim {
  readonly name: string;
  readonly floors: Floors;
  readonly whole: readonly string[];
}

/** Why a page ends where it does, and what more would bring; null where nothing else is worth it to anybody. */
export function stopOf(selection: Selection, scored: readonly Scored[], wider: readonly WiderAim[]): Stop | null {
  const quoted = new Set(selection.blocks.map(({ path }) => path));
  // Where nothing is quoted nobody should hope for more of it.
  return atBudget(selection, scored, quoted) ?? (quoted.size > 0 ? atAim(selection, scored, wider, quoted) : null);
}

function atBudget(
  { outcomes, excluded, references }: Selection,
  scored: readonly Scored[],
  quoted: ReadonlySet<string>,
): Stop | null {
  const missing = scored.filter(({ id }) => {
    const outcome = outcomes.get(id);
    return outcome !== undefined && outcome.kind !== 'included' && TOO_MUCH.has(outcome.because);
  });
  const hunks = excluded.hunk + references.filter(({ excludedBecause }) => excludedBecause === 'hunk').length;
  if (missing.length + hunks === 0) return null;
  const files = new Set(missing.filter(({ path }) => !quoted.has(path)).map(({ path }) => path)).size;
  const parts = missing.filter(({ path }) => quoted.has(path)).length;
  const isLimit = hunks === 0 && missing.every(({ id }) => isLimited(outcomes.get(id)));
  return { by: isLimit ? 'limit' : 'budget', files, parts, hunks };
}

const TOO_MUCH: ReadonlySet<string> = new Set(['budget', 'limit']);

function isLimited(outcome: ReturnType<Selection['outcomes']['get']>): boolean {
  return outcome !== undefined && outcome.kind !== 'included' && outcome.because === 'limit';
}

// The next aim that would quote another file; one that would only quote more of the same says nothing new.
function atAim(
  { outcomes, files }: Selection,
  scored: readonly Scored[],
  wider: readonly WiderAim[],
  quoted: ReadonlySet<string>,
): Stop | null {
  const isLeft = ({ id, path }: Scored) => {
    const outcome = outcomes.get(id);
    return (
      !quoted.has(path) && outcome !== undefined && outcome.kind !== 'included' && outcome.because === 'belowFloor'
    );
  };
  const left = scored.filter(isLeft);
  const likelihood = left.reduce<number | null>(
    (most, one) =>
      one.entity.container === null && one.likelihood !== null ? Math.max(most ?? 0, one.likelihood) : most,
    null,
  );
  const neighbours = left.filter(isNeighbour).map(({ path }) => path);
  const best = files.find(({ path }) => quoted.has(path))?.functions;
  for (const { name, floors, whole } of wider) {
    const unquoted = whole.filter((path) => !quoted.has(path));
    const more = new Set([...worthPaths(left, floors), ...neighbours, ...unquoted]);
    if (more.size > 0) return { by: 'aim', likelihood, aim: name, files: more.size, ...(best && { functions: best }) };
  }
  return null;
}
