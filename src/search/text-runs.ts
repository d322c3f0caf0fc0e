/** Where a printed text was found: how much of it, and on which characters of the source. */
export interface TextRun {
  /** Words that say something count 1 each, others less. */
  readonly worth: number;
  /** The share of the source's words from its start to its end that are wanted. */
  readonly density: number;
  readonly start: number;
  readonly end: number;
}

/** A printed text, ready to be looked for. */
export interface WantedText {
  /** In lower case. */
  readonly words: readonly string[];
  /** What each word is worth. */
  readonly worths: readonly number[];
  /** The words to look around first, as written. */
  readonly anchors: readonly string[];
}

const AROUND = 400;
const HITS_MAX = 40;
const WORD = /[\p{L}\p{N}_$]+/gu;
/** One stretch at least must be as long as this. */
const WHOLE_MIN = 3;
// What stands between two pieces of a message: a value in the task, and the expression that gives it in the source.
const GAP_MAX = 12;
/** So many of the pieces before one may be what it follows. */
const EARLIER_MAX = 32;

/**
 * The best place of a text where the wanted words follow one another. Punctuation, line ends and the marks that join
 * pieces of a string are passed over; a value that was put in splits it, and pieces that stay in order count together.
 * Only what lies around its telling words is looked at, so the time is bounded by the length of the text.
 */
export function bestRun(text: string, wanted: WantedText): TextRun | null {
  let best: TextRun | null = null;
  for (const [from, to] of regionsOf(text, wanted.anchors)) {
    const found = chained(runsIn(wordsIn(text, from, to), wanted), wanted);
    if (found !== null && found.worth > (best?.worth ?? 0)) best = found;
  }
  return best;
}

function regionsOf(text: string, anchors: readonly string[]): readonly (readonly [number, number])[] {
  const hits: number[] = [];
  for (const anchor of anchors) {
    let count = 0;
    for (let at = text.indexOf(anchor); at >= 0 && count < HITS_MAX; at = text.indexOf(anchor, at + anchor.length)) {
      hits.push(at);
      count++;
    }
  }
  const regions: [number, number][] = [];
  for (const hit of hits.sort((a, b) => a - b)) {
    const last = regions.at(-1);
    if (last && hit - AROUND <= last[1]) last[1] = hit + AROUND;
    else regions.push([Math.max(0, hit - AROUND), hit + AROUND]);
  }
  return regions;
}

interface SourceWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

function wordsIn(text: string, from: number, to: number): readonly SourceWord[] {
  return [...text.slice(from, to).matchAll(WORD)].map((match) => ({
    word: match[0].toLowerCase(),
    start: from + match.index,
    end: from + match.index + match[0].length,
  }));
}

/** Words of the source and of the wanted text that follow one another in both. */
interface Stretch {
  readonly source: readonly SourceWord[];
  /** Place of its last word in the source and in the wanted text. */
  readonly at: number;
  readonly last: number;
  readonly length: number;
}

// The usual table of common stretches, a row kept: a few dozen wanted words for each word of the source.
function runsIn(source: readonly SourceWord[], { words, worths }: WantedText): readonly Stretch[] {
  const runs: Stretch[] = [];
  let [before, row] = [new Uint16Array(words.length + 1), new Uint16Array(words.length + 1)];
  for (let at = 0; at <= source.length; at++) {
    const word = source[at]?.word;
    for (let last = 0; last < words.length; last++) row[last + 1] = word === words[last] ? before[last]! + 1 : 0;
    // A run ended where the next words differ. A word that says nothing is none alone.
    for (let last = 0; last < words.length; last++) {
      const length = before[last + 1]!;
      const isRun = length > 1 || (length === 1 && worths[last] === 1);
      if (isRun && (row[last + 2] ?? 0) !== length + 1) runs.push({ source, at: at - 1, last, length });
    }
    [before, row] = [row, before];
  }
  return runs;
}

// The pieces that follow one another in both texts, and are worth the most together.
function chained(runs: readonly Stretch[], { worths }: WantedText): TextRun | null {
  let best: RunChain | null = null;
  const chains: RunChain[] = [];
  for (const run of runs) {
    let worth = 0;
    for (let last = run.last - run.length + 1; last <= run.last; last++) worth += worths[last]!;
    const first = run.at - run.length + 1;
    let chain: RunChain = { worth, first, count: run.length, longest: run.length, run };
    for (const earlier of chains.slice(-EARLIER_MAX)) {
      if (!follows(earlier.run, run) || earlier.worth + worth <= chain.worth) continue;
      const longest = Math.max(earlier.longest, run.length);
      chain = {
        ...{ worth: earlier.worth + worth, first: earlier.first, count: earlier.count + run.length },
        ...{ longest, run },
      };
    }
    chains.push(chain);
    if (chain.longest >= WHOLE_MIN && chain.worth > (best?.worth ?? 0)) best = chain;
  }
  if (best === null) return null;
  const { worth, first, count, run } = best;
  const density = count / (run.at - first + 1);
  return { worth, density, start: run.source[first]!.start, end: run.source[run.at]!.end };
}

/** Stretches one behind the other; the last of them is kept to go on from. */
interface RunChain {
  readonly worth: number;
  /** Place of its first word in the source. */
  readonly first: number;
  /** Wanted words in it. */
  readonly count: number;
  readonly longest: number;
  readonly run: Stretch;
}

function follows(earlier: Stretch, run: Stretch): boolean {
  const inSource = run.at - run.length - earlier.at;
  const inText = run.last - run.length - earlier.last;
  return inSource >= 0 && inSource <= GAP_MAX && inText >= 0 && inText <= GAP_MAX;
}
