// `knap check` asks for one style of markdown: headings with `#`, lists with `-`, addresses as links. This file finds the
// exceptions, and the edits that mend them.
import type { Env, Token } from 'markdown-it';
import type { Finding, FindingCode } from '../../../model/document.ts';
import { createLineIndex, type LineIndex } from '../../code/parse/symbols/line-index.ts';
import { MARKDOWN, offsetOf } from '../body/markdown-parser.ts';
import { createLineCounter } from '../body/read-body.ts';
import { findBodyOffsets } from '../document-text.ts';

export function findStyleFaults(text: string): readonly StyleFault[] {
  const lines = createLineIndex(text);
  const [start, end] = findBodyOffsets(text);
  if (start >= end) return [];
  const { tokens, references } = MARKDOWN.blocks(text.slice(start, end));
  const body = { tokens, references, lines, firstLine: lines.lineAt(start) };
  return [...findUnderlinedHeadings(body), ...findOddLists(body), ...findBareUrls(body)];
}

/** A fault of style with the edits that mend it; it has no edits when only a person can mend it. */
interface StyleFault {
  readonly code: FindingCode;
  readonly line: number;
  readonly message: string;
  readonly splices: readonly Splice[];
}

interface StyledBody {
  readonly tokens: readonly Token[];
  readonly references: Env;
  readonly lines: LineIndex;
  readonly firstLine: number;
}

/** Returns the findings of style of a document (W007–W009). */
export function checkStyle(path: string, text: string): readonly Finding[] {
  return findStyleFaults(text).map(({ code, line, message, splices }) => ({
    code,
    path,
    line,
    message,
    isFixable: splices.length > 0,
  }));
}

const BARE_URL = /https?:\/\/[^\s<>]+/g;

/** Finds addresses in the text that are not links. */
function findBareUrls({ tokens, references, firstLine }: StyledBody): readonly StyleFault[] {
  let line = firstLine;
  return tokens.flatMap((token) => {
    // A cell of a table has the line of its row.
    if (token.map !== null) line = firstLine + token.map[0];
    if (token.type !== 'inline' || !token.content.includes('://')) return [];
    return findInBlock(MARKDOWN.inline(token.content, references), createLineCounter(token.content, line));
  });
}

function findInBlock(tokens: readonly Token[], lineOf: (offset: number) => number): readonly StyleFault[] {
  const faults: StyleFault[] = [];
  let linkDepth = 0;
  let line = lineOf(0);
  for (const token of tokens) {
    if (token.type === 'link_open' || token.type === 'link_close') linkDepth += token.nesting;
    // Text has no offset, so it takes its line from the break before it, which may begin with a backslash.
    if (token.type === 'softbreak' || token.type === 'hardbreak') line = lineOf(offsetOf(token) + 2);
    if (linkDepth > 0 || token.type !== 'text') continue;
    for (const [url] of token.content.matchAll(BARE_URL)) {
      faults.push({ code: 'W009', line, message: `bare URL ${url}; write it as a link`, splices: [] });
    }
  }
  return faults;
}

/** Finds lists that are marked with `*` or `+` instead of `-`. */
function findOddLists({ tokens, lines, firstLine }: StyledBody): readonly StyleFault[] {
  const faults: StyleFault[] = [];
  const open: { line: number; splices: Splice[]; isWrong: boolean; canFix: boolean }[] = [];
  const searched = new Map<number, number>();
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'bullet_list_open') {
      const line = firstLine + (token.map?.[0] ?? 0);
      open.push({ line, splices: [], isWrong: token.markup !== '-', canFix: !followsList(tokens, index) });
    } else if (token.type === 'bullet_list_close') {
      const list = open.pop();
      const splices = list?.canFix && !tokens[index + 1]?.type.startsWith('bullet_list_open') ? list.splices : [];
      if (list?.isWrong)
        faults.push({ code: 'W008', line: list.line, message: 'the list is not marked with -', splices });
    } else if (token.type === 'list_item_open' && token.markup !== '-' && /[*+]/.test(token.markup)) {
      const list = open.at(-1);
      const splice = createMarkerSplice(lines, firstLine + (token.map?.[0] ?? 0), token.markup, searched);
      if (splice === null) for (const outer of open) outer.canFix = false;
      else list?.splices.push(splice);
    }
  }
  return faults.sort((a, b) => a.line - b.line);
}

// Two lists in a row differ only by their markers, so neither is changed.
const followsList = (tokens: readonly Token[], at: number): boolean => tokens[at - 1]?.type === 'bullet_list_close';

// Only markers of outer blocks stand before a marker, so its first occurrence after those is the right one.
function createMarkerSplice(
  lines: LineIndex,
  line: number,
  marker: string,
  searched: Map<number, number>,
): Splice | null {
  const text = lines.lineText(line);
  const column = text.indexOf(marker, searched.get(line) ?? 0);
  searched.set(line, column + 1);
  // A dash with nothing but markers after it could make a horizontal rule, or a heading of the line above.
  if (column < 0 || /^[\s*+-]*$/.test(text.slice(column + 1))) return null;
  const start = lines.startOf(line) + column;
  return { start, end: start + 1, text: '-' };
}

/** Finds headings that are underlined instead of marked with `#`. */
function findUnderlinedHeadings({ tokens, lines, firstLine }: StyledBody): readonly StyleFault[] {
  return tokens.flatMap((token): StyleFault[] => {
    if (token.type !== 'heading_open' || token.map === null || token.markup.startsWith('#')) return [];
    const line = firstLine + token.map[0];
    const isSimple = token.level === 0 && token.map[1] - token.map[0] === 2;
    const splices = isSimple ? createHeadingSplices(lines, line, Number(token.tag.slice(1))) : [];
    return [{ code: 'W007', line, message: 'the heading is underlined; write it with #', splices }];
  });
}

function createHeadingSplices(lines: LineIndex, line: number, level: number): readonly Splice[] {
  const title = lines.lineText(line);
  // Markdown would take `#` at the end of the title for the end of the heading.
  if (/(?:^|\s)#+\s*$/.test(title)) return [];
  const start = lines.startOf(line) + title.length - title.trimStart().length;
  const titleEnd = lines.startOf(line) + title.trimEnd().length;
  const underlineEnd = lines.startOf(line + 1) + lines.lineText(line + 1).length;
  return [
    { start, end: start, text: `${'#'.repeat(level)} ` },
    { start: titleEnd, end: underlineEnd, text: '' },
  ];
}

/** A replacement of the text between two offsets. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies replacements to a text; of two that overlap, the first counts. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  const sorted = [...splices].sort((a, b) => a.start - b.start || a.end - b.end);
  const pieces: string[] = [];
  let index = 0;
  for (const splice of sorted) {
    if (splice.start < index) continue;
    pieces.push(text.slice(index, splice.start), splice.text);
    index = splice.end;
  }
  return [...pieces, text.slice(index)].join('');
}
