import type { LineIndex } from '../../code/parse/symbols/line-index.ts';
import type { Splice } from './splice.ts';
import type { StyledBody, StyleFault } from './style-fault.ts';

/** Headings that are underlined rather than marked with `#`. */
export function underlinedHeadings({ tokens, lines, firstLine }: StyledBody): readonly StyleFault[] {
  return tokens.flatMap((token): StyleFault[] => {
    if (token.type !== 'heading_open' || token.map === null || token.markup.startsWith('#')) return [];
    const line = firstLine + token.map[0];
    const isSimple = token.level === 0 && token.map[1] - token.map[0] === 2;
    const splices = isSimple ? headingSplices(lines, line, Number(token.tag.slice(1))) : [];
    return [{ code: 'W007', line, message: 'the heading is underlined; write it with #', splices }];
  });
}

function headingSplices(lines: LineIndex, line: number, level: number): readonly Splice[] {
  const title = lines.lineText(line);
  // Marks at its end would be taken for the end of the heading.
  if (/(?:^|\s)#+\s*$/.test(title)) return [];
  const start = lines.startOf(line) + title.length - title.trimStart().length;
  const titleEnd = lines.startOf(line) + title.trimEnd().length;
  const underlineEnd = lines.startOf(line + 1) + lines.lineText(line + 1).length;
  return [
    { start, end: start, text: `${'#'.repeat(level)} ` },
    { start: titleEnd, end: underlineEnd, text: '' },
  ];
}
