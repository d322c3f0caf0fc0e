import type { TaskInput } from '../../model/task.ts';
import { words } from '../../model/terms.ts';
import { type Passage, readText } from './read-text.ts';
import { parseTraces, type RawTrace } from './traces/parse-traces.ts';

export interface ReadTask {
  /** The task as given, cut to its limit. */
  readonly text: string;
  readonly title: string;
  readonly passages: readonly Passage[];
  readonly links: readonly string[];
  readonly traces: readonly RawTrace[];
  /** The author's first words, to tell the language by. */
  readonly words: readonly string[];
  readonly notes: readonly string[];
}

const TITLE_CHARACTERS_MAX = 120;
const MESSAGE_CHARACTERS_MAX = 500;
// More than a long report; a text beyond it repeats itself, and every word of it would be asked many questions.
const WEIGHED_CHARACTERS_MAX = 50_000;
const LOG_LINES_MAX = 60;
const LANGUAGE_SAMPLE_CHARACTERS = 4000;
// Lines of a log that say what went wrong, among the many that say what went well.
const COMPLAINT =
  /\b(?:error|exception|fatal|panic|failed|failure|cannot|critical|denied|refused|undefined|traceback)\b/i;
const CONTROL = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F\uFFFD]+/g;

/** Cuts, cleans and parts what was handed in: the author's words, traces wherever they stand, and the log's complaints. */
export function readInput(
  input: TaskInput,
  limits: { charactersMax: number; logCharactersMax: number },
  isFileName: (name: string) => boolean,
): ReadTask {
  const notes: string[] = [];
  const text = clean(input.text.slice(0, limits.charactersMax));
  if (input.text.length > limits.charactersMax)
    notes.push(`The task has ${input.text.length} characters; only the first ${limits.charactersMax} were read.`);
  const log = clean((input.errorLog ?? '').slice(-limits.logCharactersMax));
  if ((input.errorLog?.length ?? 0) > limits.logCharactersMax)
    notes.push(`The log has ${input.errorLog?.length} characters; only the last ${limits.logCharactersMax} were read.`);

  const told = parseTraces(text, isFileName);
  const logged = parseTraces(log, isFileName);
  const traces = [...logged.traces, ...told.traces];
  const read = readText(text, (line) => told.lines.get(line));
  const messages = traces.flatMap((trace) =>
    trace.message === null ? [] : [trace.message.slice(0, MESSAGE_CHARACTERS_MAX)],
  );
  const complaints = log
    .split('\n')
    .filter((line, index) => !logged.lines.has(index) && COMPLAINT.test(line.slice(0, MESSAGE_CHARACTERS_MAX)));
  const passages: Passage[] = [
    ...weighed(read.passages, notes),
    ...[...new Set(messages)].map((message) => ({ place: 'message' as const, text: message })),
    ...unique(complaints).map((line) => ({ place: 'quote' as const, text: line.slice(0, MESSAGE_CHARACTERS_MAX) })),
  ];
  return {
    text,
    title: clipped(
      read.title ||
        messages[0] ||
        firstLine(log) ||
        firstLine(read.passages[0]?.text ?? '') ||
        namesOf(input) ||
        firstLine(text),
    ),
    passages,
    links: read.links,
    traces,
    words: words(
      read.passages
        .filter(({ place }) => place === 'title' || place === 'body')
        .map((passage) => passage.text)
        .join('\n')
        .slice(0, LANGUAGE_SAMPLE_CHARACTERS),
    ),
    notes,
  };
}

// The beginning of what is said, and as much of what is quoted.
function weighed(passages: readonly Passage[], notes: string[]): readonly Passage[] {
  const left = { said: WEIGHED_CHARACTERS_MAX, quoted: WEIGHED_CHARACTERS_MAX };
  const kept = passages.flatMap((passage): readonly Passage[] => {
    const kind = passage.place === 'code' || passage.place === 'quote' ? 'quoted' : 'said';
    const text = passage.text.slice(0, left[kind]);
    left[kind] -= text.length;
    return text === '' ? [] : [{ ...passage, text }];
  });
  if (left.said <= 0 || left.quoted <= 0)
    notes.push(
      `Of a long task only the first ${WEIGHED_CHARACTERS_MAX} characters were searched for words and names; traces were read to the end.`,
    );
  return kept;
}

// Bytes that are no text part words, as a space would.
const clean = (text: string): string => text.replace(/\r\n?/g, '\n').replace(CONTROL, ' ');

// The last complaints are the ones that ended it; a repeated one says nothing new.
const unique = (lines: readonly string[]): readonly string[] => [...new Set(lines)].slice(-LOG_LINES_MAX);

const firstLine = (text: string): string => text.trimStart().split('\n', 1)[0] ?? '';

function namesOf({ changes = [], files = [], symbols = [] }: TaskInput): string {
  if (files.length + symbols.length > 0) return [...symbols, ...files].join(', ');
  return changes.length > 0 ? `Changes in ${changes.map((change) => change.path).join(', ')}` : '';
}

// The first sentence of a long line, else its first words.
function clipped(title: string): string {
  const line = title.replace(/\s+/g, ' ').trim();
  if (line.length <= TITLE_CHARACTERS_MAX) return line;
  const sentence = /^.{20,120}?[.!?。！？](?=\s|$)/u.exec(line)?.[0];
  if (sentence) return sentence;
  const cut = line.slice(0, TITLE_CHARACTERS_MAX - 1);
  const space = cut.lastIndexOf(' ');
  return `${space > 40 ? cut.slice(0, space) : cut}…`;
}
