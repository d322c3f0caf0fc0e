import type { LineRange } from '../model/facts.ts';
import { overlaps } from '../model/line-ranges.ts';
import type { TruncateInput, Truncator } from '../ports/truncator.ts';
import { greatestThatFits, keptLines, saysSomething, wholeIfFits } from './kept-lines.ts';
import { signatureFirst } from './signature-first.ts';

/** Keeps the signature and the lines the evidence points at, with as many lines around them as fit. */
export const aroundMatches: Truncator = {
  name: 'around-matches',
  truncate(input, fits) {
    const whole = wholeIfFits(input, fits);
    if (whole) return whole;
    const own: LineRange = [input.startLine, input.startLine + input.lines.length - 1];
    const matches = input.matches.filter((match) => overlaps(match, own));
    // Fewer matches before a cut without any: the first one is the best guess at where to look.
    for (const chosen of [matches, matches.slice(0, 1)]) {
      if (chosen.length === 0) break;
      const cut = windows(input, own, chosen, fits);
      if (cut) return cut;
    }
    return signatureFirst.truncate(input, fits);
  },
};

function windows(input: TruncateInput, own: LineRange, matches: readonly LineRange[], fits: (text: string) => boolean) {
  const head = input.signature && overlaps(input.signature, own) ? [within(own, input.signature)] : [];
  const cut = greatestThatFits(
    { least: 0, most: input.lines.length },
    (around) =>
      keptLines(input, [...head, ...matches.map(([first, last]) => within(own, [first - around, last + around]))]),
    fits,
  );
  return cut && saysSomething(input, cut) ? cut : null;
}

function within(own: LineRange, range: LineRange): LineRange {
  return [Math.max(own[0], range[0]), Math.min(own[1], range[1])];
}
