import { lineKinds, type Piece, piecesOf } from '../model/code-lines.ts';
import type { LineRange } from '../model/facts.ts';
import { mergeRanges } from '../model/line-ranges.ts';
import type { Truncated, TruncateInput } from '../ports/truncator.ts';

/** The kept lines with a remark in the place of every run that was left out. */
export function keptLines(input: TruncateInput, ranges: readonly LineRange[]): Truncated {
  // A remark costs more than a single line, so a gap of one line is kept.
  const kept = mergeRanges(ranges, 1);
  const endLine = input.startLine + input.lines.length - 1;
  const parts: string[] = [];
  let next = input.startLine;
  for (const [first, last] of [...kept, [endLine + 1, endLine] as const]) {
    if (first > next && !isBlank(input, next, first - 1)) parts.push(remark(input, next, first - 1));
    for (let line = first; line <= last; line++) parts.push(lineAt(input, line));
    next = Math.max(next, last + 1);
  }
  return { text: parts.join('\n'), kept };
}

/** Lines that are kept or left out together, in file line numbers. */
export type CutPiece = Piece;

/** Where the text may be cut: between statements; between any two lines where it is no code. */
export function cutPieces({ lines, startLine, language, comment }: TruncateInput): readonly CutPiece[] {
  const pieces =
    language === null
      ? lines.map((_, index) => ({ lines: [index + 1, index + 1] as LineRange, isComment: false }))
      : piecesOf(lines, comment);
  return pieces.map((piece) => ({
    ...piece,
    lines: [piece.lines[0] + startLine - 1, piece.lines[1] + startLine - 1],
  }));
}

/**
 * The greatest size from `least` to `most` whose text fits; null when not even the least does. Small sizes are tried first: of a
 * part of thousands of lines some tens fit, and counting the tokens of half of it takes longer than all of them.
 */
export function greatestThatFits(
  sizes: { readonly least: number; readonly most: number },
  make: (size: number) => Truncated,
  fits: (text: string) => boolean,
): Truncated | null {
  let best: Truncated | null = null;
  let low = sizes.least;
  let high = sizes.most;
  let step = FIRST_SIZES;
  while (low <= high) {
    const middle = Math.min((low + high) >> 1, low + step);
    const made = make(middle);
    if (fits(made.text)) {
      best = made;
      low = middle + 1;
      step *= 2;
    } else high = middle - 1;
  }
  return best;
}

const FIRST_SIZES = 32;

/** The whole text when it fits after all: nothing that fits is ever cut. */
export function wholeIfFits(input: TruncateInput, fits: (text: string) => boolean): Truncated | null {
  const text = input.lines.join('\n');
  const whole: LineRange = [input.startLine, input.startLine + input.lines.length - 1];
  return fits(text) ? { text, kept: [whole] } : null;
}

/** Whether a cut keeps any line that says something; a comment without its code does not. */
export function saysSomething(input: TruncateInput, cut: Truncated): boolean {
  const kinds = lineKinds(input.lines, input.comment);
  const isSaying = (line: number) => {
    const kind = kinds[line - input.startLine];
    return kind === 'code' || (kind === 'comment' && input.language === null);
  };
  return cut.kept.some(([first, last]) => {
    for (let line = first; line <= last; line++) if (isSaying(line)) return true;
    return false;
  });
}

function isBlank(input: TruncateInput, first: number, last: number): boolean {
  return input.lines.slice(first - input.startLine, last - input.startLine + 1).every((line) => line.trim() === '');
}

function remark(input: TruncateInput, first: number, last: number): string {
  const indent = /^\s*/.exec(lineAt(input, first))?.[0].slice(0, 40) ?? '';
  const count = last - first + 1;
  return indent + input.comment(`… ${count} ${count === 1 ? 'line' : 'lines'} left out`);
}

function lineAt(input: TruncateInput, line: number): string {
  return input.lines[line - input.startLine] ?? '';
}
