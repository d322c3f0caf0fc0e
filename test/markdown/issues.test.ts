import { describe, expect, test } from 'vitest';
import type { Issue } from '../../src/model/document.ts';
import { compareReady, isReady } from '../../src/sources/markdown/issues.ts';

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
  const behind = (...statuses: readonly (string | null)[]) => statuses.map((status) => issue({ status }));
  const cases: [name: string, fields: Partial<Issue>, expected: boolean, blockers?: readonly Issue[]][] = [
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
    ['behind an open one', {}, false, behind('closed', 'open')],
    ['behind closed ones', {}, true, behind('closed', 'tombstone')],
    ['behind one of unknown status', {}, false, behind('whatever')],
    ['behind one without a status', {}, false, behind(null)],
  ];
  for (const [name, fields, expected, blockers = []] of cases)
    test(`${name}: ${expected}`, () => expect(isReady(issue(fields), blockers)).toBe(expected));
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
