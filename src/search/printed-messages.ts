import type { Task } from '../model/task.ts';
import { words } from '../model/terms.ts';

/** A part of the task that a program may have printed, or that its author quotes. */
export interface PrintedText {
  /** Words as written, in order. */
  readonly words: readonly string[];
  /** Whether it is in quotes, after `Error:`, or the message of a trace. */
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
const ERROR_LINE =
  /(?:\b[\w.$\\]{0,80}(?:Error|Exception|Warning|Panic|Failure)\b|^\s*(?:error|fatal|panic|warning|uncaught))\b[^:\n]{0,60}:\s*(.{8,400})$/i;
// Words that a message of a failure holds even without quotes.
const COMPLAINT =
  /\b(?:can't|cannot|can not|could not|couldn't|unable|failed|failure|not found|no such|invalid|unexpected|must|denied|refused|undefined|unsupported|missing|already|required|deprecated|not (?:a|an|allowed|supported|available|defined|initialized))\b/i;
// `Symfony\\Component\\Process\\Exception\\LogicException`: a name that code printing it does not spell out.
const QUALIFIED = /[\w$]{1,80}(?:(?:\\{1,2}|::|\.)[\w$]{1,80}){2,12}/g;
const LINES_MAX = 400;

/** Texts of a task that the source may hold literally, the surest first. */
export function printedTexts(task: Pick<Task, 'text' | 'title'>, messages: readonly string[]): readonly PrintedText[] {
  const lines = task.text.split('\n', LINES_MAX);
  const marked = [
    ...messages,
    ...lines.flatMap((line) => ERROR_LINE.exec(line)?.[1] ?? []),
    ...lines.flatMap((line) => QUOTED.flatMap((quoted) => [...line.matchAll(quoted)].map((match) => match[1]!))),
  ];
  const texts = new Map<string, PrintedText>();
  for (const [list, isMarked] of [
    [marked, true],
    [[task.title, ...lines].filter((line) => COMPLAINT.test(line)), false],
  ] as const)
    for (const text of list) {
      const textWords = words(text.replace(QUALIFIED, ' ')).slice(0, WORDS_MAX);
      const key = textWords.join(' ').toLowerCase();
      if (isText(text) && !texts.has(key)) texts.set(key, { words: textWords, isMarked });
    }
  return [...texts.values()].slice(0, TEXTS_MAX);
}

// Several words with spaces: `Object.create(null)` is code, and "bug" a value.
const isText = (text: string): boolean => text.trim().split(/\s+/, WORDS_MIN).length === WORDS_MIN;
