import type { Issue } from '../../model/document.ts';
import { byText } from '../../model/terms.ts';

/** The status of an issue without one, by the key that makes it an issue: a task is open until it is moved. */
export const STATUS_UNSAID = { 'issue-type': null, 'task-type': 'open' } as const satisfies Record<
  string,
  string | null
>;

/** The keys that make a document an issue; the first that is there holds its type. */
export const ISSUE_KEYS = Object.keys(STATUS_UNSAID) as readonly (keyof typeof STATUS_UNSAID)[];

/** How urgent: the place in the list is the number. */
export const PRIORITIES = ['critical', 'high', 'medium', 'low', 'backlog'] as const;

export const ISSUE_TYPES = ['bug', 'feature', 'task', 'epic', 'chore'] as const;

/** Every status: whether work can start from it, and whether it holds others up. */
export const STATUSES = {
  open: { canStart: true, isDone: false },
  in_progress: { canStart: false, isDone: false },
  blocked: { canStart: false, isDone: false },
  deferred: { canStart: false, isDone: false },
  closed: { canStart: false, isDone: true },
  pinned: { canStart: true, isDone: false },
  // What was deleted will never be closed, so it must not hold anything up.
  tombstone: { canStart: false, isDone: true },
} as const satisfies Record<string, { canStart: boolean; isDone: boolean }>;
type IssueStatus = keyof typeof STATUSES;

const BACKLOG = PRIORITIES.length - 1;

/** Work on it can start: its status allows it, nothing unfinished blocks it, and it is not in the backlog. */
export function isReady(issue: Issue, blockers: readonly Issue[]): boolean {
  return canStart(issue) && !blockers.some(isUnfinished);
}

/** The order of ready issues: the most urgent first, then the oldest, then by id. Use as a comparison. */
export function compareReady(a: ReadyOrder, b: ReadyOrder): number {
  return (
    (a.issue.priority ?? BACKLOG) - (b.issue.priority ?? BACKLOG) ||
    compareDates(a.issue.createdAt, b.issue.createdAt) ||
    byText(a.id ?? a.path, b.id ?? b.path)
  );
}

/** What the order of ready issues looks at. */
interface ReadyOrder {
  readonly id: string | null;
  readonly path: string;
  readonly issue: Issue;
}

/** The folder that closed issues are moved to. */
export const CLOSED_FOLDER = '.closed';

/** An issue at its path: one in a folder of closed issues is closed, whatever its frontmatter says. */
export function issueAt(issue: Issue, path: string): Issue {
  const isFiled = path.split('/').slice(0, -1).includes(CLOSED_FOLDER);
  return isFiled && isUnfinished(issue) ? { ...issue, status: 'closed' } : issue;
}

/** Whether a text is one of the statuses. */
function isStatus(text: string): text is IssueStatus {
  return Object.hasOwn(STATUSES, text);
}

function canStart(issue: Issue): boolean {
  const { status, priority } = issue;
  return status !== null && isStatus(status) && STATUSES[status].canStart && priority !== BACKLOG;
}

// An issue with an unknown status counts as unfinished.
function isUnfinished(issue: Issue): boolean {
  return issue.status === null || !isStatus(issue.status) || !STATUSES[issue.status].isDone;
}

// Issues without a date that can be read come last.
function compareDates(a: string | null, b: string | null): number {
  const [first, second] = [a, b].map((date) => (date === null ? null : isoMilliseconds(date)) ?? Number.MAX_VALUE);
  return Math.sign((first ?? 0) - (second ?? 0));
}

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Milliseconds of a date in ISO 8601, in universal time where no zone is given; null for any other text. */
export function isoMilliseconds(text: string): number | null {
  const match = ISO.exec(text.trim());
  if (match === null) return null;
  const [, day, time = '00:00', zone = 'Z'] = match;
  const milliseconds = Date.parse(`${day}T${time}${zone.toUpperCase()}`);
  return Number.isNaN(milliseconds) ? null : milliseconds;
}
