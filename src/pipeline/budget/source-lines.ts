// Works on the lines of a quoted file: marks of evidence, licences, line numbers of a diff, and the imports that quoted
// lines use.
import type { Scored, SourceText } from '../../model/candidate.ts';
import type { LineRange } from '../../model/facts.ts';
import { linesOf, mergeRanges } from '../../model/line-ranges.ts';
import type { Quote } from '../../ports/formatter.ts';
import type { BudgetOptions } from './budget-options.ts';

/** Adds each mark as a comment behind the first line of its evidence, one mark a line, so that every quote shows it. */
export function markLines(
  source: SourceText,
  candidates: readonly Scored[],
  commentFor: BudgetOptions['commentFor'],
): SourceText {
  const marks = new Map<number, string>();
  for (const { signals } of candidates)
    for (const { evidence = [] } of signals)
      for (const { lines, mark } of evidence) if (mark !== undefined && !marks.has(lines[0])) marks.set(lines[0], mark);
  if (marks.size === 0) return source;
  const comment = commentFor(candidates[0]?.entity.language ?? null);
  const lines = source.lines.map((line, index) => {
    const mark = marks.get(index + 1);
    return mark === undefined ? line : `${line.trimEnd()} ${comment(mark)}`;
  });
  return { ...source, lines };
}

const LICENCE = /copyright|licen[cs]e|SPDX-/i;
const LINE_COMMENT = /^\s*(?:\/\/|#|--|;|%|"""|'''|$)/;
// Lines that are searched for the end of a licence.
const LOOK_MAX = 80;

/** Counts the lines to the end of a first comment that speaks of a licence; 0 if there is none or it is too long. */
export function countLicenceLines(lines: readonly string[]): number {
  const end = leadingCommentEnd(lines);
  return LICENCE.test(lines.slice(0, end).join('\n')) ? end : 0;
}

function leadingCommentEnd(lines: readonly string[]): number {
  const first = lines.findIndex((line) => line.trim() !== '' && !/^<\?(?:php|xml)|^#!/.test(line));
  if (first < 0 || first > 2) return 0;
  const isBlock = /^\s*(?:\/\*|<!--|\(\*)/.test(lines[first] ?? '');
  for (let index = first; index < Math.min(lines.length, LOOK_MAX); index++) {
    const line = lines[index] ?? '';
    if (isBlock && /\*\/|-->|\*\)/.test(line)) return index + 1;
    // A doc comment of the module may follow after a blank line; it is not part of the licence.
    if (!isBlock && (line.trim() === '' || !LINE_COMMENT.test(line))) return index;
  }
  return 0;
}

/** Gives a quote of a diff the line numbers of the file; a quote without changed lines loses its diff marks. */
export function withFileLines(source: SourceText, quote: Quote): Quote {
  if (source.numbers === undefined) return quote;
  const [startLine, endLine] = fileSpan(source, linesOf(quote));
  return {
    ...quote,
    ...(holdsChange(source, quote) ? { language: 'diff' } : { text: quote.text.replace(/^[ @]/gm, '') }),
    startLine,
    endLine,
    entityLines: fileSpan(source, quote.entityLines),
    lines: quote.lines.flatMap((range) => linesIn(source, range)),
    importLines: quote.importLines.flatMap((range) => linesIn(source, range)),
    ...(quote.entities && {
      entities: quote.entities.map((entity) => {
        const [first, last] = fileSpan(source, linesOf(entity));
        return { ...entity, startLine: first, endLine: last };
      }),
    }),
  };
}

/** Whether a quote of a file read as its diff holds a line that the diff adds or takes away. */
export function holdsChange({ numbers }: SourceText, { text }: Quote): boolean {
  return numbers !== undefined && /^[+-]/m.test(text);
}

/** The span of a file's lines among rows of its diff; for removed lines alone, the next line or the last. */
export function fileSpan({ numbers }: SourceText, [first, last]: LineRange): LineRange {
  if (numbers === undefined) return [first, last];
  const fileLines = numbers.slice(first - 1, last).filter((number) => number !== null);
  if (fileLines.length > 0) return [fileLines[0]!, fileLines.at(-1)!];
  const next = numbers.slice(last).find((number) => number !== null);
  const before = numbers.slice(0, first - 1).findLast((number) => number !== null);
  const place = next ?? before ?? 1;
  return [place, place];
}

function linesIn({ numbers }: SourceText, [first, last]: LineRange): readonly LineRange[] {
  const fileLines = (numbers ?? []).slice(first - 1, last).filter((number) => number !== null);
  return mergeRanges(fileLines.map((number) => [number, number]));
}

// Words of import lines that are no names.
const KEYWORDS = new Set(
  'import from use using require require_relative #include include as type typeof const let var export default static package namespace mod crate self super pub extern crate open global'.split(
    ' ',
  ),
);
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

/** Returns the import lines that may bind a name in the quoted text; of a long statement, only these and its ends. */
export function usedImports(
  lines: readonly string[],
  importLines: readonly number[],
  quoted: string,
): readonly number[] {
  const named = new Set((quoted.match(NAME) ?? []).map(normalName));
  const isUsed = (line: number) => boundNames(lines[line - 1] ?? '').some((name) => name === '*' || named.has(name));
  return statements(lines, importLines).flatMap((statement) => {
    // An indented import is left out, because it makes no sense without the code around it.
    if (/^\s/.test(lines[statement[0]! - 1] ?? '')) return [];
    if (statement.length < 3) return statement.some(isUsed) ? statement : [];
    const inner = statement.slice(1, -1).filter(isUsed);
    return inner.length === 0 ? [] : [statement[0]!, ...inner, statement.at(-1)!];
  });
}

// Groups import lines into statements: lines from an open bracket to the closing one belong together.
function statements(lines: readonly string[], importLines: readonly number[]): readonly (readonly number[])[] {
  const all: number[][] = [];
  let depth = 0;
  for (const line of importLines) {
    const text = (lines[line - 1] ?? '').replace(/(["'`]).*?\1/g, '');
    if (depth > 0) all.at(-1)!.push(line);
    else all.push([line]);
    depth = Math.max(0, depth + text.split(/[({[]/).length - text.split(/[)}\]]/).length);
  }
  return all;
}

// The names that an import line may bind: the last parts of its paths and of its words; a system header binds none.
function boundNames(line: string): readonly string[] {
  const paths = [...line.matchAll(/(["'`])(.*?)\1/g)].map((match) => match[2]!.replace(/\.\w{1,4}$/, ''));
  const rest = line.replace(/(["'`]).*?\1|<[^>]*>/g, ' ');
  const words = rest.split(/[\s,;(){}[\]=]+/).filter((word) => word !== '' && !KEYWORDS.has(word));
  return [...paths, ...words].flatMap((path) => {
    const end = path.split(/[./\\:]+/).findLast((part) => part !== '') ?? '';
    return end === '*' && !/\sas\s/.test(line) ? ['*'] : (end.match(NAME) ?? []).map(normalName);
  });
}

// Ignores underscores and case, so that an import of `active_record` matches `ActiveRecord`.
function normalName(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}
