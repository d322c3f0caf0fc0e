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
  { what: 'no line before two seconds', seconds: [0, 1], lines: [] },
  { what: 'a line after two seconds', seconds: [0, 2], lines: ['knap: reading 1 of 200000, 2 s so far'] },
  {
    what: 'another when it has taken twice as long',
    seconds: [2, 3, 4, 7, 8],
    lines: [0, 2, 4].map((done, at) => `knap: reading ${done} of 200000, ${[2, 4, 8][at]} s so far`),
  },
  { what: 'nothing where it is unwanted', seconds: [2, 9], isQuiet: true, lines: [] },
  { what: 'nothing where little is to do', seconds: [2, 9], total: 400, lines: [] },
])(
  'long work in a pipe prints progress on standard error: $what',
  ({ seconds, lines, isQuiet = false, total = 200_000 }) => {
    expect(said(isQuiet, seconds, total)).toEqual(lines);
  },
);
