import type { LineRange } from '../model/facts.ts';
import type { Truncator } from '../ports/truncator.ts';
import { greatestThatFits, keptLines, saysSomething, wholeIfFits } from './kept-lines.ts';

/** Keeps the first and the last lines: how it begins and what it comes to. */
export const bookend: Truncator = {
  name: 'bookend',
  truncate(input, fits) {
    const whole = wholeIfFits(input, fits);
    if (whole) return whole;
    const endLine = input.startLine + input.lines.length - 1;
    const cut = greatestThatFits(
      { least: 1, most: input.lines.length - 1 },
      // The odd line goes to the start.
      (count) => {
        const ends: LineRange[] = [[input.startLine, input.startLine + Math.ceil(count / 2) - 1]];
        if (count > 1) ends.push([endLine - Math.floor(count / 2) + 1, endLine]);
        return keptLines(input, ends);
      },
      fits,
    );
    return cut && saysSomething(input, cut) ? cut : null;
  },
};

/** Whole or not at all. */
export const never: Truncator = { name: 'never', truncate: wholeIfFits };
