import { oneLine } from '../../model/visible-text.ts';
import type { Layout, LayoutOptions, Quote } from '../../ports/formatter.ts';
import { caveats, leftOut, place, referenceDetail, score, windowOf } from '../describe.ts';
import { NO_SOURCES } from '../no-sources.ts';
import { bounded, named } from './boundary.ts';

/** The answer to a query: heading, file and score lines, then the code. */
export function queryLayout(options: LayoutOptions): Layout {
  return {
    opening: () => '',
    files: { opening: '', separator: '', closing: '', none: '', item: () => '' },
    blocks: { opening: '', separator: '\n\n', closing: '', none: '', item: (block) => entity(block, options) },
    fileHeading: () => '',
    groups: { opening: (title) => `=== ${oneLine(title)} ===\n\n`, closing: '', separator: '\n\n' },
    references: {
      opening: '\n\nLeft out, best first:\n',
      separator: '\n',
      closing: '',
      none: '',
      item: (reference) => `  ${named(place(reference))} ${named(reference.name, 120)} (${referenceDetail(reference)})`,
    },
    overflow: (rest) => {
      const words = leftOut(rest);
      return words === '' ? '' : `  ${words}`;
    },
    sources: options.sources ? SOURCES : NO_SOURCES,
    closing: () => '',
  };
}

const SOURCES_MAX = 10;

/** The list of sources at the foot of a page. */
export const SOURCES: Layout['sources'] = {
  opening: '\n\nSources:\n',
  separator: '\n',
  closing: '',
  none: '',
  max: SOURCES_MAX,
  item: (block) => `  - ${oneLine(block.name, 120)}`,
  more: (count) => `  - +${count} more`,
};

function entity(block: Quote, options: LayoutOptions): string {
  const heading = `${oneLine(block.kind)}: ${oneLine(block.name, 120)}`;
  const facts = [
    `File: ${oneLine(block.path)}:${block.entityLines[0]}`,
    `Score: ${score(block.score)}`,
    ...[...windowOf(block), ...caveats(block)].map((caveat) => `Note: ${caveat}`),
  ];
  if (!options.code) return [`=== ${heading} ===`, ...facts].join('\n');
  return bounded(heading, block.imports === null ? block.text : `${block.imports}\n\n${block.text}`, [...facts, '']);
}
