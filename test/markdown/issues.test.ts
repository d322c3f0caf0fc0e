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

describe('isReady decides which issues can be started', () => {
  const behind = (...statuses: readonly (string | null)[]) => statuses.map((status) => issue({ status }));
  const cases: [name: string, fields: Partial<Issue>, expected: boolean, blockers?: readonly Issue[]][] = [
    ['with status open', {}, true],
    ['with status pinned', { status: 'pinned' }, true],
    ['in progress', { status: 'in_progress' }, false],
    ['with status blocked', { status: 'blocked' }, false],
    ['with status deferred', { status: 'deferred' }, false],
    ['with status closed', { status: 'closed' }, false],
    ['without a status', { status: null }, false],
    ['of unknown status', { status: 'toString' }, false],
    ['in the backlog', { priority: 4 }, false],
    ['of priority 0', { priority: 0 }, true],
    ['blocked by an open issue', {}, false, behind('closed', 'open')],
    ['blocked by closed issues', {}, true, behind('closed', 'tombstone')],
    ['blocked by an issue of unknown status', {}, false, behind('whatever')],
    ['blocked by an issue without a status', {}, false, behind(null)],
  ];
  for (const [name, fields, expected, blockers = []] of cases)
    test(`an issue ${name} is ${expected ? 'ready' : 'not ready'}`, () =>
      expect(isReady(issue(fields), blockers)).toBe(expected));
});

test('ready issues are ordered by urgency, then by age, then by id, and undated issues come last', () => {
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
