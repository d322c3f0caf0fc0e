import { isDated } from './recent-lines.ts';

/** What a log says went wrong, among the many lines that say what went well. */
export interface Complaints {
  /** The last ones, each once: those are what ended it. */
  readonly lines: readonly string[];
  /** The gravest; among equals the one said most often, then the last. Empty without any. */
  readonly worst: string;
}

const LINE_CHARACTERS_MAX = 500;
const LINES_MAX = 60;
const LEVEL =
  /^(?:.{0,80}?[\s[|<"=:])?(TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|SEVERE|CRITICAL|FATAL|PANIC|ALERT|EMERGENCY)\b/;
const GLOG = /^[IWEF]\d{4} \d{2}:\d{2}:\d{2}/;
const CALM: ReadonlySet<string> = new Set(['TRACE', 'DEBUG', 'INFO', 'NOTICE']);
// Gravest first.
const GRAVE: readonly RegExp[] = [
  /\b(?:FATAL|PANIC|CRITICAL|EMERGENCY|SEVERE)\b|\b(?:panic|fatal error|segmentation fault|out of memory)\b/,
  /\b(?:ERROR|ALERT)\b|\b\w*(?:Error|Exception)\b|\berror:/,
  /\b(?:error|exception|fatal|failed|failure|cannot|critical|denied|refused|undefined|traceback)\b/i,
];
const TIMES = /\d[\dT:.,+Z/-]{5,40}/g;
// A bracket that opens a word of the message is part of it: `[http] undefined`.
const OPENING =
  /^(?:[\s\])|:<>-]|[[(](?=[\s\])]|[A-Z]{4,9}\]))*(?:(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|SEVERE|CRITICAL|FATAL|ALERT)\b[\s\]):|>-]*)?/;

// What every dialect prints above its frames says nothing of the error itself.
const HEADING =
  /^[\s|+]*(?:Traceback \(most recent|Exception Group Traceback|Stack trace:|stack backtrace:|\[stacktrace\]|goroutine \d)/;

/** Whether a line was written by a program that keeps a log: it begins with a time or a level. */
export function isLogLine(line: string): boolean {
  const head = line.slice(0, LINE_CHARACTERS_MAX);
  return (
    GLOG.test(head) ||
    (isDated(head) && /^\W{0,3}(?:<\d+>)?[\dA-Z"{t]/.test(head)) ||
    /^\[?(?:TRACE|DEBUG|INFO|WARN|ERROR)\b[\]: ]/.test(head)
  );
}

export function complaintsIn(lines: readonly string[]): Complaints {
  const graded = lines.flatMap((whole) => {
    const line = whole.slice(0, LINE_CHARACTERS_MAX);
    const grade = gradeOf(line);
    return grade < 0 ? [] : [{ line, grade }];
  });
  const gravest = graded.reduce((least, { grade }) => Math.min(least, grade), GRAVE.length);
  const worst = [
    ...Map.groupBy(
      graded.filter(({ grade }) => grade === gravest),
      ({ line }) => sameness(line),
    ).values(),
  ]
    .map((same, at) => ({ line: same.at(-1)!.line, count: same.length, at }))
    .sort((a, b) => b.count - a.count || b.at - a.at)[0];
  return {
    lines: [...new Set(graded.map(({ line }) => line))].slice(-LINES_MAX),
    worst: worst ? withoutOpening(worst.line) : '',
  };
}

// What a program calls information is none, whatever words it has.
function gradeOf(line: string): number {
  if (HEADING.test(line)) return -1;
  const level = LEVEL.exec(line)?.[1] ?? (/^[ID]\d{4} /.test(line) ? 'INFO' : null);
  if (level !== null && CALM.has(level)) return -1;
  return GRAVE.findIndex((form) => form.test(line));
}

const sameness = (line: string): string => line.replace(TIMES, '').replace(/\d+/g, '#');

function withoutOpening(line: string): string {
  const said = line.replace(TIMES, '').replace(OPENING, '').trim();
  return said === '' ? line.trim() : said;
}
