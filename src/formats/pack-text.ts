import { type Reason, tellingReason } from '../model/candidate.ts';
import type { LineRange } from '../model/facts.ts';
import type { Block, Exclusion, RankedFile, Reference } from '../model/pack.ts';
import { oneLine } from '../model/visible-text.ts';
import type { Head, LeftOut, Quote } from '../ports/formatter.ts';
import { counted, endOf, likely, thousands } from './layout.ts';

const BECAUSE_MAX = 90;
const REASONS_MAX = 2;
const KEYWORDS_MAX = 12;
const MENTIONS_MAX = 6;
const COVERED_NAMES_MAX = 4;
const SPANS_MAX = 4;
/** A likelihood below this is not printed. */
const LIKELY_FROM = 0.02;

/** Foreign text for a place between ` · ` separators: its own `·` become `-`. */
export function clause(text: string, max?: number): string {
  return oneLine(text, max).replaceAll('·', '-');
}

/** `0.91` */
export function score(value: number): string {
  return value.toFixed(2);
}

/** `12-48` */
export function lineRange(at: { readonly startLine: number; readonly endLine: number }): string {
  return at.startLine === at.endLine ? `${at.startLine}` : `${at.startLine}-${at.endLine}`;
}

/** `1-9, 14`; where there are many, from the first to the last. */
export function spans(ranges: readonly LineRange[]): string {
  const shown = ranges.length > SPANS_MAX ? [[ranges[0]![0], ranges.at(-1)![1]] as const] : ranges;
  return shown.map(([startLine, endLine]) => lineRange({ startLine, endLine })).join(', ');
}

/** `src/a.ts:12-48` */
export function place(at: { readonly path: string; readonly startLine: number; readonly endLine: number }): string {
  return at.startLine > 0 ? `${oneLine(at.path)}:${lineRange(at)}` : oneLine(at.path);
}

/** `src/a.ts:12-48`, or with its hash `src/a.ts:12-48@9f2c41`: the place of the entity; the printed lines may reach further. */
export function entityPlace({ path, hash, entityLines: [startLine, endLine] }: Block, hasHash = false): string {
  return `${place({ path, startLine, endLine })}${hasHash && hash !== '' ? `@${shortHash(hash)}` : ''}`;
}

/** `src/a.ts:12`, or its kind if it has no place. */
export function firstLine({ path, kind, entityLines }: Block): string {
  return path === '' ? oneLine(kind) : `${oneLine(path)}:${entityLines[0]}`;
}

/** `pay, refund`: what a block quotes, by name; its lines may hold several that touch. */
export function names({ name, entities = [] }: Quote): string {
  return [...new Set([name, ...entities.filter(({ kind }) => kind !== 'region').map((one) => one.name)])].join(', ');
}

/** The text of a block below the imports it needs. */
export function withImports({ imports, text }: Block): string {
  return imports === null ? text : `${imports}\n\n${text}`;
}

/** `lines 9-51`: the printed lines, if they differ from those of the entity. */
export function windowOf({ entityLines, startLine, endLine }: Block): readonly string[] {
  const isSame = entityLines[0] === startLine && entityLines[1] === endLine;
  return isSame ? [] : [`lines ${lineRange({ startLine, endLine })}`];
}

/** The first characters of a hash: enough to tell two contents apart. */
export function shortHash(hash: string): string {
  return oneLine(hash).slice(0, 6);
}

/** `src/a.ts@9f2c41`: a version of a file. Readers send it back with lines to say what they have. */
export function fileId({ path, hash }: Block): string {
  return `${oneLine(path)}@${shortHash(hash)}`;
}

/** `function handleWebhook, verify`: the entity and the others in its lines. Regions have no name. */
export function title(block: Block): string {
  if (block.kind === 'region') return others(block).replace(/^, /, '');
  return block.kind === 'file'
    ? 'whole file'
    : `${`${oneLine(block.kind)} ${oneLine(block.name, 120)}`.trimEnd()}${others(block)}`;
}

/** The lines of the imports printed above a block. */
export function importsFrom(block: Block): readonly string[] {
  return block.importLines.length > 0 ? [`imports ${spans(block.importLines)}`] : [];
}

/** `1-2, 12-48`: the imports above a block, then the block. */
export function printedLines(block: Block): string {
  const imports = `${block.importLines.length > SPANS_MAX ? 'imports in ' : ''}${spans(block.importLines)}`;
  return [imports, lineRange(block)].filter((lines) => lines !== '').join(', ');
}

/** What a reader must know about a block that is not simply whole and fresh. */
export function caveats(block: Block): readonly string[] {
  const level = block.level === 'full' ? [] : [block.note ? `${block.level}, ${clause(block.note)}` : block.level];
  const note = block.level === 'full' && block.note ? [clause(block.note)] : [];
  return [...level, ...note, ...(block.isStale ? ['stale: from the index, not from disk'] : [])];
}

/** The reasons that convince most, as clauses. */
export function because(reasons: readonly Reason[]): string {
  return reasons
    .filter(({ isWeak }) => !isWeak)
    .map((reason) => oneLine(reason.because, BECAUSE_MAX))
    .filter((clause, index, all) => clause !== '' && all.indexOf(clause) === index)
    .slice(0, REASONS_MAX)
    .join('; ');
}

/** `Shop.pay, refund`: the qualified names of quoted methods, whose lines do not show their class; overloads once. */
export function membersOf(block: Quote): string {
  const methods = [block, ...(block.entities ?? [])]
    .filter(({ kind, name, qualifiedName }) => kind === 'method' && qualifiedName !== name)
    .toSorted((a, b) => a.startLine - b.startLine);
  const all = methods.map(({ qualifiedName }) => oneLine(qualifiedName, 120).replace(/~\d+$/, ''));
  const members = [...new Set(all)].filter((name) => !block.note?.startsWith(`part of ${name} `));
  const rest = members.slice(1, COVERED_NAMES_MAX).map(shortName);
  const more = members.length > COVERED_NAMES_MAX ? ` +${members.length - COVERED_NAMES_MAX}` : '';
  return [...members.slice(0, 1), ...rest].join(', ') + more;
}

/** Notes a model needs about a block; an excerpt marks its gaps itself, so they are not repeated. */
export function promptCaveats(block: Block): readonly string[] {
  const note = clause(block.note ?? '').replace(PLAIN_NOTE, '');
  const level = block.level === 'skeleton' && note === '' ? ['signatures only'] : [];
  return [...level, ...(note === '' ? [] : [note]), ...(block.isStale ? ['stale: from the index, not from disk'] : [])];
}
const PLAIN_NOTE = /^(?:\d+ of \d+ lines|without its licence)(?:, )?/;

/** Why the file of a block is here, in one clause. */
export function whyOf(block: Quote): string {
  return oneLine(block.why ?? '', BECAUSE_MAX);
}

/** Notes a model needs about the question: an unknown name, a text that was cut, a vague task. */
export function taskNotes(head: Head): readonly string[] {
  if (head.isBrief || !head.task) return endOf(head);
  const { notes, suggestions } = head.task;
  const vague = suggestions.length > 0 ? [`To narrow it: ${oneLine(suggestions.join(' '), 200)}`] : [];
  return [...vague, ...notes.map((note) => `Note: ${oneLine(note, 200)}`), ...endOf(head)];
}

/** `3 unchanged since you saw them`; other omissions are counted in the head. */
export function unquoted({ seen }: LeftOut): string {
  return seen > 0 ? `${thousands(seen)} unchanged since you saw them` : '';
}

/** `verifySignature 50-71`: a place that is named and not quoted, below the name of its file. */
export function namedPlace(reference: Reference, show: (text: string) => string): string {
  const because = SAID_OF_PLACES.has(reference.excludedBecause)
    ? ` (${EXCLUSION_WORDS[reference.excludedBecause]})`
    : '';
  const isNamed = reference.kind !== 'file' && reference.kind !== 'region';
  // Places that touch are joined, so the reference may hold several names.
  const names = isNamed ? reference.name.split(', ').map((name) => show(oneLine(name, 80))) : [];
  return `${isNamed ? `${names.join(', ')} ` : ''}${reference.startLine > 0 ? lineRange(reference) : 'whole'}${because}`;
}
const SAID_OF_PLACES: ReadonlySet<Exclusion> = new Set(['seen', 'unreadable']);

/** `src/a.ts (3 of 9 functions shown)`: the file of places that are only named; on a map with its reason. */
export function namedFile(
  { path, functions, likelihood = null, reasons = [] }: Pick<RankedFile, 'path'> & Partial<RankedFile>,
  show: (text: string) => string,
  { isMap = false, prose = String }: { isMap?: boolean; prose?: (text: string) => string } = {},
): string {
  const isQuoted = functions !== undefined && functions.quoted > 0;
  const quoted = isQuoted ? `${functions.quoted} of ${counted(functions.all, 'function')} shown` : '';
  const about = isQuoted || likelihood === null || likelihood < LIKELY_FROM ? quoted : likely(likelihood);
  const reason = isMap ? prose(oneLine(tellingReason(reasons), 60)) : '';
  const remarks = [about, reason].filter((remark) => remark !== '');
  return `${show(oneLine(path))}${remarks.length === 0 ? '' : ` (${remarks.join(', ')})`}`;
}

/** The usage as every page prints it. */
function usage(head: Pick<Head, 'usage'>): string {
  const { used, budget, tokenizer } = head.usage;
  return `${thousands(used)} of ${thousands(budget)} tokens (${oneLine(tokenizer)})`;
}

/** The analysis of the task as lines of plain words. */
export function analysis(head: Head): readonly string[] {
  const { task } = head;
  if (!task) return [usage(head)];
  const domains = task.domains.map((domain) => `${clause(domain.name)}${listed(domain.keywords, 4)}`);
  const first = [
    task.changeType === 'unknown' ? 'change type unknown' : task.changeType,
    `confidence ${score(task.confidence)}`,
    ...(domains.length > 0 && !head.isBrief ? [`domains ${domains.join(', ')}`] : []),
    usage(head),
  ].join(' · ');
  return [first, ...(head.isBrief ? [] : [...findings(head), ...remarks(head)]), ...endOf(head)];
}

/** Why something is not printed, in a word or two. */
const EXCLUSION_WORDS: Readonly<Record<Exclusion, string>> = {
  budget: 'budget',
  belowFloor: 'unlikely to matter',
  unreadable: 'unreadable',
  duplicate: 'duplicate',
  noLocation: 'without a location',
  ignored: 'ignored',
  seen: 'unchanged since you saw it',
  limit: 'limit',
  hunk: 'hunk of the diff, budget',
};

/** `6 more unlikely to matter, 2 unreadable`; empty when nothing is left out. */
export function leftOut(rest: LeftOut): string {
  const counts = Object.entries(rest).filter(([, count]) => count > 0);
  return counts
    .map(([reason, count], index) => {
      const word = COUNTED_WORDS[reason as Exclusion] ?? EXCLUSION_WORDS[reason as Exclusion];
      return `${thousands(count)}${index === 0 ? ' more' : ''} ${word}`;
    })
    .join(', ');
}

const COUNTED_WORDS: Readonly<Partial<Record<Exclusion, string>>> = {
  budget: 'over budget',
  limit: 'over the limit',
  hunk: 'hunks of the diff over budget',
};

/** The text in brackets after a reference: why it is relevant, its tokens, why it is not quoted. */
export function referenceDetail(reference: Reference): string {
  const clauses = [
    clause(reference.because, BECAUSE_MAX) || score(reference.score),
    ...(reference.tokens === null ? [] : [`${thousands(reference.tokens)} tokens`]),
    EXCLUSION_WORDS[reference.excludedBecause],
  ];
  return clauses.join(', ');
}

function others(block: Block): string {
  const all = block.covers.slice(1).filter((id) => id.includes('#'));
  const named = new Set(all.map((id) => shortName(id.slice(id.indexOf('#') + 1))));
  const names = [...named].filter((name) => name !== block.name);
  if (names.length === 0) return '';
  const more = names.length > COVERED_NAMES_MAX ? ` +${names.length - COVERED_NAMES_MAX}` : '';
  return `, ${names.slice(0, COVERED_NAMES_MAX).join(', ')}${more}`;
}

// The last part of a qualified name, without the `~2` that numbers the pieces of one symbol.
function shortName(qualified: string): string {
  const name = oneLine(qualified, 120).replace(/~\d+$/, '');
  return name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf(':')) + 1);
}

function listed(words: readonly string[], max: number): string {
  const few = words.slice(0, max).map((word) => clause(word, 40));
  return few.length === 0 ? '' : ` (${few.join(', ')})`;
}

function findings(head: Head): readonly string[] {
  const keywords = head.task?.keywords.slice(0, KEYWORDS_MAX).map((keyword) => oneLine(keyword.word, 40)) ?? [];
  const mentions = head.task?.mentions.slice(0, MENTIONS_MAX).map((mention) => oneLine(mention.text, 80)) ?? [];
  const sentences = [
    ...(keywords.length > 0 ? [`Keywords: ${keywords.join(', ')}.`] : []),
    ...(mentions.length > 0 ? [`Mentions: ${mentions.join(', ')}.`] : []),
  ];
  return sentences.length > 0 ? [sentences.join(' ')] : [];
}

function remarks(head: Head): readonly string[] {
  const history = head.coverage?.history;
  // The notes of indexing may give the same reason.
  const isSaid = history?.note != null && head.notes.includes(history.note);
  const without =
    history && !history.available && !isSaid
      ? [`Without history${history.note ? `: ${oneLine(history.note, 80)}` : ''}.`]
      : [];
  const suggestions = head.task?.suggestions.map((suggestion) => `To narrow it: ${oneLine(suggestion, 160)}`) ?? [];
  return [...without, ...suggestions, ...head.notes.map((note) => `Note: ${oneLine(note, 200)}`)];
}
