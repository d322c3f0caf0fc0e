import { oneLine } from '../../model/visible-text.ts';
import type { Layout, LayoutOptions, Quote } from '../../ports/formatter.ts';
import { caveats } from '../describe.ts';
import { NO_SOURCES } from '../no-sources.ts';
import { between, named } from './boundary.ts';
import { queryLayout, SOURCES } from './query-layout.ts';

/** Results under a name with its place, then summary or content. */
export function f63Layout(options: LayoutOptions): Layout {
  return {
    ...queryLayout(options),
    blocks: { opening: '', separator: '\n\n', closing: '', none: '', item: (block) => entity(block, options) },
    groups: { opening: (title) => `=== ${oneLine(title)} ===\n\n`, closing: '', separator: '\n\n---\n\n' },
    sources: options.sources ? SOURCES : NO_SOURCES,
  };
}

function entity(block: Quote, options: LayoutOptions): string {
  const where = block.path === '' ? oneLine(block.kind) : `${oneLine(block.path)}:${block.entityLines[0]}`;
  const remarks = caveats(block).map((caveat) => ` (${caveat})`);
  const content = block.doc ? block.doc : options.code ? block.text : '';
  const heading = `${named(block.name, 120)} [${where}]${remarks.join('')}`;
  return content === '' ? heading : `${heading}\n${between(content)}`;
}
