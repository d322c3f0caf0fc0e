// A task may quote a message that a program prints. This signal finds its source: the same words in the same order,
// even if the source has values or line ends between them.
import { memoizePerObject } from '../model/memoize.ts';
import { stopWordTest } from '../model/stop-words.ts';
import type { StackTrace } from '../model/task.ts';
import { words } from '../model/terms.ts';
import type { Hit, Question, SignalFinder } from '../ports/signal-finder.ts';
import type { FileRecord } from '../ports/store.ts';
import { findLikelyFiles } from '../search/likely-files.ts';
import { findPrintedMessages, type PrintedMessage } from '../search/printed-messages.ts';

/** The most files that are read for each printed text. */
const FILES_EACH = 16;
/** A file is read only if one of its units holds this share of the words. */
const HELD_LEAST = 0.2;
/** With fewer telling words than this, likely files are found by all words. */
const TELLING_ENOUGH = 4;
const ANCHORS_MAX = 4;
const ANCHOR_LETTERS_MIN = 4;
/** Weight of glue words (stop words, single letters); the others are the telling words, and weigh 1. */
const GLUE_WORTH = 0.4;
/** A match of this weight is certain, one below the least may be chance. For `marked` see `PrintedMessage.isMarked`. */
const WORTH_SURE = 6;
const WORTH_LEAST = { marked: 2.4, other: 3.4 } as const;
/** A marked text of which this share is found counts as whole, and so as certain, however short it is. */
const WHOLE_SHARE = 0.8;
/** The least share of the text, unless a match is certain, and least density: other words may be inserted values. */
const SHARE_LEAST = 0.55;
const DENSITY_LEAST = 0.5;
/** Factor for a match outside of quotes and configuration, where only marked texts may match. */
const UNQUOTED = 0.4;
/** If more files than this hold a text, it counts less for each. */
const ALIKE_MAX = 3;
const SHOWN_MAX = 60;

const isStop = stopWordTest([]);

export const quotedText: SignalFinder = {
  kind: 'quotedText',
  tier: 'error',
  weight: 0.95,
  applies: (question) => listTexts(question).length > 0,
  async find(question) {
    const hits = await Promise.all(listTexts(question).map((text) => findText(text, question)));
    return hits.flat();
  },
};

const listTexts = memoizePerObject(({ task, view }: Question): readonly PrintedMessage[] => {
  const messages = task.traces.flatMap(({ message }) => message ?? []);
  // If the frames of all traces lie in the workspace, they show the place, so the messages are not searched.
  const isPlaced = ({ frames }: StackTrace) => frames.length > 0 && frames.every(({ path }) => view.files.has(path));
  const placed = task.traces.every(isPlaced) ? messages.map((message) => words(message).join(' ')) : [];
  return findPrintedMessages(task, placed.length > 0 ? [] : messages).filter((printed) => {
    const isOfTrace = placed.some((message) => message.includes(printed.words.join(' ')));
    return weighWords(printed) >= leastWorth(printed) && !isOfTrace;
  });
});

const weighWords = ({ words: said }: PrintedMessage): number => said.reduce((sum, word) => sum + weighWord(word), 0);
const leastWorth = ({ isMarked }: PrintedMessage): number => (isMarked ? WORTH_LEAST.marked : WORTH_LEAST.other);
const weighWord = (word: string): number => (word.length < 2 || isStop(word.toLowerCase()) ? GLUE_WORTH : 1);

async function findText(printed: PrintedMessage, question: Question): Promise<readonly Hit[]> {
  const telling = [...new Set(printed.words.filter((word) => weighWord(word) === 1))];
  const whole = weighWords(printed);
  const searched = telling.length < TELLING_ENOUGH ? printed.words : telling;
  const likely = findLikelyFiles(searched, question, FILES_EACH).filter(({ share }) => share >= HELD_LEAST);
  const matches = await Promise.all(likely.map(({ file }) => matchFile(file, prepareText(printed, telling), question)));
  const passing = matches.flatMap((match) => {
    if (match === null || match.run.worth < leastWorth(printed) || match.run.density < DENSITY_LEAST) return [];
    if (match.run.worth < Math.min(WORTH_SURE, SHARE_LEAST * whole)) return [];
    const isQuotedThere = isQuoted(match.text, match.run) || match.file.role === 'config';
    // A file of an unknown kind may hold the message, but hardly prints it.
    const hasLanguage = match.file.language !== null;
    return isQuotedThere || (printed.isMarked && hasLanguage) ? [{ ...match, isQuotedThere }] : [];
  });
  return passing.map(({ file, text, run, isQuotedThere }) => {
    const alike = passing.filter((other) => other.run.worth >= run.worth).length;
    const isWhole = printed.isMarked && run.worth >= WHOLE_SHARE * whole;
    const value =
      (isWhole ? 1 : Math.min(1, run.worth / WORTH_SURE)) *
      Math.sqrt(Math.min(1, ALIKE_MAX / alike)) *
      (isQuotedThere ? 1 : UNQUOTED) *
      question.roleFactors[file.role];
    const shown = text.slice(run.start, run.end).replace(/\s+/g, ' ');
    const because = `holds the text "${shown.length > SHOWN_MAX ? `${shown.slice(0, SHOWN_MAX)}…` : shown}"`;
    return { path: file.path, value, because, evidence: [{ lines: findLines(text, run), value }] };
  });
}

// Anchors are words around which a text is searched; long ones come first, because they are mostly rare.
function prepareText({ words }: PrintedMessage, telling: readonly string[]): WantedText {
  const anchors = telling.filter((word) => word.length >= ANCHOR_LETTERS_MIN).sort((a, b) => b.length - a.length);
  return {
    words: words.map((word) => word.toLowerCase()),
    worths: words.map(weighWord),
    anchors: anchors.length > 0 ? anchors : telling,
  };
}

async function matchFile(file: FileRecord, wanted: WantedText, { textOf }: Question) {
  const text = await textOf(file);
  if (text === null) return null;
  // Words that the file lacks may be inserted values.
  const anchors = wanted.anchors.filter((anchor) => text.includes(anchor)).slice(0, ANCHORS_MAX);
  const run = findBestRun(text, { ...wanted, anchors });
  return run && { file, text, run };
}

function isQuoted(text: string, { start, end }: TextRun): boolean {
  const lineStart = text.lastIndexOf('\n', start) + 1;
  return /["'`]/.test(text.slice(lineStart, end));
}

function findLines(text: string, { start, end }: TextRun): readonly [number, number] {
  const lineAt = (index: number) => text.slice(0, index).split('\n').length;
  return [lineAt(start), lineAt(end)];
}

/** The part of a source that matches a printed text. */
interface TextRun {
  /** The sum over its words: telling ones count 1, glue words less. */
  readonly worth: number;
  /** The share of its words that are words of the printed text. */
  readonly density: number;
  readonly start: number;
  readonly end: number;
}

interface WantedText {
  /** In lower case. */
  readonly words: readonly string[];
  /** The weight of each word. */
  readonly worths: readonly number[];
  /** In their own case. */
  readonly anchors: readonly string[];
}

/** Characters that are searched on each side of an anchor. */
const AROUND = 400;
/** The most occurrences of an anchor that are used. */
const HITS_MAX = 40;
const WORD = /[\p{L}\p{N}_$]+/gu;
/** A match has at least one stretch of this many words. */
const STRETCH_MIN = 3;
/** The most words between two stretches: a value in the task, an expression in the source. */
const GAP_MAX = 12;
/** A stretch is joined only with one of this many before it, so that time stays linear. */
const EARLIER_MAX = 32;

/** Finds the best match of the words in order. It looks only around some anchors, so its time is linear. */
export function findBestRun(text: string, wanted: WantedText): TextRun | null {
  let best: TextRun | null = null;
  for (const [from, to] of findRegions(text, wanted.anchors)) {
    const run = chainStretches(findStretches(readWords(text, from, to), wanted), wanted);
    if (run !== null && run.worth > (best?.worth ?? 0)) best = run;
  }
  return best;
}

function findRegions(text: string, anchors: readonly string[]): readonly (readonly [number, number])[] {
  const hits: number[] = [];
  for (const anchor of anchors) {
    let at = text.indexOf(anchor);
    for (let count = 0; at >= 0 && count < HITS_MAX; count++, at = text.indexOf(anchor, at + anchor.length))
      hits.push(at);
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

function readWords(text: string, from: number, to: number): readonly SourceWord[] {
  const matches = text.slice(from, to).matchAll(WORD);
  return Array.from(matches, ({ 0: word, index }) => {
    return { word: word.toLowerCase(), start: from + index, end: from + index + word.length };
  });
}

/** Words of the source and of the wanted text that follow one another in both. */
interface Stretch {
  readonly source: readonly SourceWord[];
  /** The indexes of its last word in the source and in the wanted text. */
  readonly at: number;
  readonly last: number;
  readonly length: number;
}

// Finds the common stretches with the usual table of common substrings, of which it keeps two rows.
function findStretches(source: readonly SourceWord[], { words, worths }: WantedText): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let [before, row] = [new Uint16Array(words.length + 1), new Uint16Array(words.length + 1)];
  for (let at = 0; at <= source.length; at++) {
    const word = source[at]?.word;
    for (let last = 0; last < words.length; last++) row[last + 1] = word === words[last] ? before[last]! + 1 : 0;
    // A stretch ends where the next words differ. A single glue word is no stretch.
    for (let last = 0; last < words.length; last++) {
      const length = before[last + 1]!;
      const isStretch = length > 1 || (length === 1 && worths[last] === 1);
      if (isStretch && (row[last + 2] ?? 0) !== length + 1) stretches.push({ source, at: at - 1, last, length });
    }
    [before, row] = [row, before];
  }
  return stretches;
}

// Finds the chain of stretches with the greatest weight that are in the same order in both texts.
function chainStretches(stretches: readonly Stretch[], { worths }: WantedText): TextRun | null {
  let best: StretchChain | null = null;
  const chains: StretchChain[] = [];
  for (const stretch of stretches) {
    let worth = 0;
    for (let last = stretch.last - stretch.length + 1; last <= stretch.last; last++) worth += worths[last]!;
    const first = stretch.at - stretch.length + 1;
    let chain: StretchChain = { worth, first, count: stretch.length, longest: stretch.length, stretch };
    for (const earlier of chains.slice(-EARLIER_MAX)) {
      if (!canFollow(earlier.stretch, stretch) || earlier.worth + worth <= chain.worth) continue;
      const longest = Math.max(earlier.longest, stretch.length);
      const count = earlier.count + stretch.length;
      chain = { worth: earlier.worth + worth, first: earlier.first, count, longest, stretch };
    }
    chains.push(chain);
    if (chain.longest >= STRETCH_MIN && chain.worth > (best?.worth ?? 0)) best = chain;
  }
  if (best === null) return null;
  const { worth, first, count, stretch } = best;
  const density = count / (stretch.at - first + 1);
  return { worth, density, start: stretch.source[first]!.start, end: stretch.source[stretch.at]!.end };
}

/** A chain of stretches, with the last one to continue from. */
interface StretchChain {
  readonly worth: number;
  /** Index of its first word in the source. */
  readonly first: number;
  /** The number of wanted words in it. */
  readonly count: number;
  readonly longest: number;
  readonly stretch: Stretch;
}

function canFollow(earlier: Stretch, stretch: Stretch): boolean {
  const inSource = stretch.at - stretch.length - earlier.at;
  const inText = stretch.last - stretch.length - earlier.last;
  return inSource >= 0 && inSource <= GAP_MAX && inText >= 0 && inText <= GAP_MAX;
}
