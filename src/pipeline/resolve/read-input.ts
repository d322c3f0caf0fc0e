// Reads the text and the log of a task, and splits what the author wrote from what was pasted.
import type { TaskInput } from '../../model/task.ts';
import { words } from '../../model/terms.ts';
import { complaintsIn, isLogLine } from './read-log.ts';
import { type Passage, readText } from './read-text.ts';
import { locateTraces } from './traces/locate-frames.ts';
import { type ParsedTraces, parseTraces } from './traces/parse-traces.ts';
import type { ViewPaths } from './view-paths.ts';

/** The parts of a task, as they were read. */
export type ReadTask = ReturnType<typeof readInput>;

const TITLE_CHARACTERS_MAX = 120;
const MESSAGE_CHARACTERS_MAX = 500;
// A longer text mostly repeats itself, and each of its words costs many tests.
const WEIGHED_CHARACTERS_MAX = 50_000;
const LANGUAGE_SAMPLE_CHARACTERS = 4000;
// Fewer log lines do not count as a pasted log; in a text with a trace one line is enough.
const LOG_LINES_MIN = 3;
// Control characters other than tab and line feed, and the mark of bytes that are not text.
const CONTROL = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F\uFFFD]+/g;

/** Splits the input into the author's words, its traces and the complaints of its logs, within the limits. */
export function readInput(
  input: TaskInput,
  limits: { charactersMax: number; logCharactersMax: number },
  view: ViewPaths,
) {
  const { errorLog = '' } = input;
  const notes: string[] = [];
  const text = clean(input.text.slice(0, limits.charactersMax));
  if (input.text.length > limits.charactersMax)
    notes.push(`The task has ${input.text.length} characters; only the first ${limits.charactersMax} were read.`);
  const log = clean(errorLog.slice(-limits.logCharactersMax));
  if (errorLog.length > limits.logCharactersMax)
    notes.push(`The log has ${errorLog.length} characters; only the last ${limits.logCharactersMax} were read.`);

  const inText = parseTraces(text, view.isFileName);
  const inLog = parseTraces(log, view.isFileName);
  const printedTraces = [...inLog.traces, ...inText.traces];
  const { prose, pasted } = withoutLog(text, inText);
  const logLines = [...log.split('\n').filter((_, line) => !inLog.lines.has(line)), ...pasted];
  const traces = locateTraces(printedTraces, view, logLines.some(isLogLine));
  const read = readText(prose, (line) => inText.lines.get(line));
  const messages = new Set(traces.flatMap(({ message }) => message?.slice(0, MESSAGE_CHARACTERS_MAX) ?? []));
  const complaints = complaintsIn(logLines);
  const printed: Passage[] = [
    ...[...messages].map((text) => ({ place: 'message', text }) as const),
    ...complaints.lines.map((text) => ({ place: 'quote', text }) as const),
  ];
  const firstWords = read.passages.filter(({ place }) => place === 'title' || place === 'body').map(({ text }) => text);
  const title =
    read.title ||
    [...messages][0] ||
    complaints.worst ||
    firstLine(log) ||
    firstLine(read.passages[0]?.text ?? '') ||
    namesOf(input) ||
    firstLine(text);
  return {
    /** The task as given, without control characters and cut to its limit. */
    text,
    title: clipTitle(title),
    /** Whether the title is a line of the author's prose. */
    isTitleSaid: read.title !== '',
    /** The author's text, without the lines of traces and logs. */
    said: inText.lines.size > 0 || pasted.length > 0 ? saidIn(prose, inText.lines) : text.trim(),
    passages: limitPassages(read.passages, notes),
    /** What a program printed about an error. */
    printed,
    links: read.links,
    /** With paths of the workspace where these are known; the most important error comes first. */
    traces,
    /** Notes about frames whose file is not clear; there are none before `settleTask`. */
    frameNotes: [] as readonly string[],
    /** The number of printed frames, those of third-party code included. */
    frameCount: printedTraces.reduce((sum, { frames }) => sum + frames.length, 0),
    /** The author's first words, by which the language is detected. */
    words: words(firstWords.join('\n').slice(0, LANGUAGE_SAMPLE_CHARACTERS)),
    notes,
  };
}

// Replaces pasted log lines by blank ones, so that line numbers stay.
function withoutLog(text: string, { lines: traceLines }: ParsedTraces) {
  const lines = text.split('\n');
  const isPasted = lines.map((line, index) => !traceLines.has(index) && isLogLine(line));
  const pasted = lines.filter((_, index) => isPasted[index]);
  if (pasted.length < (traceLines.size > 0 ? 1 : LOG_LINES_MIN)) return { prose: text, pasted: [] };
  return { prose: lines.map((line, index) => (isPasted[index] ? '' : line)).join('\n'), pasted };
}

// Removes traces from a text, with the empty fences and blank lines they leave.
function saidIn(prose: string, traceLines: ReadonlyMap<number, unknown>): string {
  const lines = prose.split('\n').filter((_, index) => !traceLines.has(index));
  return lines
    .join('\n')
    .replace(/^[^\S\n]*(`{3,}|~{3,})[\w-]*[^\S\n]*\n\s*\1[^\S\n]*$/gm, '')
    .replace(/^Traceback \(most recent call last\):$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

// Cuts the author's words and the quoted text to the same limit each.
function limitPassages(passages: readonly Passage[], notes: string[]): readonly Passage[] {
  const left = { said: WEIGHED_CHARACTERS_MAX, quoted: WEIGHED_CHARACTERS_MAX };
  const cut = passages.flatMap((passage): readonly Passage[] => {
    const kind = passage.place === 'code' || passage.place === 'quote' ? 'quoted' : 'said';
    const text = passage.text.slice(0, left[kind]);
    left[kind] -= text.length;
    return text === '' ? [] : [{ ...passage, text }];
  });
  if (left.said <= 0 || left.quoted <= 0)
    notes.push(
      `Of a long task only the first ${WEIGHED_CHARACTERS_MAX} characters were searched for words and names; traces were read to the end.`,
    );
  return cut;
}

// Replaces bytes that are not text by spaces, because they separate words.
const clean = (text: string): string => text.replace(/\r\n?/g, '\n').replace(CONTROL, ' ');

const firstLine = (text: string): string => text.trimStart().split('\n', 1)[0] ?? '';

function namesOf({ changes = [], files = [], symbols = [] }: TaskInput): string {
  if (files.length + symbols.length > 0) return [...symbols, ...files].join(', ');
  return changes.length > 0 ? `Changes in ${changes.map((change) => change.path).join(', ')}` : '';
}

// The first sentence of a long line, else its first words.
function clipTitle(title: string): string {
  const line = title.replace(/\s+/g, ' ').trim();
  if (line.length <= TITLE_CHARACTERS_MAX) return line;
  const sentence = /^.{20,120}?[.!?。！？](?=\s|$)/u.exec(line)?.[0];
  if (sentence) return sentence;
  const cut = line.slice(0, TITLE_CHARACTERS_MAX - 1);
  const space = cut.lastIndexOf(' ');
  return `${space > 40 ? cut.slice(0, space) : cut}…`;
}
