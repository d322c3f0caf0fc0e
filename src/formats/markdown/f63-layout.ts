import { oneLine } from '../../model/visible-text.ts';
import type { Layout, LayoutOptions, Quote } from '../../ports/formatter.ts';
import { caveats } from '../describe.ts';
import { NO_SOURCES } from '../no-sources.ts';
import { fenced, label, paragraph, phrase } from './harmless.ts';
import { queryLayout, SOURCES } from './query-layout.ts';

/** Results under a name and a place, with summary and content, grouped by category, sources at the foot. */
export function f63Layout(options: LayoutOptions): Layout {
  const query = queryLayout(options);
  return {
    ...query,
    blocks: { opening: '', separator: '\n\n', closing: '', none: '', item: (block) => entity(block, options) },
    groups: { opening: (title) => `## ${label(title)}\n\n`, closing: '', separator: '\n\n---\n\n' },
    sources: options.sources ? SOURCES : NO_SOURCES,
  };
}

function entity(block: Quote, options: LayoutOptions): string {
  const remarks = caveats(block).map((caveat) => ` · ${phrase(caveat)}`);
  const where = block.path === '' ? oneLine(block.kind) : `${oneLine(block.path)}:${block.entityLines[0]}`;
  const lines = [`### ${label(oneLine(block.name, 120))}`, `*${label(where)}*${remarks.join('')}`];
  if (block.doc) lines.push('', paragraph(block.doc));
  if (options.code && block.text !== '') lines.push('', fenced(block.text, block.language));
  return lines.join('\n');
}
