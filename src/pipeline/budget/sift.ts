// The first step of the budget: excludes duplicates and candidates that cannot be quoted or that the reader has, and
// groups the others by file.
import type { Scored, SourceText } from '../../model/candidate.ts';
import type { EntityId } from '../../model/entity.ts';
import { linesOf, trimBlankLines } from '../../model/line-ranges.ts';
import { EXCLUSIONS, type Exclusion } from '../../model/pack.ts';
import { byText } from '../../model/terms.ts';
import { isAbove } from '../aim.ts';
import type { BudgetOptions } from './budget-options.ts';
import { byRank, type FilePlan, filePlan, isNeighbour, positionOf } from './file-plan.ts';

/** Candidates split into plans to choose from and those that are excluded before the choice. */
export interface SiftedCandidates {
  /** One of each id, best first. */
  readonly candidates: readonly Scored[];
  readonly plans: readonly FilePlan[];
  readonly settled: ReadonlyMap<EntityId, Exclusion>;
  /** The number of candidates dropped because a better one has the same id. */
  readonly duplicates: number;
}

/** Excludes candidates that are unreadable, have no place or are known to the reader, and groups the others by file. */
export function sift(scored: readonly Scored[], options: BudgetOptions): SiftedCandidates {
  const candidates = keepBestOfEachId(scored);
  const isSeen = createSeenTest(options.seen);
  const settled = new Map<EntityId, Exclusion>();
  const ofText = new Map<string, Scored[]>();
  const ofSource = new Map<SourceText, Scored[]>();
  for (const candidate of candidates) {
    const reason = reasonToExclude(candidate, isSeen);
    if (reason) {
      settled.set(candidate.id, reason);
      continue;
    }
    const source = candidate.text as SourceText;
    let siblings = ofSource.get(source);
    if (!siblings) {
      // Stored text of a file must not be mixed with its current text.
      const key = `${candidate.path}\n${source.hash}`;
      siblings = ofText.get(key) ?? [];
      ofText.set(key, siblings);
      ofSource.set(source, siblings);
    }
    siblings.push(candidate);
  }
  const plans = [...ofText.values()].map((siblings) => filePlan(siblings, options));
  const bestPosition = ({ all }: FilePlan) => Math.min(...all.map(positionOf));
  plans.sort(
    (a, b) =>
      bestPosition(a) - bestPosition(b) ||
      b.score - a.score ||
      byText(a.path, b.path) ||
      byText(a.source.hash, b.source.hash),
  );
  const sifted = { candidates, plans, settled, duplicates: scored.length - candidates.length };
  return options.dropsNoise ? withoutCopies(sifted) : sifted;
}

// Keeps a text that several files hold only at the best of them, whose plan names the others.
function withoutCopies(sifted: SiftedCandidates): SiftedCandidates {
  const settled = new Map(sifted.settled);
  const firsts = new Map<string, { plan: FilePlan; alsoAt: string[] }[]>();
  for (const plan of sifted.plans) {
    const alike = firsts.get(plan.source.hash) ?? [];
    const same = alike.find((one) => isSameText(one.plan.source, plan.source));
    if (!same) firsts.set(plan.source.hash, [...alike, { plan, alsoAt: [] }]);
    else if (!same.alsoAt.includes(plan.path) && plan.path !== same.plan.path) {
      same.alsoAt.push(plan.path);
      for (const { id } of plan.all) settled.set(id, 'duplicate');
    }
  }
  if (settled.size === sifted.settled.size) return sifted;
  const alsoAt = new Map([...firsts.values()].flat().map((one) => [one.plan, one.alsoAt]));
  const plans = sifted.plans.flatMap((plan) => (alsoAt.has(plan) ? [{ ...plan, alsoAt: alsoAt.get(plan)! }] : []));
  return { ...sifted, plans, settled };
}

function isSameText(a: SourceText, b: SourceText): boolean {
  return a.lines.length === b.lines.length && a.lines.every((line, index) => line === b.lines[index]);
}

// Keeps the best candidate of each id, and sorts them.
function keepBestOfEachId(scored: readonly Scored[]): readonly Scored[] {
  const best = new Map<EntityId, Scored>();
  for (const candidate of scored.map(withFiniteScore)) {
    const rival = best.get(candidate.id);
    if (!rival || byRank(candidate, rival) < 0) best.set(candidate.id, candidate);
  }
  return [...best.values()].sort(byRank);
}

function withFiniteScore(scored: Scored): Scored {
  return Number.isFinite(scored.score) ? scored : { ...scored, score: 0 };
}

function reasonToExclude(candidate: Scored, isSeen: (candidate: Scored) => boolean): Exclusion | null {
  if (candidate.text === null) return 'unreadable';
  const { startLine, endLine } = candidate.entity.location;
  const isFile = candidate.entity.container === null && candidate.entity.kind === 'file';
  const isPlaced = Number.isInteger(startLine) && Number.isInteger(endLine) && startLine >= 1 && endLine >= startLine;
  if (!isFile && (!isPlaced || startLine > candidate.text.lines.length)) return 'noLocation';
  return isSeen(candidate) ? 'seen' : null;
}

// A shorter beginning of a hash could belong to another text.
const HASH_CHARACTERS_MIN = 6;
// An id that names lines: `path:12` or `path:12-40`.
const LINES = /^(.+):(\d{1,9})(?:-(\d{1,9}))?$/;

// Readers send back what a page prints: the first characters of a hash, and ids or lines.
function createSeenTest(seen: BudgetOptions['seen']): (candidate: Scored) => boolean {
  const hashes = new Map<string, string>();
  const ranges = new Map<string, { first: number; last: number; hash: string }[]>();
  for (const { id, hash } of seen) {
    hashes.set(id, hash.toLowerCase());
    const [, path, first, last = first] = LINES.exec(id) ?? [];
    if (path === undefined) continue;
    const range = { first: Number(first), last: Number(last), hash: hash.toLowerCase() };
    ranges.set(path, [...(ranges.get(path) ?? []), range]);
  }
  return ({ id, path, text, entity: { location } }) => {
    const isOf = (hash = '') => hash.length >= HASH_CHARACTERS_MIN && text !== null && text.hash.startsWith(hash);
    // A reader who has the whole file has each of its parts.
    if (isOf(hashes.get(id)) || isOf(hashes.get(path))) return true;
    const seenRanges = ranges.get(path);
    if (seenRanges === undefined || text === null) return false;
    // Units may begin or end with blank lines, which pages do not print.
    const [start, end] = trimBlankLines(linesOf(location), text.lines);
    return seenRanges.some(({ first, last, hash }) => isOf(hash) && first <= start && end <= last);
  };
}

const NONE = Object.fromEntries(EXCLUSIONS.map((reason) => [reason, 0])) as Record<Exclusion, number>;

/** Counts, by reason, what never became a candidate, and the candidates dropped for a better one of their id. */
export function countRefused({ duplicates }: SiftedCandidates, { refused }: BudgetOptions): Record<Exclusion, number> {
  return { ...NONE, ...refused, duplicate: (refused.duplicate ?? 0) + duplicates };
}

export function isBelowFloor(scored: Scored, { floors }: BudgetOptions): boolean {
  if (scored.isPinned || isNeighbour(scored)) return false;
  return !isAbove(scored, floors, scored.entity.container === null ? 'files' : 'units');
}
