import type { FrontmatterField, FrontmatterValue } from '../model/document.ts';
import { oneLine } from '../model/visible-text.ts';
import type { ShownTarget } from '../ports/show-page.ts';

/** One line about an issue: what it is called and what it says. */
export type IssueField = readonly [label: string, value: string];

export const STATUS_LABEL = 'Status';

// Told by a line of their own, or by the heading.
const TOLD = new Set([
  'lattice-id',
  'name',
  'issue-type',
  'task-type',
  'status',
  'priority',
  'labels',
  'blocking',
  'blocked-by',
  'discovered-from',
  'created-at',
  'updated-at',
  'closed-at',
]);

/** The frontmatter of an issue for people, the weightiest first; empty for a document that is none. */
export function issueFields({ id, issue, labels, fields }: ShownTarget): readonly IssueField[] {
  if (issue === null) return [];
  const lines: readonly (readonly [string, string | null])[] = [
    ['ID', id],
    ['Type', issue.type],
    [STATUS_LABEL, issue.status ?? 'none'],
    ['Priority', issue.priority === null ? 'none' : `P${issue.priority}`],
    ['Labels', labels.join(', ')],
    ['Blocking', issue.blocking.join(', ')],
    ['Blocked by', issue.blockedBy.join(', ')],
    ['Discovered from', issue.discoveredFrom.join(', ')],
    ['Created', issue.createdAt],
    ['Updated', issue.updatedAt],
    ['Closed', issue.closedAt],
    ...fields.filter(({ key, value }) => !TOLD.has(key) && value !== null).map(otherField),
  ];
  return lines.flatMap(([label, value]) => (value ? [[oneLine(label), oneLine(value)] as const] : []));
}

function otherField({ key, value }: FrontmatterField): readonly [string, string] {
  const words = key.replace(/[-_]+/g, ' ').trim();
  return [`${words.charAt(0).toUpperCase()}${words.slice(1)}`, valueText(value)];
}

function valueText(value: FrontmatterValue): string {
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
