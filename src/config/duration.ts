// Users write lengths of time such as `90s`, `30m`, `2h` or `7d`. This file parses them.
import { ContextError } from '../model/errors.ts';

export const DURATION = /^\d+(\.\d+)?[smhd]$/;

const UNIT_MS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Returns milliseconds. */
export function parseDuration(text: string): number {
  if (!DURATION.test(text))
    throw new ContextError('BAD_INPUT', `A length of time is written 30m, 2h or 7d, not "${text}".`);
  return Number(text.slice(0, -1)) * UNIT_MS[text.slice(-1) as keyof typeof UNIT_MS];
}
