// The state of one choice, and the ways to add a part to it: whole, shortened, or as signatures. Each way asks the
// ledger whether the page still fits.
import type { Scored } from '../../model/candidate.ts';
import type { EntityId } from '../../model/entity.ts';
import type { LineRange, SymbolFacts } from '../../model/facts.ts';
import { contains, countLines, linesOf, mergeRanges, overlaps, sharedLines } from '../../model/line-ranges.ts';
import type { Keyword } from '../../model/task.ts';
import { isBoilerplate, isHollow } from './boilerplate.ts';
import type { BudgetOptions } from './budget-options.ts';
import {
  byRank,
  charactersIn,
  type FilePlan,
  isQuotedWhole,
  isRelated,
  type QuotedPart,
  rangeOf,
  rangeWithContext,
} from './file-plan.ts';
import type { Ledger, Pricer, Verdict } from './ledger.ts';

export interface Choice {
  readonly plans: readonly FilePlan[];
  readonly ledger: Ledger;
  readonly pricer: Pricer;
  readonly options: BudgetOptions;
  /** The most that the page may cost before references. */
  ceiling: number;
  /** Candidates to quote; one without a quote did not fit, unless it is hollow or limited. */
  readonly wanted: Set<EntityId>;
  /** Candidates that are boilerplate, as far as they were tried. */
  readonly hollow: Set<EntityId>;
  /** Candidates that a limit kept out rather than the budget. */
  readonly limited: Set<EntityId>;
  /** The tokens that related candidates cost so far. */
  relatedTokens: number;
  /** Whether related candidates may exceed their share. */
  isRelatedFree: boolean;
  /** The cost at which the choice is given up, because the page can no longer fit. */
  readonly giveUpAt: number;
  isGivenUp: boolean;
}

export interface PlannedPart {
  readonly plan: FilePlan;
  readonly scored: Scored;
}

/** The parts that `partsOf` chooses from each file, the best first. */
export function rankedParts(choice: Choice, partsOf: (plan: FilePlan) => readonly Scored[]): readonly PlannedPart[] {
  const all = choice.plans.flatMap((plan) => partsOf(plan).map((scored) => ({ plan, scored })));
  return all.sort((a, b) => byRank(a.scored, b.scored));
}

// A text may cost up to this many times less than its characters suggest.
const LEAST_DIVISOR = 2;

/** Adds one whole part to the quotes of its file, if it fits and says something. */
export function addWhole(choice: Choice, plan: FilePlan, scored: Scored, ceiling = choice.ceiling): Verdict {
  const { ledger, options, pricer } = choice;
  // A pinned file is quoted even if it is boilerplate.
  if (!(scored === plan.file && scored.isPinned) && isHollow(plan, scored, options)) {
    choice.hollow.add(scored.id);
    return 'budget';
  }
  const range = rangeWithContext(scored, plan.source, options.contextLines);
  const max = options.charactersPerBlockMax;
  if (max !== null && charactersIn(plan, range) > max + 1) return 'budget';
  const others = ledger.picks(plan).filter((pick) => pick.scored !== scored);
  if (others.some((pick) => pick.cut?.text != null && overlaps(pick.range, range))) return 'budget';
  const added = unquotedCharacters(plan, range, others);
  // Most parts that do not fit are far too long, which their characters tell without counting tokens.
  if (pricer.about(added) / LEAST_DIVISOR > ceiling - ledger.total()) return 'budget';
  const picks = [...others, { scored, range, cut: null }];
  if (ledger.isAllowed(plan, picks) && isHopeless(choice, plan, range, added)) choice.isGivenUp = true;
  if (choice.isGivenUp) return 'budget';
  return enterPicks(choice, { plan, scored }, picks, ceiling);
}

// Below this budget a reference helps more than a shortened part.
const WHOLE_ONLY_BELOW = 300;

function takesWholeOnly({ budgetTokens, dropsNoise }: BudgetOptions): boolean {
  return dropsNoise && budgetTokens < WHOLE_ONLY_BELOW;
}

/** Adds less than the whole of a part, as much as the ceiling allows. */
export function addShrunk(choice: Choice, plan: FilePlan, scored: Scored, ceiling = choice.ceiling): Verdict {
  const { ledger, options } = choice;
  if (takesWholeOnly(options)) return 'budget';
  const lines = rangeOf(scored, plan.source);
  const others = ledger.picks(plan).flatMap((pick) => (pick.scored === scored ? [] : [makeWayFor(pick, lines, plan)]));
  // An excerpt of a part must not repeat quoted lines.
  if (others.some((pick) => overlaps(pick.range, lines))) return 'budget';
  const most = relatedCeiling(choice, scored, ceiling);
  const pick = shrink(plan, scored, options, (tried) => ledger.fits(plan, [...others, tried], most));
  return pick ? enterPicks(choice, { plan, scored }, [...others, pick], ceiling) : 'budget';
}

/** Adds a part, shortened if the whole does not fit. */
export function addWholeOrShrunk(choice: Choice, plan: FilePlan, scored: Scored, ceiling?: number): Verdict {
  const verdict = addWhole(choice, plan, scored, ceiling);
  return verdict === 'taken' ? verdict : addShrunk(choice, plan, scored, ceiling);
}

// Cuts the context lines of a quoted part where they belong to another part.
function makeWayFor(pick: QuotedPart, own: LineRange, plan: FilePlan): QuotedPart {
  const [first, last] = rangeOf(pick.scored, plan.source);
  if (pick.cut || overlaps([first, last], own)) return pick;
  const [from, to] = pick.range;
  return { ...pick, range: last < own[0] ? [from, Math.min(to, own[0] - 1)] : [Math.max(from, own[1] + 1), to] };
}

export function addSkeleton(choice: Choice, plan: FilePlan, scored: Scored, ceiling = choice.ceiling): Verdict {
  const picks = choice.ledger.picks(plan);
  if (picks.length > 0 || takesWholeOnly(choice.options)) return 'budget';
  const pick = skeleton(plan, scored, (tried) => choice.ledger.fits(plan, [tried], ceiling));
  return pick ? enterPicks(choice, { plan, scored }, [pick], ceiling) : 'budget';
}

/** Whether one uncut pick holds all lines of a candidate. */
export function isQuoted(choice: Choice, plan: FilePlan, scored: Scored): boolean {
  const lines = rangeOf(scored, plan.source);
  return choice.ledger.picks(plan).some((pick) => !pick.cut && contains(pick.range, lines));
}

export function room(choice: Choice): number {
  return choice.isGivenUp ? 0 : choice.ceiling - choice.ledger.total();
}

// Enters picks in the ledger if the page then stays under the ceiling, and keeps account of limits and related
// candidates.
function enterPicks(
  choice: Choice,
  { plan, scored }: PlannedPart,
  picks: readonly QuotedPart[],
  ceiling: number,
): Verdict {
  const before = choice.ledger.total();
  const max = relatedCeiling(choice, scored, ceiling);
  const taken = choice.ledger.take(plan, picks, max);
  // Whether the share of related candidates kept the part out, although the page has room.
  const isShareSpent = taken === 'budget' && max < ceiling && choice.ledger.fits(plan, picks, ceiling);
  const verdict = isShareSpent ? 'limit' : taken;
  if (verdict === 'limit') choice.limited.add(scored.id);
  if (choice.ledger.total() > choice.giveUpAt) choice.isGivenUp = true;
  if (verdict === 'taken' && isRelated(scored)) choice.relatedTokens += choice.ledger.total() - before;
  return verdict;
}

// Related candidates keep to a share of the budget until better ones have had their turn.
function relatedCeiling(choice: Choice, scored: Scored, ceiling: number): number {
  if (choice.isRelatedFree || !isRelated(scored)) return ceiling;
  const { budgetTokens, tuning } = choice.options;
  const left = Math.floor(budgetTokens * tuning.relatedShare) - choice.relatedTokens;
  return Math.min(ceiling, choice.ledger.total() + Math.max(0, left));
}

// No token has more characters than this. Blanks around a line are not counted, because they are not always printed.
const CHARACTERS_PER_TOKEN_MAX = 128;

// Whether even the longest tokens could not make the page cheap enough; then nothing needs to be counted.
function isHopeless({ giveUpAt, ledger }: Choice, plan: FilePlan, [first, last]: LineRange, added: number): boolean {
  const max = (giveUpAt - ledger.total()) * CHARACTERS_PER_TOKEN_MAX;
  if (added <= max) return false;
  const solid = plan.source.lines.slice(first - 1, last).reduce((sum, line) => sum + line.trim().length, 0);
  return Math.min(solid, added) > max;
}

function unquotedCharacters(plan: FilePlan, range: LineRange, kept: readonly QuotedPart[]): number {
  const quoted = kept.filter((pick) => !pick.cut && overlaps(pick.range, range));
  const shared = quoted.reduce((sum, pick) => sum + charactersIn(plan, sharedLines(range, pick.range)), 0);
  return Math.max(0, charactersIn(plan, range) - shared);
}

// Shortens a part that does not fit: to signatures if they show it best, else to the lines the truncator keeps.
function shrink(
  plan: FilePlan,
  scored: Scored,
  options: BudgetOptions,
  fits: (pick: QuotedPart) => boolean,
): QuotedPart | null {
  if (isQuotedWhole(scored) && options.charactersPerBlockMax === null) return null;
  const range = rangeOf(scored, plan.source);
  // A shortened part would not leave out the lines that the caller dropped.
  if (plan.source.hidden?.some((lines) => overlaps(lines, range))) return null;
  const signatures = signaturesIn(plan, range);
  // Lines with evidence say more than signatures; a class is best shown by its members, unless its lines were named.
  const hasMatches = scored.matches.length > 0;
  const isOutline = signatures.length > 1 && !hasMatches;
  const isClass = scored.entity.kind === 'class' && !(scored.isPinned && hasMatches);
  if (options.includeSkeletons && (isOutline || isClass)) {
    const outline = skeleton(plan, scored, fits);
    if (outline) return outline;
  }
  return truncatePart(plan, scored, options, fits);
}

// Cuts a part to its signatures: all of them, or only the outermost if the others do not fit.
function skeleton(plan: FilePlan, scored: Scored, fits: (pick: QuotedPart) => boolean): QuotedPart | null {
  const range = rangeOf(scored, plan.source);
  const symbols = signaturesIn(plan, range);
  if (symbols.length < 2) return null;
  const isInside = (inner: SymbolFacts, outer: SymbolFacts) =>
    inner !== outer && outer.startLine <= inner.startLine && inner.endLine <= outer.endLine;
  const outermost = symbols.filter((symbol) => !symbols.some((other) => isInside(symbol, other)));
  for (const shown of [symbols, outermost]) {
    const ranges = mergeRanges(shown.map((symbol) => sharedLines(range, symbol.signatureLines)));
    // If signatures are more than half of the lines, they save too little.
    if (ranges.length === 0 || countLines(ranges) > (range[1] - range[0] + 1) / 2) continue;
    const pick: QuotedPart = { scored, range, cut: { level: 'skeleton', kept: ranges, text: null } };
    if (fits(pick)) return pick;
  }
  return null;
}

function truncatePart(
  plan: FilePlan,
  scored: Scored,
  options: BudgetOptions,
  fits: (pick: QuotedPart) => boolean,
): QuotedPart | null {
  const range = rangeOf(scored, plan.source);
  const signature = signatureIn(plan, scored, range);
  const max = options.charactersPerBlockMax ?? Number.POSITIVE_INFINITY;
  const lines = plan.source.lines.slice(range[0] - 1, range[1]);
  const input = {
    lines,
    startLine: range[0],
    signature,
    matches:
      scored.matches.length > 0 ? scored.matches : linesWithWords(lines, range[0], options.head.task?.keywords ?? []),
    language: scored.entity.language,
    comment: options.commentFor(scored.entity.language),
  };
  const pickOf = (text: string, kept: readonly LineRange[]): QuotedPart => {
    const isSignature = signature !== null && countLines(kept) <= signature[1] - signature[0] + 1;
    return { scored, range, cut: { level: isSignature ? 'skeleton' : 'excerpt', kept, text } };
  };
  // The printed note says how many lines are kept; in a trial each line of the text counts as kept, remarks included.
  const fitsText = (text: string) =>
    text.length <= max && fits(pickOf(text, [[range[0], Math.min(range[1], range[0] + text.split('\n').length - 1)]]));
  const cut = options.truncator.truncate(input, fitsText);
  if (!cut || isBoilerplate(plan, scored, cut.kept, options)) return null;
  const pick = pickOf(cut.text, cut.kept);
  // A signature alone says as little as a reference, so among search results it is quoted only of a pinned symbol.
  return options.dropsNoise && pick.cut?.level === 'skeleton' && !scored.isPinned ? null : pick;
}

function signaturesIn(plan: FilePlan, range: LineRange): readonly SymbolFacts[] {
  return plan.source.facts.symbols.filter((symbol) => contains(range, linesOf(symbol)));
}

function signatureIn(plan: FilePlan, scored: Scored, range: LineRange): LineRange | null {
  const begun = plan.source.facts.symbols.filter(({ startLine }) => startLine >= range[0] && startLine <= range[1]);
  const symbol =
    begun.find(({ qualifiedName }) => qualifiedName === scored.entity.qualifiedName) ??
    begun.find(({ startLine }) => startLine === range[0]);
  return symbol && overlaps(symbol.signatureLines, range) ? sharedLines(range, symbol.signatureLines) : null;
}

const LINES_MAX = 6;
// The least value of a line, as a share of the best line.
const SHARE_MIN = 0.5;

// Finds the lines with the words of the task that are rarest here, best first, for a part without lines of evidence.
function linesWithWords(lines: readonly string[], startLine: number, keywords: readonly Keyword[]): LineRange[] {
  const lower = lines.map((line) => line.toLowerCase());
  const worth = lines.map(() => 0);
  for (const { word, stem, weight } of keywords) {
    const forms = [word.toLowerCase(), stem];
    const at = lower.flatMap((line, index) => (forms.some((form) => line.includes(form)) ? [index] : []));
    // A word on many lines says less about each of them.
    for (const index of at) worth[index]! += weight / at.length ** 0.75;
  }
  const best = worth.reduce((max, value) => Math.max(max, value), 0);
  return worth
    .map((value, index) => ({ value, line: startLine + index }))
    .filter(({ value }) => value > 0 && value >= best * SHARE_MIN)
    .sort((a, b) => b.value - a.value || a.line - b.line)
    .slice(0, LINES_MAX)
    .map(({ line }) => [line, line]);
}
