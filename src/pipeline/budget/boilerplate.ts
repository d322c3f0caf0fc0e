// Finds lines that tell a reader little, so that the budget does not spend tokens on them: imports, bare heads, half
// comments and long ones.
import type { Scored, SourceText } from '../../model/candidate.ts';
import { type CommentForm, classifyLines, type LineKind } from '../../model/code-lines.ts';
import { FUNCTION_KINDS } from '../../model/entity.ts';
import type { LineRange } from '../../model/facts.ts';
import { lineNumbers, linesOf, overlaps } from '../../model/line-ranges.ts';
import { worthOf } from '../aim.ts';
import type { BudgetOptions } from './budget-options.ts';
import { type FilePlan, isQuotedWhole, rangeOf } from './file-plan.ts';

// Lines without content, such as brackets, imports, package lines and bare decorators.
const EMPTY_LINE =
  /^(?:[{}()[\];,]+|<\?php|import\s[\w.*\s{},]+;?|from\s[\w.]+\simport\s.*|if TYPE_CHECKING:|package\s[\w.]+;?|namespace\s[\w\\.:]+\s*[;{]?|['"]use strict['"];?|@\w+(?:\(\s*\))?|end|#pragma once)$/;

type NoiseOptions = Pick<BudgetOptions, 'dropsNoise' | 'commentFor'>;

/** Whether a candidate is nothing but boilerplate. */
export function isHollow(plan: FilePlan, scored: Scored, options: NoiseOptions): boolean {
  return isBoilerplate(plan, scored, [rangeOf(scored, plan.source)], options);
}

/** Whether a page that drops noise leaves lines out: imports, a head or signature alone, comments without code. */
export function isBoilerplate(
  { source }: FilePlan,
  scored: Scored,
  ranges: readonly LineRange[],
  { dropsNoise, commentFor }: NoiseOptions,
): boolean {
  const { language } = scored.entity;
  if (!dropsNoise || language === null || isQuotedWhole(scored)) return false;
  const { withContent } = describeLines(source, commentFor(language));
  const head = signatureBefore(source, ranges);
  const hasContent = (line: number) =>
    withContent[line - 1] === 1 && (head === null || line < head[0] || line > head[1]);
  return ranges.every(([first, last]) => {
    for (let line = first; line <= last; line++) if (hasContent(line)) return false;
    return true;
  });
}

// The signature of a function whose body continues after the given lines.
function signatureBefore({ facts: { symbols } }: SourceText, ranges: readonly LineRange[]): LineRange | null {
  const [first, last] = [ranges[0]?.[0] ?? 0, ranges.at(-1)?.[1] ?? 0];
  const cut = symbols.find(
    ({ kind, startLine, signatureLines, endLine }) =>
      FUNCTION_KINDS.has(kind) && startLine >= first && signatureLines[1] <= last && last < endLine,
  );
  return cut ? cut.signatureLines : null;
}

/** Trims from a range the end of a comment or block begun before it, and a comment about the code after it. */
export function withoutHalfComments(
  { source }: FilePlan,
  language: string | null,
  [first, last]: LineRange,
  { dropsNoise, commentFor }: NoiseOptions,
): LineRange {
  // A changed line of a diff is never cut.
  if (!dropsNoise || language === null || source.numbers) return [first, last];
  const { kinds } = describeLines(source, commentFor(language));
  const lineMark = commentFor(language)('').trim().split(/\s/)[0] ?? '';
  const isComment = (line: number) => kinds[line - 1] === 'comment';
  const continuesComment = (line: number) => {
    const text = source.lines[line - 1]!.trim();
    return isComment(line) && isComment(line - 1) && !OPENING.test(text) && !text.startsWith(lineMark);
  };

  const isClosing = (line: number) => CLOSING.test(source.lines[line - 1]!.trim());
  let [start, end] = [first, last];
  while (start < end && (continuesComment(start) || isClosing(start))) start++;
  // A doc string follows the code that it documents, so it is kept.
  const isTrailing = (line: number) => kinds[line - 1] !== 'code' && !DOC_TEXT.test(source.lines[line - 1]!);
  if (last < source.lines.length) while (end > start && isTrailing(end)) end--;
  return DOC_TEXT.test(source.lines[end - 1]!) ? [start, last] : [start, end];
}

// The beginning of a block comment. Quotes alone on a line may open or close one; after a line of a comment they close
// it.
const OPENING = /^(?:\/\*|[rRuU]?"""\s*\S|[rRuU]?'''\s*\S|=begin\b|<!--)/;
const DOC_TEXT = /"""|'''/;
// A blank line, or one that only closes brackets or a block.
const CLOSING = /^(?:[)\]}>]+[;,]*|end)?$/;

// Comments of at least this many lines are cut to their first lines, because readers rarely need examples and
// parameters.
const LONG_COMMENT = 8;
const COMMENT_KEPT = 3;
// A unit keeps its comments if it is needed at least this many times as much as the floor asks.
const COMMENT_NEEDED = 4;
const COMMENT_END = /^(?:\*+\/|"""|'''|=end|-->)$/;

/** Lines of long comments to leave out, unless their unit is pinned or much needed, or evidence points at them. */
export function longComments(
  { source, all }: FilePlan,
  { entity: { language }, givenPosition }: Scored,
  [first, last]: LineRange,
  { namesParts, commentFor, floors }: Pick<BudgetOptions, 'namesParts' | 'commentFor' | 'floors'>,
): readonly LineRange[] {
  if (!namesParts || language === null || source.numbers || givenPosition !== undefined) return [];
  const { kinds } = describeLines(source, commentFor(language));
  const least = floors.likely?.units ?? 0;
  const isAskedFor = (comment: LineRange) =>
    all.some((candidate) => {
      const isAsked = candidate.isPinned || worthOf(candidate, floors) >= least * COMMENT_NEEDED;
      const isIn = candidate.entity.container !== null && overlaps(linesOf(candidate.entity.location), comment);
      return isIn && (isAsked || candidate.matches.some((lines) => overlaps(lines, comment)));
    });
  const cut: LineRange[] = [];
  for (let line = first; line <= last; line++) {
    if (kinds[line - 1] !== 'comment') continue;
    let end = line;
    while (end < last && kinds[end] === 'comment') end++;
    const to = COMMENT_END.test(source.lines[end - 1]!.trim()) ? end - 1 : end;
    if (end - line + 1 >= LONG_COMMENT && !isAskedFor([line, end])) cut.push([line + COMMENT_KEPT, to]);
    line = end;
  }
  return cut;
}

interface LineContents {
  readonly kinds: readonly LineKind[];
  /** 1 for each line with content. */
  readonly withContent: Uint8Array;
}

const contentsBySource = new WeakMap<SourceText, LineContents>();

function describeLines(source: SourceText, comment: CommentForm): LineContents {
  const before = contentsBySource.get(source);
  if (before) return before;
  const kinds = classifyLines(source.lines, comment);
  const withContent = Uint8Array.from(kinds, (kind, index) =>
    Number(kind === 'code' && !EMPTY_LINE.test(source.lines[index]!.trim())),
  );
  for (const [first, last] of [...source.facts.importLines, ...headLines(source)]) withContent.fill(0, first - 1, last);
  const contents = { kinds, withContent };
  contentsBySource.set(source, contents);
  return contents;
}

// The heads of symbols with members, and the annotations above the heads; they count as empty because the members say
// more.
function headLines({ facts: { symbols }, lines }: SourceText): readonly LineRange[] {
  const parents = new Set(symbols.flatMap(({ parent }) => (parent === null ? [] : [parent])));
  return symbols.flatMap(({ startLine, signatureLines: [from, to], endLine }, index) => {
    // A head on one line with its members has content.
    if (!parents.has(index) || to >= endLine) return [];
    const isNote = (line: number) => ANNOTATION.test(lines[line - 1]?.trim() ?? '');
    const notes = lineNumbers([[startLine, Math.max(startLine, from) - 1]]).filter(isNote);
    return [[from, to] as const, ...notes.map((line) => [line, line] as const)];
  });
}

// A decorator, or an attribute of Rust (`#[…]`) or C# (`[…]`).
const ANNOTATION = /^(?:@[\w.:]+(?:\(.*\))?|#!?\[.*\]|\[[A-Z].*\])$/;
