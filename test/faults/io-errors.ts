import { expect } from 'vitest';
import type { Outcome } from '../surfaces/knap.ts';
import type { FaultWorld } from './fault-world.ts';

/** What the system says when it cannot: the disk fails, is full, forbids, or too much is open. */
export const ERRNOS = ['EIO', 'ENOSPC', 'EACCES', 'EMFILE'] as const;

export type Ending = 'same' | 'told' | 'refused';

/**
 * How a pack ended whose reading or writing failed once: as if nothing were, with a note that says what it did without, or with one
 * line and a status. Anything else would be silent, or a fault of ours.
 */
export function endingOf(name: string, { code, stdout, stderr }: Outcome, world: FaultWorld): Ending {
  if (code !== 0) {
    expect({
      name,
      code,
      stderr,
      isKind: /^knap: .+/m.test(stderr) && !/fault of knap|KNAP_DEBUG/.test(stderr),
    }).toMatchObject({
      name,
      isKind: true,
    });
    return 'refused';
  }
  const { answers: pack } = world.sound();
  if (stdout === pack) return 'same';
  const known = new Set(pack.split('\n'));
  const news = `${stdout}\n${stderr}`.split('\n').filter((line) => !known.has(line));
  expect({ name, isTold: news.some((line) => NOTE.test(line)), stdout }).toMatchObject({ name, isTold: true });
  return 'told';
}

// What a page or the standard error says when something was done without.
const NOTE =
  /could not be (?:read|looked at)|cannot be (?:read|written)|only in memory|disk is full|cannot be used|stale|no history|no meaning|left out|stopped early/;
