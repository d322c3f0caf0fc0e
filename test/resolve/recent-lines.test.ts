import { expect, test } from 'vitest';
import { recentLines } from '../../src/pipeline/resolve/read-log.ts';

const NOW = Date.UTC(2024, 4, 1, 12, 0, 0);
const HALF_HOUR = 30 * 60_000;
const cases: [name: string, log: string, expected: string][] = [
  ['ISO with Z', '2024-05-01T11:00:00Z old\n2024-05-01T11:45:00.123Z new', '2024-05-01T11:45:00.123Z new'],
  ['ISO with a zone', '2024-05-01T13:45:00+02:00 new\n2024-05-01T11:45:00+02:00 old', '2024-05-01T13:45:00+02:00 new'],
  ['without a zone', '2024-05-01 11:00:00,123 old\n2024-05-01 11:45:00,123 new', '2024-05-01 11:45:00,123 new'],
  [
    'in brackets, as Laravel writes',
    '[2024-05-01 11:00:00] local.ERROR: old\n[2024-05-01 11:45:00] local.ERROR: new',
    '[2024-05-01 11:45:00] local.ERROR: new',
  ],
  ['syslog', 'May  1 11:00:00 host a: old\nMay  1 11:45:00 host a: new', 'May  1 11:45:00 host a: new'],
  ['syslog of last year', 'Dec 31 23:59:59 host a: old\nMay  1 11:45:00 host a: new', 'May  1 11:45:00 host a: new'],
  [
    'common log',
    '1.2.3.4 - - [01/May/2024:11:00:00 +0000] "GET /" old\n1.2.3.4 - - [01/May/2024:11:45:00 +0000] "GET /" new',
    '1.2.3.4 - - [01/May/2024:11:45:00 +0000] "GET /" new',
  ],
  [
    'epoch seconds and milliseconds',
    `${NOW / 1000 - 3600} old\n${NOW / 1000 - 60} new\n${NOW - 3_600_000} old\n${NOW - 60_000} new`,
    `${NOW / 1000 - 60} new\n${NOW - 60_000} new`,
  ],
  [
    'JSON',
    `{"time":${NOW - 3_600_000},"msg":"old"}\n{"level":"error","timestamp":"2024-05-01T11:45:00Z"}`,
    '{"level":"error","timestamp":"2024-05-01T11:45:00Z"}',
  ],
  [
    'lines without a time belong to the line before',
    '2024-05-01T11:00:00Z old\n    at old\n2024-05-01T11:45:00Z new\n    at new',
    '2024-05-01T11:45:00Z new\n    at new',
  ],
  [
    'the first lines belong to the first time',
    '    at cut\n2024-05-01T11:45:00Z new',
    '    at cut\n2024-05-01T11:45:00Z new',
  ],
  ['a log without times is kept', 'a\nb', 'a\nb'],
  ['an impossible date is no time', '2024-13-41 11:00:00 x', '2024-13-41 11:00:00 x'],
];
for (const [name, log, expected] of cases)
  test(`the lines of the last half hour of a log are found: ${name}`, () =>
    expect(recentLines(log, HALF_HOUR, NOW)).toBe(expected));

test('the times of a log without a zone are read in the zone that the caller gives', () => {
  expect(recentLines('2024-05-01 13:45:00 new\n2024-05-01 11:45:00 old', HALF_HOUR, NOW, 120)).toBe(
    '2024-05-01 13:45:00 new',
  );
});
