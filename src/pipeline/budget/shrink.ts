import type { Scored } from '../../model/candidate.ts';
import type { LineRange, SymbolFacts } from '../../model/facts.ts';
import { countLines, mergeRanges, overlaps } from '../../model/line-ranges.ts';
import type { Keyword } from '../../model/task.ts';
import { saysNothing } from './boilerplate.ts';
import type { BudgetOptions } from './budget-options.ts';
import { type FilePlan, isAtomic, type QuotedPart, rangeOf } from './file-plan.ts';

/** Less of a part that does not fit whole: signatures for what holds others, else what the truncator keeps. */
export function shrink(
  plan: FilePlan,
  scored: Scored,
  options: BudgetOptions,
  fits: (pick: QuotedPart) => boolean,
): QuotedPart | null {
  if (isAtomic(scored) && options.charactersPerBlockMax === null) return null;
  const range = rangeOf(scored, plan.source);
  if (plan.source.hidden?.some((lines) => overlaps(lines, range))) return null;
  const signatures = signaturesIn(plan, range);
  // Evidence inside a file says more than its signatures; a class is best told by its members, unless its lines were named.
  const hasMatches = scored.matches.length > 0;
  const isOutline = signatures.length > 1 && !hasMatches;
  const isClass = scored.entity.kind === 'class' && !(scored.isPinned && hasMatches);
  if (options.includeSkeletons && (isOutline || isClass)) {
    const outline = skeleton(plan, scored, fits);
    if (outline) return outline;
  }
  return truncated(plan, scored, options, fits);
}

/** The signatures in the lines of a part: all of them, or only the outermost when that is all there is room for. */
export function skeleton(plan: FilePlan, scored: Scored, fits: (pick: QuotedPart) => boolean): QuotedPart | null {
  const range = rangeOf(scored, plan.source);
  const symbols = signaturesIn(plan, range);
  if (symbols.length < 2) return null;
  const outermost = symbols.filter(
    (symbol) =>
      !symbols.some(
        (other) => other !== symbol && other.startLine <= symbol.startLine && symbol.endLine <= other.endLine,
      ),
  );
  for (const shown of [symbols, outermost]) {
    const kept = mergeRanges(shown.map((symbol) => within(range, symbol.signatureLines)));
    // Signatures that are nearly everything are no outline.
    if (kept.length === 0 || countLines(kept) > (range[1] - range[0] + 1) / 2) continue;
    const pick: QuotedPart = { scored, range, cut: { level: 'skeleton', kept, text: null } };
    if (fits(pick)) return pick;
  }
  return null;
}

function truncated(
  plan: FilePlan,
  scored: Scored,
  options: BudgetOptions,
  fits: (pick: QuotedPart) => boolean,
): QuotedPart | null {
  const range = rangeOf(scored, plan.source);
  const signature = signatureOf(plan, scored, range);
  const most = options.charactersPerBlockMax ?? Number.POSITIVE_INFINITY;
  const lines = plan.source.lines.slice(range[0] - 1, range[1]);
  const input = {
    lines,
    startLine: range[0],
    signature,
    matches: scored.matches.length > 0 ? scored.matches : wordLines(lines, range[0], options.head.task?.keywords ?? []),
    language: scored.entity.language,
    comment: options.commentFor(scored.entity.language),
  };
  const pickOf = (text: string, kept: readonly LineRange[]): QuotedPart => {
    const isSignature = signature !== null && countLines(kept) <= signature[1] - signature[0] + 1;
    return { scored, range, cut: { level: isSignature ? 'skeleton' : 'excerpt', kept, text } };
  };
  // The note tells the number of lines kept, so a trial is priced as if nearly all of them were.
  const fitsText = (text: string) =>
    text.length <= most && fits(pickOf(text, [[range[0], Math.min(range[1], range[0] + text.split('\n').length - 1)]]));
  const cut = options.truncator.truncate(input, fitsText);
  if (!cut || saysNothing(plan, scored, cut.kept, options)) return null;
  const pick = pickOf(cut.text, cut.kept);
  // A signature alone says no more than a line that names it; what was asked for by name is worth it.
  return options.dropsNoise && pick.cut?.level === 'skeleton' && !scored.isPinned ? null : pick;
}

function signaturesIn(plan: FilePlan, range: LineRange): readonly SymbolFacts[] {
  return plan.source.facts.symbols.filter((symbol) => symbol.startLine >= range[0] && symbol.endLine <= range[1]);
}

function signatureOf(plan: FilePlan, scored: Scored, range: LineRange): LineRange | null {
  const symbols = plan.source.facts.symbols;
  const isFrom = (line: number) => line >= range[0] && line <= range[1];
  const own =
    symbols.find(
      ({ startLine, qualifiedName }) => isFrom(startLine) && qualifiedName === scored.entity.qualifiedName,
    ) ?? symbols.find((symbol) => symbol.startLine === range[0]);
  return own && overlaps(own.signatureLines, range) ? within(range, own.signatureLines) : null;
}

function within(range: LineRange, inner: LineRange): LineRange {
  return [Math.max(range[0], inner[0]), Math.min(range[1], inner[1])];
}

const LINES_MAX = 6;
/** Of the best line's worth, what a line must have to be a place to look at. */
const SHARE_MIN = 0.5;

/**
 * The lines that speak most of the task, best first: where a long part is worth looking at when no evidence points at lines.
 * A word that stands on many of the lines tells none of them apart.
 */
function wordLines(lines: readonly string[], startLine: number, keywords: readonly Keyword[]): readonly LineRange[] {
  const lower = lines.map((line) => line.toLowerCase());
  const worth = lines.map(() => 0);
  for (const { word, stem, weight } of keywords) {
    const forms = [word.toLowerCase(), stem];
    const at = lower.flatMap((line, index) => (forms.some((form) => line.includes(form)) ? [index] : []));
    for (const index of at) worth[index]! += weight / at.length ** 0.75;
  }
  const best = worth.reduce((most, one) => Math.max(most, one), 0);
  return worth
    .map((value, index) => ({ value, line: startLine + index }))
    .filter(({ value }) => value > 0 && value >= best * SHARE_MIN)
    .sort((a, b) => b.value - a.value || a.line - b.line)
    .slice(0, LINES_MAX)
    .map(({ line }) => [line, line]);
}
