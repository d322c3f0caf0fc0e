/** What a log's own clock may leave open. */
export interface LogClock {
  /** Minutes east of Greenwich of times that name no zone. */
  readonly offsetMinutes: number;
}

const HEAD_CHARACTERS = 400;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const ISO =
  /\b(\d{4})[-/](\d{2})[-/](\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|UTC|GMT|[+-]\d{2}:?\d{2})?/;
const COMMON = /\b(\d{2})\/([A-Za-z]{3})\/(\d{4}):(\d{2}):(\d{2}):(\d{2})(?: ([+-]\d{4}))?/;
const SYSLOG = /^(?:<\d{1,3}>)?([A-Z][a-z]{2}) {1,2}(\d{1,2}) (\d{2}):(\d{2}):(\d{2})\b/;
const EPOCH = /^\s*\[?(\d{10}(?:\.\d{1,9})?|\d{13})\b/;
const EPOCH_FIELD = /"(?:time|ts|timestamp|date)"\s?:\s?"?(\d{10}(?:\.\d{1,9})?|\d{13})\b/;

/**
 * The lines of a log that are at most `sinceMs` old. A line without a time belongs to the line before it, the first
 * ones to the first that has one; a log without any time is kept whole.
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
  const kept = lines.filter((_, index) => {
    time = times[index] ?? time;
    return time === null || time >= nowMs - sinceMs;
  });
  return kept.join('\n');
}

/** Whether a line says when it was written. */
export function isDated(line: string): boolean {
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

// Syslog names no year: it is the newest that does not lie in the future.
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
