// A document with a type of issue in its frontmatter is an issue. This file holds the types, statuses and priorities,
// parses dates, and says which issues are closed by their folder, and which can be worked on now and in which order.
import type { Issue } from '../../model/document.ts';
import { byText } from '../../model/terms.ts';

/** The status of an issue that gives none, by the key that makes it an issue; null where one must be given. */
export const DEFAULT_STATUS = { 'issue-type': null, 'task-type': 'open' } as const satisfies Record<
  string,
  string | null
>;

/** The keys that make a document an issue; the first of them that a document has holds its type. */
export const ISSUE_KEYS = Object.keys(DEFAULT_STATUS) as readonly (keyof typeof DEFAULT_STATUS)[];

/** The names of priorities; the index is the number that issues give. */
export const PRIORITIES = ['critical', 'high', 'medium', 'low', 'backlog'] as const;

export const ISSUE_TYPES = ['bug', 'feature', 'task', 'epic', 'chore'] as const;

/** Says for every status whether work can start, and whether the issue is done and blocks no others. */
export const STATUSES = {
  open: { canStart: true, isDone: false },
  in_progress: { canStart: false, isDone: false },
  blocked: { canStart: false, isDone: false },
  deferred: { canStart: false, isDone: false },
  closed: { canStart: false, isDone: true },
  pinned: { canStart: true, isDone: false },
  // A deleted issue will never be closed, so it must not block others.
  tombstone: { canStart: false, isDone: true },
} as const satisfies Record<string, { canStart: boolean; isDone: boolean }>;
type IssueStatus = keyof typeof STATUSES;

const BACKLOG = PRIORITIES.length - 1;

/** Returns whether work can start: the status allows it, it is not in the backlog, and no unfinished issue blocks it. */
export function isReady({ status, priority }: Issue, blockers: readonly Issue[]): boolean {
  const canStart = status !== null && isStatus(status) && STATUSES[status].canStart;
  return canStart && priority !== BACKLOG && !blockers.some(isUnfinished);
}

/** Compares ready issues: the most urgent first, then the oldest, then by id, or by path without an id. */
export function compareReady(a: ReadyOrder, b: ReadyOrder): number {
  return (
    (a.issue.priority ?? BACKLOG) - (b.issue.priority ?? BACKLOG) ||
    timeOf(a.issue.createdAt) - timeOf(b.issue.createdAt) ||
    byText(a.id ?? a.path, b.id ?? b.path)
  );
}

interface ReadyOrder {
  readonly id: string | null;
  readonly path: string;
  readonly issue: Issue;
}

/** The folder that closed issues are moved to. */
export const CLOSED_FOLDER = '.closed';

/** Returns an issue as closed when its path lies in a folder of closed issues, whatever its frontmatter says. */
export function issueAt(issue: Issue, path: string): Issue {
  const isFiled = path.split('/').slice(0, -1).includes(CLOSED_FOLDER);
  return isFiled && isUnfinished(issue) ? { ...issue, status: 'closed' } : issue;
}

const isStatus = (text: string): text is IssueStatus => Object.hasOwn(STATUSES, text);

// An issue with an unknown status counts as unfinished.
const isUnfinished = (issue: Issue): boolean =>
  issue.status === null || !isStatus(issue.status) || !STATUSES[issue.status].isDone;

// A missing or unreadable date comes last.
const timeOf = (date: string | null): number => (date === null ? null : parseIsoDate(date)) ?? Number.MAX_VALUE;

// A date, perhaps with a time and a zone.
const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Parses a date in ISO 8601 to milliseconds, in universal time where it has no zone; null for any other text. */
export function parseIsoDate(text: string): number | null {
  const match = ISO.exec(text.trim());
  if (match === null) return null;
  const [, day, time = '00:00', zone = 'Z'] = match;
  const milliseconds = Date.parse(`${day}T${time}${zone.toUpperCase()}`);
  return Number.isNaN(milliseconds) ? null : milliseconds;
}
