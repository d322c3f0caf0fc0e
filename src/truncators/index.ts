// A block that does not fit its budget is cut. This file has the ways to do so: they keep the signature, the lines
// around matches, both ends, or nothing.
import { classifyLines, cutIntoPieces, type Piece } from '../model/code-lines.ts';
import { ContextError } from '../model/errors.ts';
import type { LineRange } from '../model/facts.ts';
import { mergeRanges, overlaps } from '../model/line-ranges.ts';
import type { TruncateInput, TruncateResult, Truncator } from '../ports/truncator.ts';

/** Joins the kept lines, with a remark in place of each run of lines that was left out. */
function joinKeptLines(input: TruncateInput, ranges: readonly LineRange[]): TruncateResult {
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
type CutPiece = Piece;

/** Lists the pieces between which a text may be cut: the statements of code, the lines of other text. */
function cutPieces({ lines, startLine, language, comment }: TruncateInput): readonly CutPiece[] {
  const pieces =
    language === null
      ? lines.map((_, index) => ({ lines: [index + 1, index + 1] as LineRange, isComment: false }))
      : cutIntoPieces(lines, comment);
  return pieces.map((piece) => ({
    ...piece,
    lines: [piece.lines[0] + startLine - 1, piece.lines[1] + startLine - 1],
  }));
}

/**
 * Finds the greatest size from `least` to `most` whose text fits; null if the least does not. It tries small sizes
 * first, because few of a thousand lines fit, and counting the tokens of half of them would take long.
 */
export function findGreatestFit(
  sizes: { readonly least: number; readonly most: number },
  make: (size: number) => TruncateResult,
  fits: (text: string) => boolean,
): TruncateResult | null {
  let best: TruncateResult | null = null;
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

/** Returns the whole text if it fits; else null. */
function wholeIfFits(input: TruncateInput, fits: (text: string) => boolean): TruncateResult | null {
  const text = input.lines.join('\n');
  const whole: LineRange = [input.startLine, input.startLine + input.lines.length - 1];
  return fits(text) ? { text, kept: [whole] } : null;
}

/** Whether a cut keeps a line of code, or a comment in a text without a language. */
function holdsCode(input: TruncateInput, cut: TruncateResult): boolean {
  const kinds = classifyLines(input.lines, input.comment);
  const isContent = (line: number) => {
    const kind = kinds[line - input.startLine];
    return kind === 'code' || (kind === 'comment' && input.language === null);
  };
  return cut.kept.some(([first, last]) => {
    for (let line = first; line <= last; line++) if (isContent(line)) return true;
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

/** Keeps the first and the last lines. */
const bookend: Truncator = {
  name: 'bookend',
  truncate(input, fits) {
    const whole = wholeIfFits(input, fits);
    if (whole) return whole;
    const endLine = input.startLine + input.lines.length - 1;
    const cut = findGreatestFit(
      { least: 1, most: input.lines.length - 1 },
      // The odd line goes to the start.
      (count) => {
        const ends: LineRange[] = [[input.startLine, input.startLine + Math.ceil(count / 2) - 1]];
        if (count > 1) ends.push([endLine - Math.floor(count / 2) + 1, endLine]);
        return joinKeptLines(input, ends);
      },
      fits,
    );
    return cut && holdsCode(input, cut) ? cut : null;
  },
};

/** Keeps the whole text or nothing. */
export const never: Truncator = { name: 'never', truncate: wholeIfFits };

/** Keeps the doc comment, the signature and as many statements as fit; without the doc comment if that does not fit. */
const signatureFirst: Truncator = {
  name: 'signature-first',
  truncate(input, fits) {
    const whole = wholeIfFits(input, fits);
    if (whole) return whole;
    const pieces = cutPieces(input);
    const { signature } = input;
    const first = signature ? pieces.findIndex(({ lines, isComment }) => !isComment && overlaps(lines, signature)) : 0;
    return first < 0
      ? null
      : (fromPiece(input, pieces, { from: 0, least: first + 1 }, fits) ??
          fromPiece(input, pieces, { from: first, least: first + 1 }, fits));
  },
};

function fromPiece(
  input: TruncateInput,
  pieces: readonly CutPiece[],
  { from, least }: { readonly from: number; readonly least: number },
  fits: (text: string) => boolean,
): TruncateResult | null {
  const cut = findGreatestFit(
    { least, most: pieces.length },
    (count) =>
      joinKeptLines(
        input,
        pieces.slice(from, count).map(({ lines }) => lines),
      ),
    fits,
  );
  return cut && holdsCode(input, cut) ? cut : null;
}

/** Keeps the signature and the statements that hold matches, with as much around them as fits. */
const aroundMatches: Truncator = {
  name: 'around-matches',
  truncate(input, fits) {
    const whole = wholeIfFits(input, fits);
    if (whole) return whole;
    const allLines: LineRange = [input.startLine, input.startLine + input.lines.length - 1];
    const pieces = cutPieces(input);
    const inside = input.matches.filter((match) => overlaps(match, allLines));
    const inCode = inside.filter((match) => pieces.some((piece) => !piece.isComment && overlaps(piece.lines, match)));
    const matches = inCode.length > 0 ? inCode : inside;
    // If not all matches fit, it keeps the first half of them, and so on, because the first is the best guess.
    for (let count = matches.length; count > 0; count >>= 1) {
      const cut = windows(input, pieces, matches.slice(0, count), fits);
      if (cut) return cut;
    }
    return signatureFirst.truncate(input, fits);
  },
};

function windows(
  input: TruncateInput,
  pieces: readonly CutPiece[],
  matches: readonly LineRange[],
  fits: (text: string) => boolean,
) {
  const { signature } = input;
  const isHead = ({ lines, isComment }: CutPiece) => signature !== null && !isComment && overlaps(lines, signature);
  // Pieces with a higher `far` are left out first; the doc comment gets the highest, after all statements.
  const docEnd = pieces.findLastIndex(isHead) + 1;
  const order = pieces
    .map((piece, index) => ({
      piece,
      far: isHead(piece)
        ? -1
        : rateDistance(pieces, index, matches) + (piece.isComment && index <= docEnd ? input.lines.length : 0),
    }))
    .sort((a, b) => a.far - b.far || b.piece.lines[0] - a.piece.lines[0]);
  const cut = findGreatestFit(
    { least: order.filter(({ far }) => far <= 0).length, most: order.length },
    (count) => joinKeptLines(input, pickLines(pieces, new Set(order.slice(0, count).map(({ piece }) => piece)))),
    fits,
  );
  return cut && holdsCode(input, cut) ? cut : null;
}

// Keeps a comment only with the statement after it, which it describes.
function pickLines(pieces: readonly CutPiece[], chosen: ReadonlySet<CutPiece>): readonly LineRange[] {
  const isKept = (piece: CutPiece, index: number) => !piece.isComment || chosen.has(pieces[index + 1] ?? piece);
  const kept = pieces.filter((piece, index) => chosen.has(piece) && isKept(piece, index));
  const last = kept.at(-1);
  return (last?.isComment ? kept.slice(0, -1) : kept).map(({ lines }) => lines);
}

// A match in a comment counts for the statement after it, too.
function rateDistance(pieces: readonly CutPiece[], at: number, matches: readonly LineRange[]): number {
  const [piece, before] = [pieces[at]!, pieces[at - 1]];
  const isDescribed = before?.isComment && !piece.isComment && distance(before, matches) === 0;
  return isDescribed ? 0 : distance(piece, matches);
}

function distance({ lines: [first, last] }: CutPiece, matches: readonly LineRange[]): number {
  return Math.min(...matches.map(([from, to]) => Math.max(0, from - last, first - to)));
}

const TRUNCATOR_NAMES = ['signature-first', 'bookend', 'around-matches', 'never'] as const;
export type TruncatorName = (typeof TRUNCATOR_NAMES)[number];
const BY_NAME: Readonly<Record<TruncatorName, Truncator>> = {
  'signature-first': signatureFirst,
  bookend,
  'around-matches': aroundMatches,
  never,
};

/** Every truncator. */
export const TRUNCATORS: readonly Truncator[] = TRUNCATOR_NAMES.map((name) => BY_NAME[name]);

/** Finds a truncator by its name; throws for an unknown name. */
export function findTruncator(name: string): Truncator {
  const truncator = TRUNCATORS.find((each) => each.name === name);
  if (truncator) return truncator;
  throw new ContextError(
    'BAD_INPUT',
    `No truncator "${name}". There are: ${TRUNCATORS.map((each) => each.name).join(', ')}.`,
  );
}
