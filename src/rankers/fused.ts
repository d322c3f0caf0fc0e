import type { Ranker, RatedFile, Rating } from '../ports/ranker.ts';
import type { Question, SignalFinder } from '../ports/signal-finder.ts';
import type { Strategy } from '../ports/strategy.ts';
import { adaptWeight, type FusedHit, fuse } from '../search/fuse.ts';

const FUSED = 'fused';

export interface FusedOptions {
  readonly strategies: readonly Strategy[];
  /** Hits that are taken from each. */
  readonly limitEach: number;
}

/** A ranker with the finder that belongs to it: what its strategies find, and nothing else. */
export interface FusedSearch {
  readonly ranker: Ranker;
  readonly finder: SignalFinder;
}

/** Searches in the ways a caller names, side by side, and ranks by their fused lists. */
export function fusedSearch(options: FusedOptions): FusedSearch {
  const kept = new WeakMap<Question, Promise<FusedLists>>();
  const searched = (question: Question): Promise<FusedLists> => {
    const known = kept.get(question) ?? search(question, options);
    kept.set(question, known);
    return known;
  };
  return {
    finder: {
      kind: FUSED,
      tier: 'semantic',
      weight: 1,
      applies: () => true,
      find: async (question) =>
        [...(await searched(question)).byPath].map(([path, hits]) => ({
          path,
          value: hits[0]!.score,
          because: hits[0]!.found[0]!.because,
        })),
    },
    ranker: {
      name: FUSED,
      rateFiles: async (question, candidates) => {
        const { byPath } = await searched(question);
        return { files: candidates.map(({ path }) => ratingOf(byPath.get(path)?.[0])), nothing: null };
      },
      rateUnits: async (question, files) => {
        const { byPath } = await searched(question);
        return files.map((file) => unitRatings(file, byPath.get(file.file.path) ?? []));
      },
      floors: () => ({ units: 0, files: 0, alone: 0 }),
      notes: async (question) => (await searched(question)).notes,
    },
  };
}

interface FusedLists {
  /** Best first, in every file. */
  readonly byPath: ReadonlyMap<string, readonly FusedHit[]>;
  /** Strategies that could not answer or failed, and why. */
  readonly notes: readonly string[];
}

// A failure is reported, never swallowed.
async function search(question: Question, { strategies, limitEach }: FusedOptions): Promise<FusedLists> {
  const notes: string[] = [];
  const able = strategies.filter((strategy) => {
    const reason = strategy.unavailable(question);
    if (reason !== null) notes.push(`no ${strategy.name} search: ${reason}`);
    return reason === null;
  });
  const answers = await Promise.allSettled(able.map((strategy) => strategy.find(question, limitEach)));
  const lists = answers.flatMap((answer, index) => {
    const { name, weight } = able[index]!;
    if (answer.status === 'fulfilled')
      return [{ strategy: name, weight: adaptWeight(name, weight, question.task), hits: answer.value }];
    notes.push(
      `${name} search failed: ${answer.reason instanceof Error ? answer.reason.message : String(answer.reason)}`,
    );
    return [];
  });
  return { byPath: Map.groupBy(fuse(lists), (hit) => hit.path), notes };
}

function unitRatings({ units }: RatedFile, hits: readonly FusedHit[]): readonly Rating[] {
  const byUnit = new Map(hits.map((hit) => [hit.unit, hit]));
  return units.map((_, at) => ratingOf(byUnit.get(at)));
}

function ratingOf(hit: FusedHit | undefined): Rating {
  const score = hit?.score ?? 0;
  const reasons = (hit?.found ?? []).map(({ strategy, rank, because }) => ({
    signal: strategy,
    value: 1 / rank,
    weight: 1,
    because,
  }));
  return { score, sum: score, likelihood: null, reasons };
}
