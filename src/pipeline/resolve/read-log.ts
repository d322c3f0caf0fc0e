// Reads logs: finds the lines that report problems, or keeps those of the period that the caller asked for.

/** The problems that a log reports. */
interface Complaints {
  /** Lines that report a problem, each once, where it first stands; of many only the last ones. */
  readonly lines: readonly string[];
  /** The gravest problem, without time and level; among equals the most frequent, then the last. Empty without one. */
  readonly worst: string;
}

const LINE_CHARACTERS_MAX = 500;
const LINES_MAX = 60;
const LEVELS = '(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|SEVERE|CRITICAL|FATAL|PANIC|ALERT|EMERGENCY)';
// The level of a line, near its beginning: a time or a name may stand before it.
const LEVEL = new RegExp(String.raw`^(?:.{0,80}?[\s[|<"=:])?(${LEVELS})\b`);
// A line of glog: a letter for the level, month and day, time.
const GLOG = /^[IWEF]\d{4} \d{2}:\d{2}:\d{2}/;
const CALM: ReadonlySet<string> = new Set(['TRACE', 'DEBUG', 'INFO', 'NOTICE']);
// Words of problems, the gravest first.
const GRAVE: readonly RegExp[] = [
  /\b(?:FATAL|PANIC|CRITICAL|EMERGENCY|SEVERE)\b|\b(?:panic|fatal error|segmentation fault|out of memory)\b/,
  /\b(?:ERROR|ALERT)\b|\b\w*(?:Error|Exception)\b|\berror:/,
  /\b(?:error|exception|fatal|failed|failure|cannot|critical|denied|refused|undefined|traceback)\b/i,
];
// Times, dates and other long numbers with their signs.
const TIMES = /\d[\dT:.,+Z/-]{5,40}/g;
// Signs and level before the message. A bracket around another word is part of the message: `[HTTP] undefined`.
const OPENING = new RegExp(String.raw`^(?:[\s\])|:<>-]|[[(](?=[\s\])]|${LEVELS}\]))*(?:${LEVELS}\b[\s\]):|>-]*)?`);

// Headings that runtimes print above their frames; they do not describe the error.
const HEADING =
  /^[\s|+]*(?:Traceback \(most recent|Exception Group Traceback|Stack trace:|stack backtrace:|\[stacktrace\]|goroutine \d)/;

/** Whether a line is probably one of a log: it begins like one and holds a time, or begins with a level. */
export function isLogLine(line: string): boolean {
  const head = line.slice(0, LINE_CHARACTERS_MAX);
  return (
    GLOG.test(head) ||
    (timeIn(head) !== undefined && /^\W{0,3}(?:<\d+>)?[\dA-Z"{t]/.test(head)) ||
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
  const grave = graded.filter(({ grade }) => grade === gravest);
  const [worst] = [...Map.groupBy(grave, ({ line }) => sameness(line)).values()]
    .map((same, index) => ({ line: same.at(-1)!.line, count: same.length, at: index }))
    .sort((a, b) => b.count - a.count || b.at - a.at);
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

const HEAD_CHARACTERS = 400;
const DAY_MS = 24 * 3_600_000;
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
// The forms of times: ISO 8601, the common log format of web servers, syslog, and seconds or milliseconds since 1970.
const TIME = String.raw`(?<hour>\d{2}):(?<minute>\d{2})`;
const SECOND = String.raw`:(?<second>\d{2})`;
const EPOCH = String.raw`(?<epoch>\d{10}(?:\.\d{1,9})?|\d{13})\b`;
const FORMS = [
  String.raw`\b(?<year>\d{4})[-/](?<month>\d{2})[-/](?<day>\d{2})[T ]${TIME}(?:${SECOND}(?:[.,](?<fraction>\d{1,9}))?)?\s?(?<zone>Z|UTC|GMT|[+-]\d{2}:?\d{2})?`,
  String.raw`\b(?<day>\d{2})\/(?<month>[A-Za-z]{3})\/(?<year>\d{4}):${TIME}${SECOND}(?: (?<zone>[+-]\d{4}))?`,
  String.raw`^(?:<\d{1,3}>)?(?<month>[A-Z][a-z]{2}) {1,2}(?<day>\d{1,2}) ${TIME}${SECOND}\b`,
  String.raw`^\s*\[?${EPOCH}`,
  String.raw`"(?:time|ts|timestamp|date)"\s?:\s?"?${EPOCH}`,
].map((form) => new RegExp(form));

/**
 * Keeps lines at most `sinceMs` old. Lines without a time have that of the line before, the first ones the first time;
 * a log without times is kept whole. Times that name no zone lie `offsetMinutes` east of Greenwich.
 */
export function recentLines(log: string, sinceMs: number, nowMs: number, offsetMinutes = 0): string {
  const lines = log.split('\n');
  const times = lines.map((line) => timeOf(line, nowMs, offsetMinutes));
  let time = times.find((known) => known !== null) ?? null;
  const recent = lines.filter((_, index) => {
    time = times[index] ?? time;
    return time === null || time >= nowMs - sinceMs;
  });
  return recent.join('\n');
}

// Finds the groups of the first form of a time in a line.
function timeIn(line: string): Readonly<Record<string, string | undefined>> | undefined {
  const head = line.slice(0, HEAD_CHARACTERS);
  if (!/\d/.test(head)) return undefined;
  for (const form of FORMS) {
    const groups = form.exec(head)?.groups;
    if (groups) return groups;
  }
  return undefined;
}

function timeOf(line: string, nowMs: number, offsetMinutes: number): number | null {
  const parts = timeIn(line);
  if (parts === undefined) return null;
  const { epoch, year, month = '', day, hour, minute, second = 0, fraction = 0, zone } = parts;
  if (epoch !== undefined) return epoch.length === 13 && !epoch.includes('.') ? Number(epoch) : Number(epoch) * 1000;
  const monthNumber = Number(month) || MONTHS.indexOf(month.toLowerCase()) + 1;
  if (monthNumber < 1 || monthNumber > 12 || Number(day) < 1 || Number(day) > 31) return null;
  const inYear = (year: number) =>
    Date.UTC(year, monthNumber - 1, Number(day), Number(hour), Number(minute), Number(second)) +
    Number(`0.${fraction}`) * 1000 -
    (zone === undefined ? offsetMinutes : zoneMinutes(zone)) * 60_000;
  if (year !== undefined) return inYear(Number(year));
  // Syslog names no year: this year counts, or the one before if the time would lie over a day in the future.
  const thisYear = new Date(nowMs).getUTCFullYear();
  return inYear(thisYear) > nowMs + DAY_MS ? inYear(thisYear - 1) : inYear(thisYear);
}

function zoneMinutes(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  return sign === undefined ? 0 : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes));
}
