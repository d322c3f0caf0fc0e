/** How lines look to somebody who must cut between them. */
export interface LineLooks {
  /** Blank, a comment, or nothing but closing brackets. */
  readonly isQuiet: (line: number) => boolean;
  /** Begins with a closing bracket or goes on with what came before, as `else` does. */
  readonly isContinued: (line: number) => boolean;
  /** Columns it is indented by; null for a blank line. */
  readonly indent: (line: number) => number | null;
}

// In columns of indentation: what a seam costs that is not after a blank line, or tears apart what belongs together.
const NO_BLANK = 4;
const TORN = 8;
/** A piece may be this much shorter or longer than equal ones would be. */
const SLACK = 0.5;
const UNEVEN = 4;

/** First lines of the pieces a range falls into: none longer than `most`, about equal, cut where a reader would cut. */
export function pieceStarts(first: number, last: number, most: number, looks: LineLooks): readonly number[] {
  const starts = [first];
  for (;;) {
    const start = starts.at(-1)!;
    const rest = last - start + 1;
    if (rest <= most) return starts;
    const even = rest / Math.ceil(rest / most);
    starts.push(bestSeam(start, { even, most: Math.min(most, rest - 1) }, looks));
  }
}

function bestSeam(start: number, { even, most }: { even: number; most: number }, looks: LineLooks): number {
  const from = Math.max(1, Math.ceil(even * (1 - SLACK)));
  const to = Math.max(from, Math.min(most, Math.floor(even * (1 + SLACK))));
  let best = start + Math.floor(even);
  let least = Number.POSITIVE_INFINITY;
  for (let length = from; length <= to; length++) {
    const cost = seamCost(start + length, looks) + (UNEVEN * Math.abs(length - even)) / even;
    if (cost < least) [best, least] = [start + length, cost];
  }
  return best;
}

/** What it costs to begin a piece with this line. */
function seamCost(line: number, { indent, isContinued }: LineLooks): number {
  const own = indent(line);
  // A blank line ends a piece; it begins none.
  if (own === null) return Number.POSITIVE_INFINITY;
  return own + (indent(line - 1) === null ? 0 : NO_BLANK) + (isContinued(line) ? TORN : 0);
}
