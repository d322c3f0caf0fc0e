import { PassThrough } from 'node:stream';
import { afterEach, expect, test, vi } from 'vitest';
import { progressBar } from '../../src/surfaces/cli/progress.ts';
import type { Terminal } from '../../src/surfaces/cli/terminal.ts';

afterEach(() => vi.useRealTimers());

function said(isQuiet: boolean, seconds: readonly number[], total: number): readonly string[] {
  vi.useFakeTimers({ toFake: ['performance'] });
  const stderr = new PassThrough();
  const { report } = progressBar({ stderr } as unknown as Terminal, isQuiet);
  let at = 0;
  for (const [index, second] of seconds.entries()) {
    vi.advanceTimersByTime((second - at) * 1000);
    at = second;
    report({ stage: 'parse', done: index, total });
  }
  return (stderr.read()?.toString() ?? '').split('\n').filter(Boolean);
}

test.each([
  { what: 'no progress before two seconds', seconds: [0, 1], lines: [] },
  { what: 'one line of progress after two seconds', seconds: [0, 2], lines: ['knap: reading 1 of 200000, 2 s so far'] },
  {
    what: 'a further line of progress when twice the time has passed',
    seconds: [2, 3, 4, 7, 8],
    lines: [0, 2, 4].map((done, at) => `knap: reading ${done} of 200000, ${[2, 4, 8][at]} s so far`),
  },
  { what: 'no progress with --quiet', seconds: [2, 9], isQuiet: true, lines: [] },
  { what: 'no progress for 400 files', seconds: [2, 9], total: 400, lines: [] },
])('long work in a pipe prints on standard error $what', ({ seconds, lines, isQuiet = false, total = 200_000 }) => {
  expect(said(isQuiet, seconds, total)).toEqual(lines);
});
