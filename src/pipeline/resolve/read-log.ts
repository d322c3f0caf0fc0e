// Reads pasted logs: keeps the lines that report problems, and those of the period that the caller asked for.

/** The problems that a log reports. */
interface Complaints {
  /** The last lines that report a problem, each once, because the last problems ended the program. */
  readonly lines: readonly string[];
  /** The gravest of them; among equals the most frequent, then the last. Empty if there is none. */
  readonly worst: string;
}

const LINE_CHARACTERS_MAX = 500;
const LINES_MAX = 60;
// The level of a line, after at most a time and a name.
const LEVEL =
  /^(?:.{0,80}?[\s[|<"=:])?(TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|SEVERE|CRITICAL|FATAL|PANIC|ALERT|EMERGENCY)\b/;
// A line of glog: a letter for the level, month and day, time.
const GLOG = /^[IWEF]\d{4} \d{2}:\d{2}:\d{2}/;
const CALM: ReadonlySet<string> = new Set(['TRACE', 'DEBUG', 'INFO', 'NOTICE']);
// Words of problems, the gravest first.
const GRAVE: readonly RegExp[] = [
  /\b(?:FATAL|PANIC|CRITICAL|EMERGENCY|SEVERE)\b|\b(?:panic|fatal error|segmentation fault|out of memory)\b/,
  /\b(?:ERROR|ALERT)\b|\b\w*(?:Error|Exception)\b|\berror:/,
  /\b(?:error|exception|fatal|failed|failure|cannot|critical|denied|refused|undefined|traceback)\b/i,
];
// Digits with the signs of times and dates, also in other numbers, which do not matter when lines are compared.
const TIMES = /\d[\dT:.,+Z/-]{5,40}/g;
// Signs and level before the message. A bracket around a word is part of the message: `[http] undefined`.
const OPENING =
  /^(?:[\s\])|:<>-]|[[(](?=[\s\])]|[A-Z]{4,9}\]))*(?:(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|SEVERE|CRITICAL|FATAL|ALERT)\b[\s\]):|>-]*)?/;

// Headings that runtimes print above their frames; they do not describe the error.
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

/** Finds the lines of a log that report problems. */
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
    .map((same, index) => ({ line: same.at(-1)!.line, count: same.length, at: index }))
    .sort((a, b) => b.count - a.count || b.at - a.at)[0];
  return {
    lines: [...new Set(graded.map(({ line }) => line))].slice(-LINES_MAX),
    worst: worst ? withoutOpening(worst.line) : '',
  };
}

// A line with a harmless level does not report a problem, whatever words it has.
function gradeOf(line: string): number {
  if (HEADING.test(line)) return -1;
  const level = LEVEL.exec(line)?.[1] ?? (/^[ID]\d{4} /.test(line) ? 'INFO' : null);
  if (level !== null && CALM.has(level)) return -1;
  return GRAVE.findIndex((form) => form.test(line));
}

// Lines that differ only in times and numbers report the same problem.
const sameness = (line: string): string => line.replace(TIMES, '').replace(/\d+/g, '#');

function withoutOpening(line: string): string {
  const message = line.replace(TIMES, '').replace(OPENING, '').trim();
  return message === '' ? line.trim() : message;
}

/** The time zone of a log whose times name none. */
interface LogClock {
  /** Minutes east of Greenwich of times that name no zone. */
  readonly offsetMinutes: number;
}

const HEAD_CHARACTERS = 400;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
// The forms of times: ISO 8601, the common log format of web servers, syslog, and seconds or milliseconds since 1970.
const ISO =
  /\b(\d{4})[-/](\d{2})[-/](\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|UTC|GMT|[+-]\d{2}:?\d{2})?/;
const COMMON = /\b(\d{2})\/([A-Za-z]{3})\/(\d{4}):(\d{2}):(\d{2}):(\d{2})(?: ([+-]\d{4}))?/;
const SYSLOG = /^(?:<\d{1,3}>)?([A-Z][a-z]{2}) {1,2}(\d{1,2}) (\d{2}):(\d{2}):(\d{2})\b/;
const EPOCH = /^\s*\[?(\d{10}(?:\.\d{1,9})?|\d{13})\b/;
const EPOCH_FIELD = /"(?:time|ts|timestamp|date)"\s?:\s?"?(\d{10}(?:\.\d{1,9})?|\d{13})\b/;

/**
 * Keeps the lines at most `sinceMs` old. A line without a time has that of the line before; a log without times is kept
 * whole.
 */
export function recentLines(
  log: string,
  sinceMs: number,
  nowMs: number,
  clock: LogClock = { offsetMinutes: 0 },
): string {
  const lines = log.split('\n');
  const times = lines.map((line) => (/\d/.test(line) ? timeOf(line.slice(0, HEAD_CHARACTERS), nowMs, clock) : null));
  let time = times.find((known) => known !== null) ?? null;
  const recent = lines.filter((_, index) => {
    time = times[index] ?? time;
    return time === null || time >= nowMs - sinceMs;
  });
  return recent.join('\n');
}

/** Whether a line holds a time. */
function isDated(line: string): boolean {
  const head = line.slice(0, HEAD_CHARACTERS);
  return /\d/.test(head) && [ISO, COMMON, SYSLOG, EPOCH, EPOCH_FIELD].some((form) => form.test(head));
}

function timeOf(head: string, nowMs: number, clock: LogClock): number | null {
  const iso = ISO.exec(head);
  if (iso) return at(iso.slice(1, 7), Number(`0.${iso[7] ?? 0}`) * 1000, zoneMinutes(iso[8], clock));
  const common = COMMON.exec(head);
  if (common) {
    const [, day = '', month = '', year = '', hour = '', minute = '', second = '', zone] = common;
    return at([year, monthNumber(month), day, hour, minute, second], 0, zoneMinutes(zone, clock));
  }
  const syslog = SYSLOG.exec(head);
  if (syslog) return syslogTime(syslog.slice(1), nowMs, clock);
  const epoch = (EPOCH.exec(head) ?? EPOCH_FIELD.exec(head))?.[1];
  if (epoch === undefined) return null;
  return epoch.length === 13 && !epoch.includes('.') ? Number(epoch) : Number(epoch) * 1000;
}

// Syslog names no year, so the newest year counts in which the time does not lie in the future.
function syslogTime(parts: readonly string[], nowMs: number, clock: LogClock): number | null {
  const [month = '', day = '', ...rest] = parts;
  const year = new Date(nowMs).getUTCFullYear();
  const inYear = (wanted: number) => at([String(wanted), monthNumber(month), day, ...rest], 0, clock.offsetMinutes);
  const time = inYear(year);
  return time !== null && time > nowMs + DAY_MS ? inYear(year - 1) : time;
}

function at(parts: readonly (string | undefined)[], ms: number, offsetMinutes: number): number | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map((part) => Number(part ?? 0));
  if (month < 1 || month > 12 || day < 1 || day > 31) return null;
  return Date.UTC(year, month - 1, day, hour, minute, second) + ms - offsetMinutes * 60_000;
}

function zoneMinutes(zone: string | undefined, clock: LogClock): number {
  if (zone === undefined) return clock.offsetMinutes;
  if (!/^[+-]/.test(zone)) return 0;
  const digits = zone.replace(':', '');
  const minutes = Number(digits.slice(1, 3)) * 60 + Number(digits.slice(3, 5));
  return zone.startsWith('-') ? -minutes : minutes;
}

const monthNumber = (name: string): string => String(MONTHS.indexOf(name.toLowerCase()) + 1);
