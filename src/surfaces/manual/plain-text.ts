import { wrapped } from '../../operations/text-table.ts';
import type { ManualPage, ManualSection } from './manual-page.ts';

const WIDTH = 78;
const INDENT = '    ';

/** A page to read in a terminal. */
export function plainText({ sections }: ManualPage): string {
  return sections.map(({ heading, ...parts }) => [heading, ...body(parts)].join('\n')).join('\n\n');
}

function body({ paragraphs, verbatim, entries }: Omit<ManualSection, 'heading'>): readonly string[] {
  const blocks = [
    ...paragraphs.map((text) => wrapped(text, INDENT, WIDTH)),
    ...(verbatim.length > 0 ? [verbatim.map((line) => INDENT + line)] : []),
    ...entries.map(({ term, text }) => [INDENT + term, ...wrapped(text, INDENT + INDENT, WIDTH)]),
  ];
  return blocks.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]));
}
