import type { Manifest } from '../bundle/manifest-schema.ts';
import type { Edge } from '../model/edge.ts';
import type { Exclusion, Spent } from '../model/pack.ts';
import type { ExplainedCandidate } from '../ports/engine.ts';
import type { Reply } from './parts/api.ts';

/** A candidate as the server tells it: what nobody knows is left out. */
export type ToldCandidate = Omit<ExplainedCandidate, 'likelihood' | 'level' | 'excludedBecause'> &
  Partial<Pick<ExplainedCandidate, 'likelihood' | 'level' | 'excludedBecause'>>;

/** What `/v1/pack` answers to the page. */
export type PackData = Manifest & {
  readonly explained: {
    readonly nothing?: number;
    readonly candidates: readonly ToldCandidate[];
    readonly candidatesTotal: number;
    readonly spent: Spent;
    readonly edges: readonly Omit<Edge, 'weight'>[];
  };
};
export type PackReply = Reply<PackData>;

/** A file among the candidates with its parts, which may be all that is known of it. */
export interface CandidateFile {
  readonly path: string;
  readonly file: ToldCandidate;
  readonly parts: readonly ToldCandidate[];
  readonly tokens: number;
}

/** Candidates by file, in the order of their ranks. */
export function filesOf({ explained: { candidates, spent } }: PackData): readonly CandidateFile[] {
  const tokensOf = new Map(spent.blocks.map(({ id, tokens }) => [String(id), tokens]));
  const files = [...Map.groupBy(candidates, ({ path }) => path)].map(([path, all]) => {
    const file = all.find(({ id }) => id === path) ?? all[0]!;
    const parts = all.filter((one) => one !== file).toSorted((a, b) => b.score - a.score);
    return { path, file, parts, tokens: all.reduce((sum, { id }) => sum + (tokensOf.get(id) ?? 0), 0) };
  });
  const rank = ({ file }: CandidateFile) => (file.rank > 0 ? file.rank : Number.MAX_SAFE_INTEGER);
  return files.toSorted((a, b) => rank(a) - rank(b));
}

/** The best outcome of a file or of any of its parts: what one sees of it in the pack. */
export function levelOf({ file, parts }: CandidateFile): ToldCandidate['level'] {
  const levels = [file, ...parts].map(({ level }) => level);
  return LEVEL_ORDER.find((level) => levels.includes(level)) ?? null;
}

const LEVEL_ORDER = ['full', 'excerpt', 'skeleton', 'reference'] as const;

/** Why something is not quoted, in a sentence. */
export const WHY_OUT: Readonly<Record<Exclusion, string>> = {
  budget: 'Worth quoting, but the budget is spent. A larger budget, or a pin, brings it in.',
  belowFloor: 'Too unlikely to be worth the tokens at this aim. A wider aim, or a pin, brings it in.',
  unreadable: 'Its text could not be read.',
  duplicate: 'The same text stands in the pack already.',
  noLocation: 'It has no lines of its own that could be quoted.',
  ignored: 'An ignore rule leaves it out.',
  seen: 'The reader has it already.',
  limit: 'A limit on files or on lines of a file is reached.',
  hunk: 'A part of the diff that did not fit.',
};

/** What one answer has that another has not. */
export interface PackChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly tokens: number;
}

export function changeBetween(before: PackData, after: PackData): PackChange {
  const [had, has] = [before, after].map(({ blocks }) => new Set(blocks.map(({ id }) => String(id))));
  return {
    added: [...has!].filter((id) => !had!.has(id)),
    removed: [...had!].filter((id) => !has!.has(id)),
    tokens: after.usage.used - before.usage.used,
  };
}
