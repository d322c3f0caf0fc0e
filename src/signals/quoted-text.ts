import type { StackTrace, Task } from '../model/task.ts';
import { stopWordsOf, words } from '../model/terms.ts';
import type { Hit, Question, SignalFinder } from '../ports/signal-finder.ts';
import type { FileRecord } from '../ports/store.ts';
import { likelyFiles } from '../search/likely-files.ts';
import { type PrintedText, printedTexts } from '../search/printed-texts.ts';
import { bestRun, type TextRun, type WantedText } from '../search/text-runs.ts';

/** Texts that are read for each printed text. */
const FILES_EACH = 16;
/** Less of its words in one place cannot be the text. */
const HELD_LEAST = 0.2;
/** With fewer words that say something, the others must help to find it. */
const TELLING_ENOUGH = 4;
const ANCHORS = 4;
const ANCHOR_LETTERS = 4;
/** What words that hold a sentence together are worth beside those that say something. */
const GLUE_WORTH = 0.4;
/** A text is as good as found with this much of it; with less than the least it may be chance. */
const WORTH_SURE = 6;
const WORTH_LEAST = { marked: 2.4, other: 3.4 } as const;
/** A marked text that is there whole is sure, however short. */
const WHOLE_SHARE = 0.8;
/** So much of it must be there, with so little between its words: the rest are values that were put in. */
const SHARE_LEAST = 0.55;
const DENSITY_LEAST = 0.5;
/** Text outside of quotes is prose, a comment or names: it counts less, and not at all for what nobody set apart. */
const UNQUOTED = 0.4;
/** A text that more files hold tells each of them less. */
const ALIKE_MAX = 3;
const SHOWN_MAX = 60;

const isStop = stopWordsOf([]);

/** A file that holds a text the task quotes or a program printed, in its words and their order. */
export const quotedText: SignalFinder = {
  kind: 'quotedText',
  tier: 'error',
  weight: 0.95,
  applies: (question) => textsOf(question).length > 0,
  async find(question) {
    const found = await Promise.all(textsOf(question).map((text) => hitsOf(text, question)));
    return found.flat();
  },
};

const known = new WeakMap<Task, readonly PrintedText[]>();

function textsOf({ task, view }: Question): readonly PrintedText[] {
  const messages = task.traces.flatMap(({ message }) => message ?? []);
  // Where every place of the trace is here, nobody need look for who printed its message.
  const isPlaced = ({ frames }: StackTrace) => frames.length > 0 && frames.every(({ path }) => view.files.has(path));
  const placed = task.traces.every(isPlaced) ? messages.map((message) => words(message).join(' ')) : [];
  const texts =
    known.get(task) ??
    printedTexts(task, placed.length > 0 ? [] : messages).filter(({ words: said, isMarked }) => {
      const worth = said.reduce((sum, word) => sum + worthOf(word), 0);
      const isOfTrace = placed.some((message) => message.includes(said.join(' ')));
      return worth >= (isMarked ? WORTH_LEAST.marked : WORTH_LEAST.other) && !isOfTrace;
    });
  known.set(task, texts);
  return texts;
}

const worthOf = (word: string): number => (word.length < 2 || isStop(word.toLowerCase()) ? GLUE_WORTH : 1);

interface Match {
  readonly file: FileRecord;
  readonly text: string;
  readonly run: TextRun;
}

async function hitsOf(printed: PrintedText, question: Question): Promise<readonly Hit[]> {
  const telling = [...new Set(printed.words.filter((word) => worthOf(word) === 1))];
  const least = printed.isMarked ? WORTH_LEAST.marked : WORTH_LEAST.other;
  const whole = printed.words.reduce((sum, word) => sum + worthOf(word), 0);
  const likely = likelyFiles(telling.length < TELLING_ENOUGH ? printed.words : telling, question, FILES_EACH).filter(
    ({ held }) => held >= HELD_LEAST,
  );
  const matches = await Promise.all(likely.map(({ file }) => matchIn(file, wantedOf(printed, telling), question)));
  const found = matches.flatMap((match) => {
    if (match === null || match.run.worth < least || match.run.density < DENSITY_LEAST) return [];
    if (match.run.worth < Math.min(WORTH_SURE, SHARE_LEAST * whole)) return [];
    const isQuotedThere = isQuoted(match.text, match.run) || match.file.role === 'config';
    // A log that lies in the workspace holds what was printed, and prints nothing.
    const isCode = match.file.language !== null;
    return isQuotedThere || (printed.isMarked && isCode) ? [{ ...match, isQuotedThere }] : [];
  });
  return found.map(({ file, text, run, isQuotedThere }) => {
    const alike = found.filter((other) => other.run.worth >= run.worth).length;
    const isWhole = printed.isMarked && run.worth >= WHOLE_SHARE * whole;
    const value =
      (isWhole ? 1 : Math.min(1, run.worth / WORTH_SURE)) *
      Math.sqrt(Math.min(1, ALIKE_MAX / alike)) *
      (isQuotedThere ? 1 : UNQUOTED) *
      question.roleFactors[file.role];
    const shown = text.slice(run.start, run.end).replace(/\s+/g, ' ');
    const because = `holds the text "${shown.length > SHOWN_MAX ? `${shown.slice(0, SHOWN_MAX)}…` : shown}"`;
    return { path: file.path, value, because, evidence: [{ lines: linesOf(text, run), value }] };
  });
}

// Anchors are searched as written: long words first, since they are the rarest.
function wantedOf({ words }: PrintedText, telling: readonly string[]): WantedText {
  const anchors = telling.filter((word) => word.length >= ANCHOR_LETTERS).sort((a, b) => b.length - a.length);
  return {
    words: words.map((word) => word.toLowerCase()),
    worths: words.map(worthOf),
    anchors: anchors.length > 0 ? anchors : telling,
  };
}

async function matchIn(file: FileRecord, wanted: WantedText, { textOf }: Question): Promise<Match | null> {
  const text = await textOf(file);
  if (text === null) return null;
  // A value that was put in is no word to look around.
  const anchors = wanted.anchors.filter((anchor) => text.includes(anchor)).slice(0, ANCHORS);
  const run = bestRun(text, { ...wanted, anchors });
  return run && { file, text, run };
}

function isQuoted(text: string, { start, end }: TextRun): boolean {
  const lineStart = text.lastIndexOf('\n', start) + 1;
  return /["'`]/.test(text.slice(lineStart, end));
}

function linesOf(text: string, { start, end }: TextRun): readonly [number, number] {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < start; at = text.indexOf('\n', at + 1)) line++;
  const first = line;
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) line++;
  return [first, line];
}
