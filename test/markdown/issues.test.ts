import { describe, expect, test } from 'vitest';
import {
  canFollow,
  compareReady,
  type Issue,
  isReady,
  openBlockers,
  priorityLabel,
} from '../../src/sources/markdown/issues.ts';

const issue = (fields: Partial<Issue>): Issue => ({
  type: 'task',
  status: 'open',
  priority: 2,
  blocking: [],
  blockedBy: [],
  discoveredFrom: [],
  createdAt: null,
  updatedAt: null,
  closedAt: null,
  ...fields,
});

describe('ready', () => {
  const others: Record<string, Issue> = {
    LOPEN: issue({}),
    LDONE: issue({ status: 'closed' }),
    LGONE: issue({ status: 'tombstone' }),
    LODD1: issue({ status: 'whatever' }),
    LNONE: issue({ status: null }),
  };
  const find = (reference: string) => others[reference] ?? null;
  const cases: [name: string, fields: Partial<Issue>, expected: boolean][] = [
    ['open', {}, true],
    ['pinned', { status: 'pinned' }, true],
    ['in progress', { status: 'in_progress' }, false],
    ['blocked', { status: 'blocked' }, false],
    ['deferred', { status: 'deferred' }, false],
    ['closed', { status: 'closed' }, false],
    ['without a status', { status: null }, false],
    ['of a status nobody knows', { status: 'toString' }, false],
    ['in the backlog', { priority: 4 }, false],
    ['critical', { priority: 0 }, true],
    ['behind an open one', { blockedBy: ['LDONE', 'LOPEN'] }, false],
    ['behind closed ones', { blockedBy: ['LDONE', 'LGONE'] }, true],
    ['behind one that is not there', { blockedBy: ['LZZZZ'] }, true],
    ['behind one of unknown status', { blockedBy: ['LODD1'] }, false],
    ['behind one without a status', { blockedBy: ['LNONE'] }, false],
  ];
  for (const [name, fields, expected] of cases)
    test(`${name}: ${expected}`, () => expect(isReady(issue(fields), find)).toBe(expected));

  test('what still blocks', () => {
    expect(openBlockers(issue({ blockedBy: ['LODD1', 'LDONE', 'LOPEN'] }), find)).toEqual(['LODD1', 'LOPEN']);
  });
});

test('the most urgent first, then the oldest, then by id; undated ones last', () => {
  const rows: [id: string, priority: number | null, createdAt: string | null][] = [
    ['LG', null, '2020-01-01'],
    ['LF', 2, null],
    ['LE', 2, '2026-01-02T00:00:00+02:00'],
    ['LD', 2, '2026-01-02'],
    ['LC', 2, '2026-01-02T00:00:00Z'],
    ['LB', 2, '2025-12-31 10:00'],
    ['LA', 0, null],
  ];
  const sorted = rows
    .map(([id, priority, createdAt]) => ({ id, path: 'x.md', issue: issue({ priority, createdAt }) }))
    .sort(compareReady);
  expect(sorted.map(({ id }) => id)).toEqual(['LA', 'LB', 'LE', 'LC', 'LD', 'LF', 'LG']);
});

test('statuses follow each other as the table says', () => {
  expect([
    canFollow('open', 'closed'),
    canFollow('closed', 'open'),
    canFollow('blocked', 'closed'),
    canFollow('tombstone', 'open'),
    canFollow('x', 'y'),
  ]).toEqual([true, true, false, false, false]);
});

test('priorities are shown with a P', () => expect(priorityLabel(0)).toBe('P0'));
