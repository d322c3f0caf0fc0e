// Turns the chosen parts of a file into printed blocks: merges ranges that touch, adds imports, and notes what is left
// out.
import { type Scored, strongestClause } from '../../model/candidate.ts';
import { FUNCTION_KINDS } from '../../model/entity.ts';
import type { LineRange, SymbolFacts } from '../../model/facts.ts';
import {
  contains,
  countLines,
  lineNumbers,
  linesOf,
  mergeRanges,
  subtractLines,
  trimBlankLines,
} from '../../model/line-ranges.ts';
import type { Quote, QuotedEntity } from '../../ports/formatter.ts';
import { isBoilerplate, longComments, withoutHalfComments } from './boilerplate.ts';
import type { BudgetOptions } from './budget-options.ts';
import { byRank, type FilePlan, isRelated, ownLines, type QuotedPart, rangeOf } from './file-plan.ts';
import { fileSpan, holdsChange, usedImports, withFileLines } from './source-lines.ts';

// With `dropsNoise`, a block names the symbol it is part of, and brings only imports that quoted lines use.
interface BlockOptions extends BudgetOptions {
  /** Whether import lines are cheap beside this many quoted characters. */
  readonly isCheap: (imports: string, quoted: number) => boolean;
}

/** Makes the blocks that quote the picks of one file: adjacent whole parts are merged, shortened ones are not. */
export function makeBlocks(plan: FilePlan, picks: readonly QuotedPart[], options: BlockOptions): readonly Quote[] {
  const whole = picks.filter((pick) => pick.cut === null);
  const wholeRanges = whole.map((pick) => pick.range);
  const shown = subtractLines(mergeRanges(wholeRanges, options.tuning.gapLines), plan.source.hidden ?? []);
  const ranges = options.dropsNoise ? shown.flatMap((range) => cutAtSymbols(plan, range)) : shown;
  const blocks = [
    ...ranges.map((range) => wholeBlock(plan, range, whole, options)),
    ...picks.flatMap((pick) => cutBlock(plan, pick, ranges, options)),
  ];
  const isUnchanged = (block: Quote) => Number(!holdsChange(plan.source, block));
  blocks.sort((a, b) => isUnchanged(a) - isUnchanged(b) || a.startLine - b.startLine || a.endLine - b.endLine);
  const withReason = blocks.map((block, index) =>
    index === 0 ? { ...withCopies(plan, block), why: reasonOf(plan, picks) } : block,
  );
  // A diff shows changed imports itself.
  const isPlain = plan.hunks.length === 0;
  const all = options.includeImports && isPlain ? withImports(plan, withReason, ranges, options) : withReason;
  return all.map((block) => withFileLines(plan.source, withCaveat(plan, block)));
}

const BLOCK_LINES_MAX = 150;

// Splits long ranges before functions, so that their parts have names; whole files and functions are not split.
function cutAtSymbols({ source, hunks }: FilePlan, [first, last]: LineRange): readonly LineRange[] {
  if (last - first < BLOCK_LINES_MAX || hunks.length > 0 || (first <= 2 && last >= source.lines.length - 1))
    return [[first, last]];
  const functions = source.facts.symbols.filter(({ kind }) => FUNCTION_KINDS.has(kind));
  const starts = functions
    .filter(({ startLine, endLine }) => startLine > first && endLine <= last)
    .map(({ startLine }) => startLine)
    .filter((line) => !functions.some(({ startLine, endLine }) => startLine < line && line <= endLine));
  const ranges: LineRange[] = [];
  let from = first;
  for (const [index, start] of starts.entries()) {
    const next = starts[index + 1] ?? last + 1;
    if (next - from <= BLOCK_LINES_MAX || start === from) continue;
    if (source.lines.slice(from - 1, start - 1).some((line) => line.trim() !== '')) ranges.push([from, start - 1]);
    from = start;
  }
  return [...ranges, [from, last]];
}

// Why the file is on the page: the reason of the file, or of its best part if that is only related.
function reasonOf({ file }: FilePlan, picks: readonly QuotedPart[]): string {
  const parts = picks.map(({ scored }) => scored).sort(byRank);
  const clauses = parts.map(({ listReasons }) => strongestClause(listReasons()));
  const first = parts[0] && isRelated(parts[0]) ? clauses : [strongestClause(file?.listReasons() ?? []), ...clauses];
  return first.find((clause) => clause !== '') ?? '';
}

const COPIES_NAMED = 3;

function withCopies({ alsoAt = [] }: FilePlan, block: Quote): Quote {
  if (alsoAt.length === 0) return block;
  const more = alsoAt.length > COPIES_NAMED ? ` and ${alsoAt.length - COPIES_NAMED} more` : '';
  const same = `same text in ${alsoAt.slice(0, COPIES_NAMED).join(', ')}${more}`;
  return { ...block, note: block.note === null ? same : `${block.note}, ${same}` };
}

/** Counts the lines of a file that picks quote. */
export function countQuotedLines(picks: readonly QuotedPart[], gapLines: number): number {
  const ranges = picks.flatMap((pick) => (pick.cut ? [] : [pick.range]));
  const cut = picks.reduce((sum, pick) => sum + (pick.cut ? countLines(pick.cut.kept) : 0), 0);
  return countLines(mergeRanges(ranges, gapLines)) + cut;
}

function wholeBlock(plan: FilePlan, range: LineRange, whole: readonly QuotedPart[], options: BlockOptions): Quote {
  const isInside = (scored: Scored) => contains(range, rangeOf(scored, plan.source));
  const chosen = whole.flatMap(({ scored }) => (isInside(scored) ? [scored] : [])).sort(byRank);
  const file = plan.file !== null && isInside(plan.file) ? plan.file : null;
  const primary = file ?? chosen[0] ?? plan.all[0]!;
  const covered = [...new Set([primary, ...chosen, ...plan.all.filter(isInside)])];
  const { lines } = plan.source;
  const withoutHalves = withoutHalfComments(plan, primary.entity.language, trimBlankLines(range, lines), options);
  const shown = trimBlankLines(withoutHalves, lines);
  const holder = options.dropsNoise ? describeHolder(plan, withoutContextLines(plan, shown, covered)) : null;
  return {
    ...withoutLongComments(longComments(plan, primary, shown, options), quote(plan, primary, shown), plan),
    note: file && range[0] > 1 ? 'without its licence' : holder,
    covers: covered.map(({ id }) => id),
    entities: covered.map(entityIn),
    doc: docOf(covered),
  };
}

// Replaces the cut lines by a remark in the style of the comment.
function withoutLongComments(cut: readonly LineRange[], block: Quote, plan: FilePlan): Quote {
  if (cut.length === 0) return block;
  const lines = subtractLines([linesOf(block)], cut);
  const texts = lines.map((range) => textIn(plan, range));
  const remarks = cut.map(([first, last]) => {
    const mark = /^\s*(?:\*|\/\/[/!]?|#+|--+|;+|%+)?/.exec(plan.source.lines[first - 1] ?? '')?.[0] ?? '';
    return `${mark}${/\S$/.test(mark) ? ' ' : ''}… ${last - first + 1} lines left out`;
  });
  const parts = texts.flatMap((text, index) => (remarks[index] === undefined ? [text] : [text, remarks[index]]));
  return { ...block, lines, text: parts.join('\n') };
}

// Marks a block with gaps as an excerpt, and adds the caveat of its text.
function withCaveat({ source: { caveat } }: FilePlan, block: Quote): Quote {
  const level = block.level === 'full' && block.lines.length > 1 ? 'excerpt' : block.level;
  const note = caveat && block.note ? `${caveat}, ${block.note}` : (caveat ?? block.note);
  return { ...block, level, note };
}

// A joined block keeps the doc text of every entity.
function docOf(all: readonly Scored[]): string | null {
  const withDoc = all.filter(({ entity }) => entity.doc);
  if (withDoc.length < 2) return withDoc[0]?.entity.doc ?? null;
  return withDoc.map(({ entity: { name, doc } }) => `${name}: ${doc}`).join('\n\n');
}

// The range without context lines, which may belong to a neighbour. A range of a diff stays as it is.
function withoutContextLines({ source }: FilePlan, [first, last]: LineRange, covered: readonly Scored[]): LineRange {
  const places = source.numbers ? [] : covered.map(({ entity }) => entity.location);
  const start = Math.max(first, Math.min(...places.map(({ startLine }) => startLine)));
  const end = Math.min(last, Math.max(...places.map(({ endLine }) => endLine)));
  return start <= end ? [start, end] : [first, last];
}

// Names the innermost symbol that a piece is part of, with the lines of that symbol.
function describeHolder({ source }: FilePlan, [first, last]: LineRange): string | null {
  const { symbols } = source.facts;
  const isCut = ({ kind, startLine, signatureLines, endLine }: SymbolFacts) => {
    // Context lines of a hunk may hold the first lines of the next function, to which the change does not belong.
    if (endLine > last && startLine >= first)
      return source.numbers === undefined && FUNCTION_KINDS.has(kind) && signatureLines[1] <= last;
    return first > signatureLines[0] && first <= endLine && (endLine > last || FUNCTION_KINDS.has(kind));
  };
  const holder = symbols.findLast(isCut);
  const isOwn = symbols.some(
    ({ startLine, endLine }) => startLine >= first - 1 && startLine <= last && endLine <= last,
  );
  if (!holder || (isOwn && !FUNCTION_KINDS.has(holder.kind))) return null;
  const [from, to] = fileSpan(source, linesOf(holder));
  return `part of ${holder.qualifiedName} ${from}-${to}`;
}

function cutBlock(
  plan: FilePlan,
  pick: QuotedPart,
  quoted: readonly LineRange[],
  options: BlockOptions,
): readonly Quote[] {
  if (!pick.cut) return [];
  const range = rangeOf(pick.scored, plan.source);
  const total = range[1] - range[0] + 1;
  const inside = plan.all.filter(
    (candidate) => candidate.entity.container !== null && contains(range, rangeOf(candidate, plan.source)),
  );
  const others = pick.scored.entity.container === null ? [] : inside.filter(({ id }) => id !== pick.scored.id);
  const all = [pick.scored, ...others];
  const base = { ...quote(plan, pick.scored, range), covers: all.map(({ id }) => id), entities: all.map(entityIn) };
  if (pick.cut.text !== null) {
    const shown = countLines(pick.cut.kept);
    return [
      { ...base, level: pick.cut.level, text: pick.cut.text, lines: pick.cut.kept, note: `${shown} of ${total} lines` },
    ];
  }
  // Members that are quoted themselves are left out of the outline.
  const lines = mergeRanges(subtractLines(pick.cut.kept, quoted));
  if (lines.length === 0 || isBoilerplate(plan, pick.scored, lines, options)) return [];
  const text = lines.map((range) => textIn(plan, range)).join('\n');
  return [
    { ...base, level: pick.cut.level, text, lines, note: `signatures only, ${countLines(lines)} of ${total} lines` },
  ];
}

// Adds the imports of a file that are not quoted anyway (with `dropsNoise`, those that quoted lines use) to its first
// uncut block, if they are cheap.
function withImports(
  plan: FilePlan,
  blocks: readonly Quote[],
  ranges: readonly LineRange[],
  options: BlockOptions,
): readonly Quote[] {
  const first = blocks.find((block) => block.level === 'full');
  if (!first) return blocks;
  const { facts, lines, hidden = [] } = plan.source;
  const unshown = subtractLines(facts.importLines, [...ranges, ...hidden]);
  const unquoted = lineNumbers(unshown).filter((line) => (lines[line - 1] ?? '').trim() !== '');
  const used = usedImports(lines, unquoted, blocks.map(({ text }) => text).join('\n'));
  const rest = options.dropsNoise ? used : unquoted;
  const imports = rest.map((line) => lines[line - 1]).join('\n');
  const quoted = blocks.reduce((sum, block) => sum + block.text.length, 0);
  if (imports === '' || !options.isCheap(imports, quoted)) return blocks;
  const importLines = mergeRanges(rest.map((line) => [line, line]));
  return blocks.map((block) => (block === first ? { ...block, imports, importLines } : block));
}

function textIn({ source }: FilePlan, [first, last]: LineRange): string {
  return source.lines.slice(first - 1, last).join('\n');
}

function quote(plan: FilePlan, scored: Scored, [startLine, endLine]: LineRange): Quote {
  const { entity } = scored;
  const { id, kind, name, qualifiedName } = entityIn(scored);
  return {
    ...{ id, kind, name, qualifiedName },
    path: plan.path,
    entityLines: entity.container === null ? rangeOf(scored, plan.source) : ownLines(scored),
    startLine,
    endLine,
    lines: [[startLine, endLine]],
    level: 'full',
    score: scored.score,
    reasons: scored.listReasons(),
    hash: plan.source.hash,
    language: entity.language,
    text: textIn(plan, [startLine, endLine]),
    imports: null,
    importLines: [],
    isStale: plan.source.isStale,
    covers: [scored.id],
    entities: [entityIn(scored)],
    note: null,
    doc: entity.doc,
  };
}

function entityIn(scored: Scored): QuotedEntity {
  const { id, score, entity } = scored;
  const { kind, name, qualifiedName } = entity;
  const [startLine, endLine] = ownLines(scored);
  return { id, kind, name, qualifiedName, startLine, endLine, score };
}
