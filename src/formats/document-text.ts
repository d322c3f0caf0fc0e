import type { FrontmatterField, FrontmatterValue } from '../model/document.ts';
import { oneLine } from '../model/visible-text.ts';
import type { ContextMeta, ContextNode } from '../ports/context.ts';
import type { Head, LeftOut, Tail } from '../ports/formatter.ts';
import type { OutlineEntry, ShownDocument, ShownReference, ShownTarget, ShowPaint } from '../ports/knowledge.ts';
import { thousands } from './layout.ts';
import { clause, lineRange, place, score, shortHash } from './pack-text.ts';

const ATX_TITLE = /^#[ \t]+([^\n]*)(?:\n|$)/;
const SETEXT_TITLE = /^([^\n]+)\n=+[ \t]*(?:\r?\n|$)/;
const FENCE = '---';

/** Whether a document is the target of `show`. */
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
      return `${'  '.repeat(entry.level - 1)}- ${oneLine(entry.title)}${id}, lines ${lineRange(entry)}${entry.length === null ? '' : `, ${thousands(entry.length)} characters`}`;
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

/** The body of a target, or its outline. */
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

/** A line about an issue: label and value. */
type IssueField = readonly [label: string, value: string];

const STATUS_LABEL = 'Status';

// Fields that have a line above or stand in the heading.
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

/** The frontmatter of an issue for people, the most important first; empty for other documents. */
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

const QUERY_MAX = 200;
export const BRIEF_QUERY_MAX = 60;
export const NAME_MAX = 200;
const TAG_MAX = 60;
const NOTE_MAX = 300;
const BECAUSE_MAX = 300;

/** How much of the head is printed where there is little room. */
export type HeadDetail = 'full' | 'brief' | 'least';

export function detailOf({ isBrief, text }: Head): HeadDetail {
  return isBrief ? (text === '' ? 'least' : 'brief') : 'full';
}

/** The head as a title and the lines below it. */
export function headWords(meta: ContextMeta, detail: HeadDetail): readonly [title: string, ...lines: string[]] {
  if (detail === 'least') return ['Context'];
  if (detail === 'brief') return [`Context: ${questionOf(meta, BRIEF_QUERY_MAX)}`, tokensOf(meta)];
  return [`Context: ${questionOf(meta)}`, ...headLines(meta)];
}

/** How many nodes are not even named. */
export function unnamed(rest: LeftOut): number {
  return Object.values(rest).reduce((sum, count) => sum + count, 0);
}

/** The question on one line; shorter where there is little room. */
export function questionOf(meta: ContextMeta, max = QUERY_MAX): string {
  return oneLine(meta.query, max);
}

/** How the document was made, as lines of plain words. */
function headLines(meta: ContextMeta): readonly string[] {
  const { depth, tokens, dataFrom } = meta;
  const steps = `${depth.used} ${depth.used === 1 ? 'step' : 'steps'}`;
  const from = dataFrom === null ? 'live' : `as of ${oneLine(dataFrom)}`;
  const reason = clause(meta.backendReason, NOTE_MAX);
  const listed = tokens.nodesSummarized === 0 ? '' : `, ${thousands(tokens.nodesSummarized)} only named`;
  return [
    `${clause(meta.lens)} lens, ${steps} · workspace ${clause(meta.workspace)} · ${clause(meta.backend)} ${from}: ${reason}`,
    `assembled ${oneLine(meta.assembledAt)} · ${tokensOf(meta)} · ${nodesOf(tokens.nodesIncluded)}${listed}`,
    ...meta.notes.map((note) => `Note: ${oneLine(note, NOTE_MAX)}`),
  ];
}

/** `3,842 of 4,000 tokens` */
function tokensOf({ tokens }: ContextMeta): string {
  return `${thousands(tokens.used)} of ${thousands(tokens.budget)} tokens`;
}

/** The facts printed about a node: its reason, score, place, and caveats of a quoted file. */
export function aboutNode(node: ContextNode) {
  return {
    because: clause(node.because, BECAUSE_MAX),
    score: `score ${score(node.score)}`,
    source: oneLine(node.source),
    marks: [
      ...(node.hash === undefined ? [] : [`sha ${shortHash(node.hash)}`]),
      ...(node.note === undefined ? [] : [clause(node.note)]),
      ...(node.isStale ? ['stale: from the index, not from disk'] : []),
    ],
  };
}

/** `Atlas #project #client-work`; `harmless` is what the format does to words of others. */
export function titleOf({ name, tags }: Pick<ContextNode, 'name' | 'tags'>, harmless = (text: string) => text): string {
  const marks = tags.map((tag) => `#${oneLine(tag, TAG_MAX).replaceAll(' ', '-')}`);
  return [harmless(oneLine(name, NAME_MAX)) || '(no name)', ...marks.map(harmless)].join(' ');
}

/** Field names with their values on one line each. */
export function fieldLines({ fields }: ContextNode): readonly (readonly [name: string, value: string])[] {
  return Object.entries(fields ?? {}).map(([name, value]) => [
    oneLine(name, NAME_MAX),
    oneLine(typeof value === 'string' ? value : value.join(', ')),
  ]);
}

function nodesOf(count: number): string {
  return count === 1 ? '1 node' : `${thousands(count)} nodes`;
}
