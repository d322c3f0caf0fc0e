import type { Token } from 'markdown-it';
import type { LineIndex } from '../../code/parse/symbols/line-index.ts';
import type { Splice } from './splice.ts';
import type { StyledBody, StyleFault } from './style-fault.ts';

/** Lists that are marked with `*` or `+` rather than `-`. */
export function markedLists({ tokens, lines, firstLine }: StyledBody): readonly StyleFault[] {
  const faults: StyleFault[] = [];
  const open: { line: number; splices: Splice[]; isWrong: boolean; canFix: boolean }[] = [];
  const searched = new Map<number, number>();
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'bullet_list_open') {
      const line = firstLine + (token.map?.[0] ?? 0);
      open.push({ line, splices: [], isWrong: token.markup !== '-', canFix: !isBesideList(tokens, at) });
    } else if (token.type === 'bullet_list_close') {
      const list = open.pop();
      const splices = list?.canFix && !tokens[at + 1]?.type.startsWith('bullet_list_open') ? list.splices : [];
      if (list?.isWrong)
        faults.push({ code: 'W008', line: list.line, message: 'the list is not marked with -', splices });
    } else if (token.type === 'list_item_open' && token.markup !== '-' && /[*+]/.test(token.markup)) {
      const list = open.at(-1);
      const splice = markerSplice(lines, firstLine + (token.map?.[0] ?? 0), token.markup, searched);
      if (splice === null) for (const outer of open) outer.canFix = false;
      else list?.splices.push(splice);
    }
  }
  return faults.sort((a, b) => a.line - b.line);
}

// Two lists one after the other are kept apart by their markers alone.
function isBesideList(tokens: readonly Token[], at: number): boolean {
  return tokens[at - 1]?.type === 'bullet_list_close';
}

// Before a marker stand only the marks of what it is in, so the first of its kind on the line is it.
function markerSplice(lines: LineIndex, line: number, marker: string, searched: Map<number, number>): Splice | null {
  const text = lines.lineText(line);
  const column = text.indexOf(marker, searched.get(line) ?? 0);
  searched.set(line, column + 1);
  // A dash before nothing but dashes would make a line across the page.
  if (column < 0 || /^[\s*+-]*$/.test(text.slice(column + 1))) return null;
  const start = lines.startOf(line) + column;
  return { start, end: start + 1, text: '-' };
}
