// A block that does not fit its budget is cut. This file has the ways to do so (they keep the signature, the lines
// around matches, both ends, or nothing), and the search for the greatest size that fits.
import { classifyLines, cutIntoPieces, type Piece } from '../model/code-lines.ts';
import { ContextError } from '../model/errors.ts';
import type { LineRange } from '../model/facts.ts';
import { mergeRanges, overlaps } from '../model/line-ranges.ts';
import type { TruncateInput, TruncateResult, Truncator } from '../ports/truncator.ts';

/** Joins the kept lines, with a remark in place of each run of lines that was left out and is not blank. */
function joinKeptLines(input: TruncateInput, ranges: readonly LineRange[]): TruncateResult {
  // A remark mostly costs more than a single line, so a gap of one line is kept.
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

/** Cuts a text into statements and comments, or into lines if its language is null; counts lines in the file. */
function cutPieces({ lines, startLine, language, comment }: TruncateInput): readonly Piece[] {
  const single = (_: string, index: number): Piece => ({ lines: [index + 1, index + 1], isComment: false });
  const pieces = language === null ? lines.map(single) : cutIntoPieces(lines, comment);
  return pieces.map(({ lines: [first, last], isComment }) => ({
    lines: [first + startLine - 1, last + startLine - 1],
    isComment,
  }));
}

type Fits = (text: string) => boolean;

interface Sizes {
  readonly least: number;
  readonly most: number;
}

/**
 * Makes the text of the greatest size that fits, assuming that all smaller ones fit too; null if none that it tries
 * fits. It begins near the least size, because few of a thousand lines fit, and counting takes long.
 */
export function findGreatestFit(
  { least: low, most: high }: Sizes,
  make: (size: number) => TruncateResult,
  fits: Fits,
): TruncateResult | null {
  let best: TruncateResult | null = null;
  let step = FIRST_STEP;
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

const FIRST_STEP = 32;

/** Creates a truncator that keeps the whole text if it fits, and else cuts it. */
function createTruncator(name: string, cut: Truncator['truncate']): Truncator {
  return {
    name,
    truncate(input, fits) {
      const text = input.lines.join('\n');
      const whole: LineRange = [input.startLine, input.startLine + input.lines.length - 1];
      return fits(text) ? { text, kept: [whole] } : cut(input, fits);
    },
  };
}

/** Whether a cut keeps a line of code, or a comment in a text without a language. */
function holdsContent(input: TruncateInput, cut: TruncateResult): boolean {
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

/** Finds the greatest cut that fits, if it keeps some content. */
function findGreatestCut(
  input: TruncateInput,
  sizes: Sizes,
  linesOf: (size: number) => readonly LineRange[],
  fits: Fits,
): TruncateResult | null {
  const cut = findGreatestFit(sizes, (size) => joinKeptLines(input, linesOf(size)), fits);
  return cut && holdsContent(input, cut) ? cut : null;
}

/** Keeps the first and the last lines. */
const bookend = createTruncator('bookend', (input, fits) => {
  const { startLine, lines } = input;
  const endLine = startLine + lines.length - 1;
  // The odd line goes to the start.
  const linesOf = (count: number): readonly LineRange[] => [
    [startLine, startLine + Math.ceil(count / 2) - 1],
    ...(count > 1 ? [[endLine - Math.floor(count / 2) + 1, endLine] as const] : []),
  ];
  return findGreatestCut(input, { least: 1, most: lines.length - 1 }, linesOf, fits);
});

/** Keeps the whole text or nothing. */
export const never = createTruncator('never', () => null);

/**
 * Keeps the first statements, at least up to the first one of the signature. If these do not fit, it leaves out what
 * stands above the signature, mostly its doc comment.
 */
const signatureFirst = createTruncator('signature-first', (input, fits) => {
  const pieces = cutPieces(input);
  const { signature } = input;
  const first = signature ? pieces.findIndex(({ lines, isComment }) => !isComment && overlaps(lines, signature)) : 0;
  if (first < 0) return null;
  const cutFrom = (from: number) => {
    const linesOf = (count: number) => pieces.slice(from, count).map(({ lines }) => lines);
    return findGreatestCut(input, { least: first + 1, most: pieces.length }, linesOf, fits);
  };
  return cutFrom(0) ?? cutFrom(first);
});

/**
 * Keeps the signature and the statements that hold matches, with as much around them as fits. Matches in comments count
 * only if there are no others. If there is none, or not even the first fits, it cuts as `signature-first` does.
 */
const aroundMatches = createTruncator('around-matches', (input, fits) => {
  const allLines: LineRange = [input.startLine, input.startLine + input.lines.length - 1];
  const pieces = cutPieces(input);
  const inside = input.matches.filter((match) => overlaps(match, allLines));
  const inCode = inside.filter((match) => pieces.some((piece) => !piece.isComment && overlaps(piece.lines, match)));
  const matches = inCode.length > 0 ? inCode : inside;
  // If not all matches fit, it keeps the first half of them, and so on.
  for (let count = matches.length; count > 0; count >>= 1) {
    const cut = cutAround(input, pieces, matches.slice(0, count), fits);
    if (cut) return cut;
  }
  return signatureFirst.truncate(input, fits);
});

function cutAround(input: TruncateInput, pieces: readonly Piece[], matches: readonly LineRange[], fits: Fits) {
  const { signature } = input;
  const isHead = ({ lines, isComment }: Piece) => signature !== null && !isComment && overlaps(lines, signature);
  // Pieces with a higher `far` are left out first; the comments above the signature or directly below it (without a
  // signature, one at the very start) before all others.
  const docEnd = pieces.findLastIndex(isHead) + 1;
  const rate = (piece: Piece, index: number): number => {
    if (isHead(piece)) return -1;
    return rateDistance(pieces, index, matches) + (piece.isComment && index <= docEnd ? input.lines.length : 0);
  };
  const order = pieces
    .map((piece, index) => ({ piece, far: rate(piece, index) }))
    .sort((a, b) => a.far - b.far || b.piece.lines[0] - a.piece.lines[0]);
  const linesOf = (count: number) => pickLines(pieces, new Set(order.slice(0, count).map(({ piece }) => piece)));
  const least = order.filter(({ far }) => far <= 0).length;
  return findGreatestCut(input, { least, most: order.length }, linesOf, fits);
}

// Keeps a comment only with the piece after it, which it describes.
function pickLines(pieces: readonly Piece[], chosen: ReadonlySet<Piece>): readonly LineRange[] {
  const isKept = (piece: Piece, index: number) => !piece.isComment || chosen.has(pieces[index + 1] ?? piece);
  const kept = pieces.filter((piece, index) => chosen.has(piece) && isKept(piece, index));
  const last = kept.at(-1);
  return (last?.isComment ? kept.slice(0, -1) : kept).map(({ lines }) => lines);
}

// A match in a comment counts for the statement after it, too.
function rateDistance(pieces: readonly Piece[], at: number, matches: readonly LineRange[]): number {
  const [piece, before] = [pieces[at]!, pieces[at - 1]];
  const isDescribed = before?.isComment && !piece.isComment && distance(before, matches) === 0;
  return isDescribed ? 0 : distance(piece, matches);
}

function distance({ lines: [first, last] }: Piece, matches: readonly LineRange[]): number {
  return Math.min(...matches.map(([from, to]) => Math.max(0, from - last, first - to)));
}

const TRUNCATOR_NAMES = ['signature-first', 'bookend', 'around-matches', 'never'] as const;
export type TruncatorName = (typeof TRUNCATOR_NAMES)[number];

const BY_NAME = { 'signature-first': signatureFirst, bookend, 'around-matches': aroundMatches, never };
export const TRUNCATORS: readonly Truncator[] = TRUNCATOR_NAMES.map((name) => BY_NAME[name]);

/** Finds a truncator by its name; throws for an unknown name. */
export function findTruncator(name: string): Truncator {
  const truncator = TRUNCATORS.find((each) => each.name === name);
  if (truncator) return truncator;
  throw new ContextError('BAD_INPUT', `No truncator "${name}". There are: ${TRUNCATOR_NAMES.join(', ')}.`);
}
