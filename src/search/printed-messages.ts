// A report often quotes what a program printed. This file finds such messages in a task, because the source that prints
// them holds their words literally.
import type { Task } from '../model/task.ts';
import { words } from '../model/terms.ts';

export interface PrintedMessage {
  /** The words as written, in order. */
  readonly words: readonly string[];
  /** Whether it stands in quotes or after a word like `Error:`, or is the message of a trace. */
  readonly isMarked: boolean;
}

const TEXTS_MAX = 8;
const WORDS_MAX = 40;
const WORDS_MIN = 3;
const QUOTED = [
  /"([^"\n]{8,400})"/g,
  /“([^”\n]{8,400})”/g,
  /`([^`\n]{8,400})`/g,
  /(?<![\w])'([^'\n]{8,400})'(?![\w])/g,
];
// A line such as `TypeError: …` or `fatal: …`; the group is the message.
const ERROR_LINE =
  /(?:\b[\w.$\\]{0,80}(?:Error|Exception|Warning|Panic|Failure)\b|^\s*(?:error|fatal|panic|warning|uncaught))\b[^:\n]{0,60}:\s*(.{8,400})$/i;
// A line with one of these words may be the message of a failure, also without quotes.
const COMPLAINT =
  /\b(?:can't|cannot|can not|could not|couldn't|unable|failed|failure|not found|no such|invalid|unexpected|must|denied|refused|undefined|unsupported|missing|already|required|deprecated|not (?:a|an|allowed|supported|available|defined|initialized))\b/i;
// Code that prints a qualified name (`Symfony\\Component\\Process\\LogicException`) does not spell it out.
const QUALIFIED_NAME = /[\w$]{1,80}(?:(?:\\{1,2}|::|\.)[\w$]{1,80}){2,12}/g;
const LINES_MAX = 400;

/** Returns the messages in a task and in its traces (`messages`), marked ones first. */
export function findPrintedMessages(
  task: Pick<Task, 'text' | 'title'>,
  messages: readonly string[],
): readonly PrintedMessage[] {
  const lines = task.text.split('\n', LINES_MAX);
  const quotes = lines.flatMap((line) =>
    QUOTED.flatMap((quoted) => [...line.matchAll(quoted)].map(([, text]) => text!)),
  );
  const marked = [...messages, ...lines.flatMap((line) => ERROR_LINE.exec(line)?.[1] ?? []), ...quotes];
  const complaints = [task.title, ...lines].filter((line) => COMPLAINT.test(line));
  const found = new Map<string, PrintedMessage>();
  for (const [index, text] of [...marked, ...complaints].entries()) {
    const textWords = words(text.replace(QUALIFIED_NAME, ' ')).slice(0, WORDS_MAX);
    const key = textWords.join(' ').toLowerCase();
    if (hasSeveralWords(text) && !found.has(key)) found.set(key, { words: textWords, isMarked: index < marked.length });
  }
  return [...found.values()].slice(0, TEXTS_MAX);
}

// A message has at least three words with spaces: `Object.create(null)` is code, and "bug" is a value.
const hasSeveralWords = (text: string): boolean => text.trim().split(/\s+/, WORDS_MIN).length === WORDS_MIN;
