// `show` prints documents and `context` prints nodes of graphs. This file makes texts about them that formats share:
// heads, fields of issues, outlines and notes.
import type { FrontmatterField, FrontmatterValue } from '../model/document.ts';
import type { ExclusionCounts } from '../model/pack.ts';
import { oneLine } from '../model/visible-text.ts';
import type { ContextMeta, ContextNode } from '../ports/context.ts';
import type { Head, Tail } from '../ports/formatter.ts';
import type { OutlineEntry, ShownDocument, ShownReference, ShownTarget, ShowPaint } from '../ports/knowledge.ts';
import { countText, groupDigits, joinParts } from './layout.ts';
import { formatLines, formatPlace, formatScore, listStaleness, shortHash, toClause } from './pack-text.ts';

const ATX_TITLE = /^#[ \t]+([^\n]*)(?:\n|$)/;
const SETEXT_TITLE = /^([^\n]+)\n=+[ \t]*(?:\r?\n|$)/;

export function isTarget(document: ShownDocument): document is ShownTarget {
  return 'outline' in document;
}

/** Returns the body without a first heading that only repeats the name above it. */
export function stripRepeatedName({ body, name }: ShownDocument): string {
  const match = ATX_TITLE.exec(body) ?? SETEXT_TITLE.exec(body);
  const title = match?.[1]?.trim();
  if (title !== name.trim() && stripClosingMarks(title) !== name.trim()) return body;
  return body.slice(match![0].length).replace(/^(?:[ \t]*\r?\n)+/, '');
}

// Removes the closing marks of a heading such as `# Name ##`.
function stripClosingMarks(title: string | undefined): string | undefined {
  let end = title?.length ?? 0;
  while (title?.[end - 1] === '#') end--;
  return title?.slice(0, end).trim();
}

/** Writes a related document: its name and its body. A section already begins with its heading. */
export function writeDocument(document: ShownDocument, heading: (name: string) => string): string {
  if (document.section !== null) return document.body;
  return joinParts([heading(oneLine(document.name)), stripRepeatedName(document)], '\n');
}

/** Returns the address by which a user can ask for a document or section. */
export function addressOf({ id, path, anchor }: ShownReference): string {
  return id ?? (anchor === null ? path : `${path}#${anchor}`);
}

/** Writes a line for each heading, indented by level: `  - Retries (LABCD), lines 12-40, 1,204 characters`. */
function writeOutline(outline: readonly OutlineEntry[]): string {
  const lines = outline.map((entry) => {
    const id = entry.id === null ? '' : ` (${entry.id})`;
    const length = entry.length === null ? '' : `, ${groupDigits(entry.length)} characters`;
    return `${'  '.repeat(entry.level - 1)}- ${oneLine(entry.title)}${id}, lines ${formatLines(entry)}${length}`;
  });
  return lines.join('\n');
}

/** Writes the frontmatter of a target: that of an issue in words, any other as the document has it. */
export function writeTop(target: ShownTarget, paint: ShowPaint = WITHOUT_COLOR): string | null {
  const painted = (label: string, value: string) => (label === STATUS_LABEL ? paint.status(value, value) : value);
  const fields = issueFields(target).map(([label, value]) => `${label}: ${painted(label, value)}`);
  return fields.length > 0 ? fields.join('\n') : target.frontmatter;
}

const WITHOUT_COLOR: ShowPaint = { status: (text) => text };

export function writeBody({ outline, body }: ShownTarget): string {
  return outline === null ? body : writeOutline(outline);
}

/** Counts what is not even named. */
export function countUnnamed(rest: ExclusionCounts): number {
  return Object.values(rest).reduce((sum, count) => sum + count, 0);
}

/** Writes how many are not named, `3 more`; an empty text if all are. */
export function writeUnnamed(rest: ExclusionCounts): string {
  const count = countUnnamed(rest);
  return count === 0 ? '' : `${groupDigits(count)} more`;
}

/** Says how many related documents did not fit; returns an empty text if all did. */
export function writeMoreNote({ excluded }: Tail): string {
  const more = countUnnamed(excluded);
  const documents = more === 1 ? 'document has' : 'documents have';
  return more === 0 ? '' : `${groupDigits(more)} more related ${documents} no room here`;
}

/** Says that a text comes from the index, when it could not be read from disk. */
export function writeStaleNote(document: ShownDocument): string {
  return document.isStale ? `${formatPlace(document)} is from the index, not from disk` : '';
}

type IssueField = readonly [label: string, value: string];

const STATUS_LABEL = 'Status';

// These fields have a line of their own or are part of the heading.
const SHOWN_FIELDS = new Set(
  `lattice-id name issue-type task-type status priority labels blocking blocked-by discovered-from
  created-at updated-at closed-at`.split(/\s+/),
);

/** Lists the fields of an issue for people, the most important first; an empty list for other documents. */
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
    ...fields.filter(({ key, value }) => !SHOWN_FIELDS.has(key) && value !== null).map(writeOtherField),
  ];
  return lines.flatMap(([label, value]) => (value ? [[oneLine(label), oneLine(value)] as const] : []));
}

function writeOtherField({ key, value }: FrontmatterField): readonly [string, string] {
  const words = key.replace(/[-_]+/g, ' ').trim();
  return [`${words.charAt(0).toUpperCase()}${words.slice(1)}`, writeValue(value)];
}

function writeValue(value: FrontmatterValue): string {
  if (Array.isArray(value)) return value.map(writeValue).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const QUERY_MAX = 200;
export const BRIEF_QUERY_MAX = 60;
export const NAME_MAX = 200;
const TAG_MAX = 60;
const NOTE_MAX = 300;
const BECAUSE_MAX = 300;

/** How much of the head the budget allows to print. */
export type HeadDetail = 'full' | 'brief' | 'least';

export function chooseDetail({ isBrief, text }: Head): HeadDetail {
  return isBrief ? (text === '' ? 'least' : 'brief') : 'full';
}

export function writeHead(meta: ContextMeta, detail: HeadDetail): readonly [title: string, ...lines: string[]] {
  if (detail === 'least') return ['Context'];
  if (detail === 'brief') return [`Context: ${shortenQuestion(meta, BRIEF_QUERY_MAX)}`, formatTokens(meta)];
  return [`Context: ${shortenQuestion(meta)}`, ...headLines(meta)];
}

export function shortenQuestion(meta: ContextMeta, max = QUERY_MAX): string {
  return oneLine(meta.query, max);
}

/** Writes in lines of plain words how the page was made. */
function headLines(meta: ContextMeta): readonly string[] {
  const { depth, tokens, dataFrom } = meta;
  const steps = countText(depth.used, 'step');
  const from = dataFrom === null ? 'live' : `as of ${oneLine(dataFrom)}`;
  const reason = toClause(meta.backendReason, NOTE_MAX);
  const listed = tokens.nodesSummarized === 0 ? '' : `, ${groupDigits(tokens.nodesSummarized)} only named`;
  return [
    `${toClause(meta.lens)} lens, ${steps} · workspace ${toClause(meta.workspace)} · ${toClause(meta.backend)} ${from}: ${reason}`,
    `assembled ${oneLine(meta.assembledAt)} · ${formatTokens(meta)} · ${countText(tokens.nodesIncluded, 'node')}${listed}`,
    ...meta.notes.map((note) => `Note: ${oneLine(note, NOTE_MAX)}`),
  ];
}

/** Writes `3,842 of 4,000 tokens`. */
function formatTokens({ tokens }: ContextMeta): string {
  return `${groupDigits(tokens.used)} of ${groupDigits(tokens.budget)} tokens`;
}

/** Returns the texts about a node; `marks` are the hash of a quoted file, its note and whether it is stale. */
export function describeNode(node: ContextNode) {
  return {
    because: toClause(node.because, BECAUSE_MAX),
    score: `score ${formatScore(node.score)}`,
    source: oneLine(node.source),
    marks: [
      ...(node.hash === undefined ? [] : [`sha ${shortHash(node.hash)}`]),
      ...(node.note === undefined ? [] : [toClause(node.note)]),
      ...listStaleness(node),
    ],
  };
}

/** Writes `Atlas #project #client-work`; `harmless` escapes text of others for the format. */
export function titleOf({ name, tags }: Pick<ContextNode, 'name' | 'tags'>, harmless = (text: string) => text): string {
  const marks = tags.map((tag) => `#${oneLine(tag, TAG_MAX).replaceAll(' ', '-')}`);
  return [harmless(oneLine(name, NAME_MAX)) || '(no name)', ...marks.map(harmless)].join(' ');
}

/** Lists the fields of a node, each name with its value on one line. */
export function listFields({ fields }: ContextNode): readonly (readonly [name: string, value: string])[] {
  return Object.entries(fields ?? {}).map(([name, value]) => [
    oneLine(name, NAME_MAX),
    oneLine(typeof value === 'string' ? value : value.join(', ')),
  ]);
}
