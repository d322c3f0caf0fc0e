import { overlaps } from '../model/line-ranges.ts';
import type { Truncated, TruncateInput, Truncator } from '../ports/truncator.ts';
import { type CutPiece, cutPieces, greatestThatFits, keptLines, saysSomething, wholeIfFits } from './kept-lines.ts';

/** Keeps the start (doc comment, signature) and as many statements of the body as fit; with less room without the comment. */
export const signatureFirst: Truncator = {
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
): Truncated | null {
  const cut = greatestThatFits(
    { least, most: pieces.length },
    (count) =>
      keptLines(
        input,
        pieces.slice(from, count).map(({ lines }) => lines),
      ),
    fits,
  );
  return cut && saysSomething(input, cut) ? cut : null;
}
