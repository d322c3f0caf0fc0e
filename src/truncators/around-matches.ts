import type { LineRange } from '../model/facts.ts';
import { overlaps } from '../model/line-ranges.ts';
import type { TruncateInput, Truncator } from '../ports/truncator.ts';
import { type CutPiece, cutPieces, greatestThatFits, keptLines, saysSomething, wholeIfFits } from './kept-lines.ts';
import { signatureFirst } from './signature-first.ts';

/** Keeps the signature and the statements the evidence points at, with as much around them as fits. */
export const aroundMatches: Truncator = {
  name: 'around-matches',
  truncate(input, fits) {
    const whole = wholeIfFits(input, fits);
    if (whole) return whole;
    const own: LineRange = [input.startLine, input.startLine + input.lines.length - 1];
    const pieces = cutPieces(input);
    const inside = input.matches.filter((match) => overlaps(match, own));
    const inCode = inside.filter((match) => pieces.some((piece) => !piece.isComment && overlaps(piece.lines, match)));
    const matches = inCode.length > 0 ? inCode : inside;
    // Fewer matches before a cut without any: the first one is the best guess at where to look.
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
  // The doc comment goes before any statement does.
  const docEnd = pieces.findLastIndex(isHead) + 1;
  const order = pieces
    .map((piece, at) => ({
      piece,
      far: isHead(piece)
        ? -1
        : farness(pieces, at, matches) + (piece.isComment && at <= docEnd ? input.lines.length : 0),
    }))
    .sort((a, b) => a.far - b.far || b.piece.lines[0] - a.piece.lines[0]);
  const cut = greatestThatFits(
    { least: order.filter(({ far }) => far <= 0).length, most: order.length },
    (count) => keptLines(input, withTheirCode(pieces, new Set(order.slice(0, count).map(({ piece }) => piece)))),
    fits,
  );
  return cut && saysSomething(input, cut) ? cut : null;
}

// A comment is about the statement behind it: it stays where that stays.
function withTheirCode(pieces: readonly CutPiece[], chosen: ReadonlySet<CutPiece>): readonly LineRange[] {
  const isKept = (piece: CutPiece, at: number) => !piece.isComment || chosen.has(pieces[at + 1] ?? piece);
  const kept = pieces.filter((piece, at) => chosen.has(piece) && isKept(piece, at));
  const last = kept.at(-1);
  return (last?.isComment ? kept.slice(0, -1) : kept).map(({ lines }) => lines);
}

// Evidence in a comment is evidence for the statement it is about.
function farness(pieces: readonly CutPiece[], at: number, matches: readonly LineRange[]): number {
  const [piece, before] = [pieces[at]!, pieces[at - 1]];
  const isMeant = before?.isComment && !piece.isComment && distance(before, matches) === 0;
  return isMeant ? 0 : distance(piece, matches);
}

function distance({ lines: [first, last] }: CutPiece, matches: readonly LineRange[]): number {
  return Math.min(...matches.map(([from, to]) => Math.max(0, from - last, first - to)));
}
