// This file parses the text of a Logseq block: its task marker, priority, references and tags.
import { FENCE, type Property, type ReadBlock } from './read-page.ts';

export interface BlockText {
  readonly parts: readonly Part[];
  readonly isDone: boolean | null;
  /** All lines, if the block contains a fence; without the fences if it is only code. */
  readonly code: string | null;
  /** The target, if the block is only a reference without a label, or an embedding. */
  readonly only: Target | null;
  /** The priority in the text, as a property; empty if there is none. */
  readonly properties: readonly Property[];
}

const OPEN = 'TODO DOING NOW LATER WAITING WAIT STARTED IN-PROGRESS';
const CLOSED = 'DONE CANCELED CANCELLED';
const MARKER = new RegExp(`^(${[OPEN, CLOSED].join(' ').replaceAll(' ', '|')})(?:\\s+|$)`);
const HEADING = /^#{1,6}\s+/;
const PRIORITY = /^\[#([A-C])\]\s*/;

export function readBlock({ lines }: ReadBlock): BlockText {
  const text = lines.join('\n').trim();
  if (lines.some((line) => FENCE.test(line)))
    return { parts: [], isDone: null, code: codeOf(lines), only: null, properties: [] };
  const headless = text.replace(HEADING, '');
  const marker = MARKER.exec(headless)?.[1];
  const rest = headless.replace(MARKER, '').replace(HEADING, '');
  const priority = PRIORITY.exec(rest)?.[1];
  const parts = readInline(rest.replace(PRIORITY, ''));
  return {
    parts,
    isDone: marker === undefined ? null : CLOSED.split(' ').includes(marker),
    code: null,
    only: marker === undefined ? onlyTarget(parts) : null,
    properties: priority === undefined ? [] : [{ name: 'priority', value: priority }],
  };
}

function onlyTarget(parts: readonly Part[]): Target | null {
  const filled = parts.filter((part) => typeof part !== 'string' || part.trim() !== '');
  const [part] = filled;
  return filled.length === 1 && typeof part === 'object' && 'target' in part && part.label === null
    ? part.target
    : null;
}

// Removes the fences of a block that is only code; a block with other text keeps them.
function codeOf(lines: readonly string[]): string {
  const code = lines.filter((line, place) => place > 0 || line.trim() !== '');
  const [first, last] = [code[0] ?? '', code.at(-1) ?? ''];
  const isAll = FENCE.test(first) && FENCE.test(last) && code.filter((line) => FENCE.test(line)).length === 2;
  return (isAll ? code.slice(1, -1) : code).join('\n').trimEnd();
}

/** The target of a reference: a page by its name, or a block by its id. */
export type Target = { readonly page: string } | { readonly block: string };

/** A part of a text: words, a reference, or a tag. */
export type Part = string | { readonly target: Target; readonly label: string | null } | { readonly tag: string };

const UUID = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}';
// Alternatives are tried in order; code is first, so that nothing in it counts as a reference.
const TOKEN = new RegExp(
  [
    /(?<code>`[^`\n]+`)/.source,
    /\{\{\s*embed\s+\[\[(?<embedPage>[^[\]\n]+)\]\]\s*\}\}/.source,
    `\\{\\{\\s*embed\\s+\\(\\((?<embedBlock>${UUID})\\)\\)\\s*\\}\\}`,
    /\[(?<pageLabel>[^[\]\n]+)\]\(\[\[(?<labelledPage>[^[\]\n]+)\]\]\)/.source,
    `\\[(?<blockLabel>[^[\\]\\n]+)\\]\\(\\(\\((?<labelledBlock>${UUID})\\)\\)\\)`,
    /(?<![\p{L}\p{N}_&/])#\[\[(?<longTag>[^[\]\n]+)\]\]/u.source,
    /(?<![\p{L}\p{N}_&/#=?])#(?![+/]|\d+(?![^\s#,;:!?'"()[\]{}<>|`*.]))(?<tag>[^\s#,;:!?'"()[\]{}<>|`*.]+(?:\.[^\s#,;:!?'"()[\]{}<>|`*.]+)*)/u
      .source,
    /\[\[(?<page>(?:[^[\]\n]|\[\[[^[\]\n]*\]\])+)\]\]/.source,
    `\\(\\((?<block>${UUID})\\)\\)`,
    /!?\[(?<link>[^[\]\n]*)\]\((?<url>[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)\)(?:\{:[^{}\n]*\})?/.source,
  ].join('|'),
  'gu',
);

/** Splits a text into words, references and tags. */
export function readInline(text: string): readonly Part[] {
  const parts: Part[] = [];
  let done = 0;
  for (const match of text.matchAll(TOKEN)) {
    parts.push(text.slice(done, match.index), partOf(match.groups ?? {}));
    done = match.index + match[0].length;
  }
  return [...parts, text.slice(done)].filter((part) => part !== '');
}

function partOf(found: Readonly<Partial<Record<string, string>>>): Part {
  const page = found.page ?? found.embedPage ?? found.labelledPage;
  if (page !== undefined) return { target: { page: page.trim() }, label: found.pageLabel ?? null };
  const block = found.block ?? found.embedBlock ?? found.labelledBlock;
  if (block !== undefined) return { target: { block: block.toLowerCase() }, label: found.blockLabel ?? null };
  const tag = found.longTag ?? found.tag;
  if (tag !== undefined) return { tag: tag.trim() };
  return found.code?.slice(1, -1) ?? (found.link || found.url || '');
}

/** Joins parts to one line of text. Tags at the end are left out, unless there is nothing else. */
export function joinParts(parts: readonly Part[], nameOf: (target: Target) => string): string {
  let end = parts.length;
  while (end > 0 && isTagOrSpace(parts[end - 1]!)) end--;
  const kept = end === 0 ? parts : parts.slice(0, end);
  const text = kept.map((part) => {
    if (typeof part === 'string') return part;
    return 'tag' in part ? part.tag : (part.label ?? nameOf(part.target));
  });
  return withoutMarks(text.join('')).replace(/\s+/g, ' ').trim();
}

const isTagOrSpace = (part: Part): boolean => (typeof part === 'string' ? part.trim() === '' : 'tag' in part);

// Marks of emphasis around a text. Underscores and single stars count only where no word goes on outside the mark.
const MARKS = [
  /(\*\*|~~|\^\^|==)(?=\S)([^\n]+?)(?<=\S)\1/g,
  /(?<!\w)(__)(?=\S)([^\n]+?)(?<=\S)__(?!\w)/g,
  /(?<![\w*])(\*)(?=[^\s*])([^*\n]+)(?<=\S)\*(?![\w*])/g,
  /(?<![\w])(_)(?=[^\s_])([^_\n]+)(?<=\S)_(?!\w)/g,
];

const withoutMarks = (text: string): string => MARKS.reduce((rest, mark) => rest.replace(mark, '$2'), text);
