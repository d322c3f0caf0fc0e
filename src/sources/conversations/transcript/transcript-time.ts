import { isoMilliseconds } from '../../markdown/issues.ts';

// Outside of these years a time is a default value or a fault of a clock, and would win or lose every comparison.
const EARLIEST_MS = Date.UTC(1990, 0, 1);
const LATEST_MS = Date.UTC(2100, 0, 1);
// Seconds reach this in the year 5138, milliseconds reached it in 1973.
const MILLISECONDS_FROM = 1e11;

/** A time of a transcript: milliseconds, `absent` when there is none, or `odd` when it cannot be believed. */
export function instantOf(value: unknown): number | 'absent' | 'odd' {
  if (value === undefined || value === null || value === '') return 'absent';
  const milliseconds = millisecondsOf(value);
  if (milliseconds === null || milliseconds < EARLIEST_MS || milliseconds >= LATEST_MS) return 'odd';
  return Math.round(milliseconds);
}

/** Like `instantOf`, for those who need no reason. */
export function timeOrNull(value: unknown): number | null {
  const instant = instantOf(value);
  return typeof instant === 'number' ? instant : null;
}

function millisecondsOf(value: unknown): number | null {
  if (typeof value === 'number') return Math.abs(value) >= MILLISECONDS_FROM ? value : value * 1000;
  return typeof value === 'string' ? isoMilliseconds(value) : null;
}
