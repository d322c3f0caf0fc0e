import { type Exclusion, LEVELS, type Level, type Spent } from './pack.ts';

/** What is asked of a candidate to group it. */
interface RankedCandidate {
  readonly id: string;
  readonly path: string;
  readonly rank: number;
  readonly score: number;
  readonly level?: Level | null | undefined;
}

/** A file among the candidates with its parts: how much of it is printed at most, and what that costs. */
export interface ExplainedFile<Candidate> {
  readonly path: string;
  /** The file itself, or the best part where nothing is told of it. */
  readonly file: Candidate;
  readonly parts: readonly Candidate[];
  /** Null where nothing of it is in the pack. */
  readonly level: Level | null;
  readonly tokens: number;
}

/** Candidates by file, in the order of their ranks. */
export function explainedFiles<Candidate extends RankedCandidate>(
  candidates: readonly Candidate[],
  { blocks }: Pick<Spent, 'blocks'>,
): readonly ExplainedFile<Candidate>[] {
  const tokensOf = new Map<string, number>(blocks.map(({ id, tokens }) => [id, tokens]));
  const files = [...Map.groupBy(candidates, ({ path }) => path)].map(([path, all]) => {
    const best = all.toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
    const file = all.find(({ id }) => id === path) ?? best[0]!;
    return {
      path,
      file,
      parts: best.filter((one) => one !== file),
      level: LEVELS.find((level) => all.some((one) => one.level === level)) ?? null,
      tokens: all.reduce((sum, { id }) => sum + (tokensOf.get(id) ?? 0), 0),
    };
  });
  const rank = ({ file }: (typeof files)[number]) => file.rank || Number.MAX_SAFE_INTEGER;
  return files.toSorted((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1));
}

/** Why something is not quoted and what would change that, for a person to read. */
export const WHY_OUT: Readonly<Record<Exclusion, { readonly why: string; readonly helps: string }>> = {
  budget: { why: 'worth quoting, but the budget is spent', helps: 'A larger budget, or a pin, brings it in.' },
  belowFloor: { why: 'too unlikely at this aim', helps: 'A wider aim, or a pin, brings it in.' },
  unreadable: { why: 'its text could not be read', helps: '' },
  duplicate: { why: 'the same text is in the pack already', helps: '' },
  noLocation: { why: 'it has no lines that could be quoted', helps: '' },
  ignored: { why: 'an ignore rule leaves it out', helps: '' },
  seen: { why: 'the reader has it already', helps: '' },
  limit: { why: 'a limit on files, or on lines of a file, is reached', helps: 'Higher limits, or a pin, bring it in.' },
  hunk: { why: 'a part of the diff that did not fit', helps: 'A larger budget brings it in.' },
};

/** A probability in percent for a person, never 0 and never 100. */
export function percent(probability: number): string {
  if (probability < 0.01) return '<1 %';
  return probability > 0.99 ? '>99 %' : `${Math.round(100 * probability)} %`;
}
