// A caller may name search strategies. This ranker fuses their lists of hits into one, by rank and strength.
import { messageOf } from '../model/errors.ts';
import { memoizePerObject } from '../model/memoize.ts';
import type { Task } from '../model/task.ts';
import { byText } from '../model/terms.ts';
import type { Ranker, RatedFile, Rating } from '../ports/ranker.ts';
import type { Question, SignalFinder } from '../ports/signal-finder.ts';
import type { Strategy, StrategyHit } from '../ports/strategy.ts';

const FUSED = 'fused';

interface FusedOptions {
  readonly strategies: readonly Strategy[];
  /** The most hits that are taken from each strategy. */
  readonly limitEach: number;
}

/** Creates a ranker by the fused lists of strategies, and the finder of what these find. */
export function fusedSearch(options: FusedOptions): { readonly ranker: Ranker; readonly finder: SignalFinder } {
  const searched = memoizePerObject((question: Question) => searchAll(question, options));
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
        return { files: candidates.map(({ path }) => makeRating(byPath.get(path)?.[0])), nothing: null };
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

// Groups the fused hits of strategies by file, best first, with a note for each strategy that cannot answer or failed.
async function searchAll(question: Question, { strategies, limitEach }: FusedOptions) {
  const notes: string[] = [];
  const able = strategies.filter((strategy) => {
    const reason = strategy.unavailable(question);
    if (reason !== null) notes.push(`no ${strategy.name} search: ${reason}`);
    return reason === null;
  });
  const answers = await Promise.allSettled(able.map((strategy) => strategy.find(question)));
  const lists = answers.flatMap((answer, index) => {
    const { name, weight } = able[index]!;
    if (answer.status === 'fulfilled') {
      const hits = answer.value.toSorted(byScore).slice(0, limitEach);
      return [{ strategy: name, weight: adaptWeight(name, weight, question.task), hits }];
    }
    notes.push(`${name} search failed: ${messageOf(answer.reason)}`);
    return [];
  });
  return { byPath: Map.groupBy(fuse(lists), (hit) => hit.path), notes };
}

function unitRatings({ units }: RatedFile, hits: readonly FusedHit[]): readonly Rating[] {
  const byUnit = new Map(hits.map((hit) => [hit.unit, hit]));
  return units.map((_, at) => makeRating(byUnit.get(at)));
}

function makeRating(hit: FusedHit | undefined): Rating {
  const score = hit?.score ?? 0;
  const listReasons = () =>
    (hit?.found ?? []).map(({ strategy, rank, because }) => ({
      signal: strategy,
      value: 1 / rank,
      weight: 1,
      because,
    }));
  return { score, sum: score, likelihood: null, listReasons };
}

/** The usual constant of reciprocal-rank fusion. */
const RANK_OFFSET = 60;

interface RankedList {
  readonly strategy: string;
  readonly weight: number;
  /** Best first. */
  readonly hits: readonly StrategyHit[];
}

/** A unit with its fused score, 0..1, of which the best has 1. */
interface FusedHit extends ScoredUnit {
  readonly found: readonly { readonly strategy: string; readonly rank: number; readonly because: string }[];
}

/** Fuses lists by reciprocal ranks, times a unit's greatest strength in a list, because ranks alone fall too slowly. */
export function fuse(lists: readonly RankedList[]): readonly FusedHit[] {
  type FusedSum = { path: string; unit: number; sum: number; strength: number; found: FusedHit['found'][number][] };
  const fused = new Map<string, FusedSum>();
  for (const { strategy, weight, hits } of lists) {
    const best = hits[0]?.score ?? 1;
    for (const [index, hit] of hits.entries()) {
      const key = `${hit.path}\n${hit.unit}`;
      const entry = fused.get(key) ?? { path: hit.path, unit: hit.unit, sum: 0, strength: 0, found: [] };
      entry.sum += weight / (RANK_OFFSET + index + 1);
      entry.strength = Math.max(entry.strength, hit.score / best);
      entry.found.push({ strategy, rank: index + 1, because: hit.because });
      fused.set(key, entry);
    }
  }
  const raw = [...fused.values()].map((entry) => ({ ...entry, score: entry.sum * entry.strength }));
  const best = raw.reduce((most, entry) => Math.max(most, entry.score), 0) || 1;
  return raw.map(({ path, unit, score, found }) => ({ path, unit, score: score / best, found })).sort(byScore);
}

type ScoredUnit = Pick<StrategyHit, 'path' | 'unit' | 'score'>;

function byScore(a: ScoredUnit, b: ScoredUnit): number {
  return b.score - a.score || byText(a.path, b.path) || a.unit - b.unit;
}

const QUESTION = /^\s*(how|why|what|when|where|which|who|explain|does|is|are|can|should)\b/i;

/** Adapts the weight of a strategy to what the query names and asks. */
export function adaptWeight(strategy: string, weight: number, task: Task): number {
  const hasName = task.mentions.some(({ isKnown, kind }) => isKnown && kind !== 'file' && kind !== 'path');
  const hasPath = task.mentions.some((mention) => mention.kind === 'file' || mention.kind === 'path');
  const rules: Readonly<Record<string, number>> = hasPath
    ? { keyword: 3.0 / 0.6, semantic: 0.2 }
    : hasName && task.keywords.length <= 2
      ? { keyword: 2, semantic: 0.5, graph: 1.3 }
      : hasName
        ? { keyword: 1.5, graph: 1.3 }
        : QUESTION.test(task.text)
          ? { semantic: 1.5, keyword: 0.7 }
          : {};
  return weight * (rules[strategy] ?? 1);
}
