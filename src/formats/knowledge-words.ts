import type { FrontmatterField, FrontmatterValue } from '../model/document.ts';
import { oneLine } from '../model/visible-text.ts';
import type { Tail } from '../ports/formatter.ts';
import type { OutlineEntry, ShownDocument, ShownReference, ShownTarget, ShowPaint } from '../ports/knowledge.ts';
import { linesOf, place } from './describe.ts';
import { thousands } from './page.ts';

const ATX_TITLE = /^#[ \t]+([^\n]*)(?:\n|$)/;
const SETEXT_TITLE = /^([^\n]+)\n=+[ \t]*(?:\r?\n|$)/;
const FENCE = '---';

/** Whether it is what was asked for. */
export function isTarget(document: ShownDocument): document is ShownTarget {
  return 'outline' in document;
}

/** The body without a first heading that only repeats the name printed above it. */
export function bodyBelowName({ body, name }: ShownDocument): string {
  const match = ATX_TITLE.exec(body) ?? SETEXT_TITLE.exec(body);
  const title = match?.[1]?.trim();
  if (title !== name.trim() && withoutClosingMarks(title) !== name.trim()) return body;
  return body.slice(match![0].length).replace(/^(?:[ \t]*\r?\n)+/, '');
}

// `# Name ##` is a heading too.
function withoutClosingMarks(title: string | undefined): string | undefined {
  let end = title?.length ?? 0;
  while (title?.[end - 1] === '#') end--;
  return title?.slice(0, end).trim();
}

/** A document of the context: its name and its body; a section has its heading already. */
export function documentText(document: ShownDocument, heading: (name: string) => string): string {
  if (document.section !== null) return document.body;
  return [heading(oneLine(document.name)), bodyBelowName(document)].filter((part) => part !== '').join('\n');
}

/** The lines between the two rulers below a target's name. */
export function betweenRulers(lines: string): string {
  return `${FENCE}\n${lines.replace(/\r?\n$/, '')}\n${FENCE}`;
}

/** By what a document or section can be asked for. */
export function addressOf({ id, path, anchor }: ShownReference): string {
  return id ?? (anchor === null ? path : `${path}#${anchor}`);
}

/** `  - Retries (LABCD), lines 12-40, 1,204 characters`, deeper headings further in. */
function outlineText(outline: readonly OutlineEntry[]): string {
  return outline
    .map((entry) => {
      const id = entry.id === null ? '' : ` (${entry.id})`;
      return `${'  '.repeat(entry.level - 1)}- ${oneLine(entry.title)}${id}, lines ${linesOf(entry)}${entry.length === null ? '' : `, ${thousands(entry.length)} characters`}`;
    })
    .join('\n');
}

/** The frontmatter of a target as it is printed: an issue's for people, any other as it is written. */
export function topOf(target: ShownTarget, paint: ShowPaint = PAINTLESS): string | null {
  const fields = issueFields(target).map(
    ([label, value]) => `${label}: ${label === STATUS_LABEL ? paint.status(value, value) : value}`,
  );
  return fields.length > 0 ? fields.join('\n') : target.frontmatter;
}

const PAINTLESS: ShowPaint = { status: (text) => text };

/** What is printed of a target below that. */
export function bodyOf({ outline, body }: ShownTarget): string {
  return outline === null ? body : outlineText(outline);
}

/** How many related documents are neither printed nor named. */
export function moreOf({ excluded }: Tail): number {
  return Object.values(excluded).reduce((sum, count) => sum + count, 0);
}

/** That some had no room, for a page in words; empty when all had. */
export function moreNote(tail: Tail): string {
  const more = moreOf(tail);
  return more === 0
    ? ''
    : `${thousands(more)} more related ${more === 1 ? 'document has' : 'documents have'} no room here`;
}

/** What must be known about a text that could not be read again. */
export function staleNote(document: ShownDocument): string {
  return document.isStale ? `${place(document)} is from the index, not from disk` : '';
}

/** One line about an issue: what it is called and what it says. */
type IssueField = readonly [label: string, value: string];

const STATUS_LABEL = 'Status';

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
