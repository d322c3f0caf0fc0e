// Formats write the same facts about a pack: places, names, reasons and caveats. This file makes these texts; each
// format adds its own markup.
import type { Reason } from '../model/candidate.ts';
import type { LineRange } from '../model/facts.ts';
import type { Block, ExclusionCounts } from '../model/pack.ts';
import { oneLine } from '../model/visible-text.ts';
import type { Head, Quote, QuotedEntity } from '../ports/formatter.ts';
import { describeEnd, groupDigits, joinParts } from './layout.ts';

export const BECAUSE_MAX = 90;
const REASONS_MAX = 2;
const KEYWORDS_MAX = 12;
const MENTIONS_MAX = 6;
const COVERED_NAMES_MAX = 4;
const SPANS_MAX = 4;

/** Prepares quoted text for a place between ` · ` separators: each `·` in it becomes `-`. */
export function toClause(text: string, max?: number): string {
  return oneLine(text, max).replaceAll('·', '-');
}

/** Writes a score: `0.91`. */
export function formatScore(value: number): string {
  return value.toFixed(2);
}

/** Writes a range of lines: `12-48`, or `12` for one line. */
export function formatLines(at: { readonly startLine: number; readonly endLine: number }): string {
  return at.startLine === at.endLine ? `${at.startLine}` : `${at.startLine}-${at.endLine}`;
}

/** Writes ranges of lines: `1-9, 14`; for many ranges only the first and the last line of all. */
export function formatRanges(ranges: readonly LineRange[]): string {
  const shown = ranges.length > SPANS_MAX ? [[ranges[0]![0], ranges.at(-1)![1]] as const] : ranges;
  return shown.map(([startLine, endLine]) => formatLines({ startLine, endLine })).join(', ');
}

/** Writes a place: `src/a.ts:12-48`. */
export function formatPlace(at: {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}): string {
  return at.startLine > 0 ? `${oneLine(at.path)}:${formatLines(at)}` : oneLine(at.path);
}

/** Writes the place of the entity, not of the printed lines, with its hash if wanted: `src/a.ts:12-48@9f2c41`. */
export function formatEntityPlace({ path, hash, entityLines: [startLine, endLine] }: Block, hasHash = false): string {
  return `${formatPlace({ path, startLine, endLine })}${hasHash && hash !== '' ? `@${shortHash(hash)}` : ''}`;
}

/** Writes `src/a.ts:12`, or the kind of a block without a place. */
export function formatFirstLine({ path, kind, entityLines }: Block): string {
  return path === '' ? oneLine(kind) : `${oneLine(path)}:${entityLines[0]}`;
}

/** Writes the names of what a block quotes, `pay, refund`, because it may join entities that touch. */
export function joinNames({ name, entities = [] }: Quote): string {
  const named = entities.filter(({ kind }) => kind !== 'region');
  return [...new Set([name, ...named.map((entity) => entity.name)])].join(', ');
}

/** Returns the text of a block below the imports it needs. */
export function prependImports({ imports, text }: Block): string {
  return imports === null ? text : `${imports}\n\n${text}`;
}

/** Writes the printed lines (`lines 9-51`) if they differ from those of the entity. */
export function describeWindow({ entityLines, startLine, endLine }: Block): readonly string[] {
  const isSame = entityLines[0] === startLine && entityLines[1] === endLine;
  return isSame ? [] : [`lines ${formatLines({ startLine, endLine })}`];
}

/** Returns the first characters of a hash, which are enough to tell the contents of one file apart. */
export function shortHash(hash: string): string {
  return oneLine(hash).slice(0, 6);
}

/** Writes the version of a file, `src/a.ts@9f2c41`. Agents send it back with lines to say what they have. */
export function fileId({ path, hash }: Block): string {
  return `${oneLine(path)}@${shortHash(hash)}`;
}

/** Writes `whole file`, or the entity and others in its lines: `function pay, verify`; of a region only the others. */
export function formatTitle(block: Block): string {
  if (block.kind === 'region') return joinOtherNames(block).replace(/^, /, '');
  return block.kind === 'file'
    ? 'whole file'
    : `${`${oneLine(block.kind)} ${oneLine(block.name, 120)}`.trimEnd()}${joinOtherNames(block)}`;
}

export function describeImports(block: Block): readonly string[] {
  return block.importLines.length > 0 ? [`imports ${formatRanges(block.importLines)}`] : [];
}

/** Writes the lines of the imports above a block and of the block: `1-2, 12-48`. */
export function formatPrintedLines(block: Block): string {
  const imports = `${block.importLines.length > SPANS_MAX ? 'imports in ' : ''}${formatRanges(block.importLines)}`;
  return joinParts([imports, formatLines(block)], ', ');
}

/** Lists what a reader must know about a block: that it is cut, has a note, or is stale. */
export function listCaveats(block: Block): readonly string[] {
  const level = block.level === 'full' ? null : block.level;
  const remark = joinParts([level, block.note && toClause(block.note)], ', ');
  return [remark, ...listStaleness(block)].filter(Boolean);
}

/** Says that a text is not from the disk; an empty list if it is. */
export function listStaleness({ isStale }: { readonly isStale?: boolean | undefined }): readonly string[] {
  return isStale ? ['stale: from the index, not from disk'] : [];
}

/** Cuts a reason to `max` characters, then closes a quotation that the cut leaves open. */
export function cutReason(text: string, max: number): string {
  const line = oneLine(text, max);
  return line.endsWith('…') && line.split('"').length % 2 === 0 ? `${line}"` : line;
}

/** Joins the first reasons that are not weak as clauses. */
export function joinReasons(reasons: readonly Reason[]): string {
  return reasons
    .filter(({ isWeak }) => !isWeak)
    .map((reason) => cutReason(reason.because, BECAUSE_MAX))
    .filter((clause, index, all) => clause !== '' && all.indexOf(clause) === index)
    .slice(0, REASONS_MAX)
    .join('; ');
}

/** Writes the qualified names of quoted methods, `Shop.pay, refund`, because their lines do not show their class. */
export function joinMembers(block: Quote): string {
  const methods = [block, ...(block.entities ?? [])]
    .filter(({ kind, name, qualifiedName }) => kind === 'method' && qualifiedName !== name)
    .toSorted((a, b) => firstLineOf(a) - firstLineOf(b));
  const all = methods.map(({ qualifiedName }) => oneLine(qualifiedName, 120).replace(/~\d+$/, ''));
  const members = [...new Set(all)].filter((name) => !block.note?.startsWith(`part of ${name} `));
  const isSameOwner = (name: string, index: number) => index > 0 && ownerOf(name) === ownerOf(members[index - 1]!);
  return joinFirstNames(members.map((name, index) => (isSameOwner(name, index) ? shortenName(name) : name)));
}

function joinFirstNames(names: readonly string[]): string {
  const more = names.length > COVERED_NAMES_MAX ? ` +${names.length - COVERED_NAMES_MAX}` : '';
  return names.slice(0, COVERED_NAMES_MAX).join(', ') + more;
}

const firstLineOf = (one: Quote | QuotedEntity): number => ('entityLines' in one ? one.entityLines[0] : one.startLine);
const ownerOf = (qualified: string): string => qualified.slice(0, -shortenName(qualified).length);

/** Lists the notes a model needs about a block; the gaps of an excerpt are marked in its text already. */
export function listPromptCaveats(block: Block): readonly string[] {
  const note = toClause(block.note ?? '').replace(PLAIN_NOTE, '');
  const remark = block.level === 'skeleton' ? note || 'signatures only' : note;
  return [remark, ...listStaleness(block)].filter(Boolean);
}
const PLAIN_NOTE = /^(?:\d+ of \d+ lines|without its licence)(?:, )?/;

/** Writes in one clause why the file of a block is in the pack. */
export function formatWhy(block: Quote): string {
  return cutReason(block.why ?? '', BECAUSE_MAX);
}

/** Lists notes about the task, and says where the page ends. */
export function listTaskNotes(head: Head): readonly string[] {
  if (head.isBrief || !head.task) return describeEnd(head);
  const { notes, suggestions } = head.task;
  const vague = suggestions.length > 0 ? [`To narrow it: ${oneLine(suggestions.join(' '), 200)}`] : [];
  return [...vague, ...notes.map((note) => `Note: ${oneLine(note, 200)}`), ...describeEnd(head)];
}

/** Writes `3 unchanged since you saw them`; an empty text if none are. */
export function countUnchanged({ seen }: ExclusionCounts): string {
  return seen > 0 ? `${groupDigits(seen)} unchanged since you saw them` : '';
}

function formatUsage(head: Pick<Head, 'usage'>): string {
  const { used, budget, tokenizer } = head.usage;
  return `${groupDigits(used)} of ${groupDigits(budget)} tokens (${oneLine(tokenizer)})`;
}

/** Describes the analysis of the task in lines of plain words. */
export function describeAnalysis(head: Head): readonly string[] {
  const { task } = head;
  if (!task) return [formatUsage(head)];
  const domains = task.domains.map((domain) => `${toClause(domain.name)}${listWords(domain.keywords, 4)}`);
  const parts = [
    task.changeType === 'unknown' ? 'change type unknown' : task.changeType,
    `confidence ${formatScore(task.confidence)}`,
    domains.length > 0 && !head.isBrief && `domains ${domains.join(', ')}`,
    formatUsage(head),
  ];
  return [
    joinParts(parts, ' · '),
    ...(head.isBrief ? [] : [...describeFindings(head), ...listRemarks(head)]),
    ...describeEnd(head),
  ];
}

function joinOtherNames(block: Block): string {
  const all = block.covers.slice(1).filter((id) => id.includes('#'));
  const named = new Set(all.map((id) => shortenName(id.slice(id.indexOf('#') + 1))));
  const names = [...named].filter((name) => name !== block.name);
  return names.length === 0 ? '' : `, ${joinFirstNames(names)}`;
}

// Returns the last part of a qualified name, without the `~2` of the second symbol or part with a name.
function shortenName(qualified: string): string {
  const name = oneLine(qualified, 120).replace(/~\d+$/, '');
  return name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf(':')) + 1);
}

function listWords(words: readonly string[], max: number): string {
  const few = words.slice(0, max).map((word) => toClause(word, 40));
  return few.length === 0 ? '' : ` (${few.join(', ')})`;
}

function describeFindings(head: Head): readonly string[] {
  const keywords = head.task?.keywords.slice(0, KEYWORDS_MAX).map((keyword) => oneLine(keyword.word, 40)) ?? [];
  const mentions = head.task?.mentions.slice(0, MENTIONS_MAX).map((mention) => oneLine(mention.text, 80)) ?? [];
  const sentences = [
    keywords.length > 0 && `Keywords: ${keywords.join(', ')}.`,
    mentions.length > 0 && `Mentions: ${mentions.join(', ')}.`,
  ];
  return [joinParts(sentences, ' ')].filter(Boolean);
}

function listRemarks(head: Head): readonly string[] {
  const history = head.coverage?.history;
  // The notes of indexing may give the same reason.
  const isSaid = history?.note != null && head.notes.includes(history.note);
  const why = history?.note ? `: ${oneLine(history.note, 80)}` : '';
  const without = history && !history.available && !isSaid ? [`Without history${why}.`] : [];
  const suggestions = head.task?.suggestions.map((suggestion) => `To narrow it: ${oneLine(suggestion, 160)}`) ?? [];
  return [...without, ...suggestions, ...head.notes.map((note) => `Note: ${oneLine(note, 200)}`)];
}
