import type { LineRange } from '../model/facts.ts';
import type { Truncated, TruncateInput, Truncator } from '../ports/truncator.ts';
import { greatestThatFits, keptLines, saysSomething, wholeIfFits } from './kept-lines.ts';

/** Keeps the start (doc comment, signature) and as much of the body as fits; with less room the signature alone. */
export const signatureFirst: Truncator = {
  name: 'signature-first',
  truncate(input, fits) {
    return wholeIfFits(input, fits) ?? fromTheStart(input, fits) ?? signatureAndBody(input, fits);
  },
};

// Doc comment and signature must be whole in what is kept, or the next attempt does better.
function fromTheStart(input: TruncateInput, fits: (text: string) => boolean): Truncated | null {
  const signatureEnd = input.signature ? Math.min(lastLine(input), input.signature[1]) : input.startLine;
  const cut = greatestThatFits(
    { least: Math.max(1, signatureEnd - input.startLine + 1), most: input.lines.length - 1 },
    (count) => keptLines(input, [[input.startLine, input.startLine + count - 1]]),
    fits,
  );
  return cut && saysSomething(input, cut) ? cut : null;
}

function signatureAndBody(input: TruncateInput, fits: (text: string) => boolean): Truncated | null {
  if (!input.signature) return null;
  const [first, last] = clamp(input, input.signature);
  if (first > last) return null;
  return greatestThatFits(
    { least: 0, most: lastLine(input) - last },
    (more) => keptLines(input, [[first, last + more]]),
    fits,
  );
}

function clamp(input: TruncateInput, range: LineRange): LineRange {
  return [Math.max(input.startLine, range[0]), Math.min(lastLine(input), range[1])];
}

function lastLine(input: TruncateInput): number {
  return input.startLine + input.lines.length - 1;
}
