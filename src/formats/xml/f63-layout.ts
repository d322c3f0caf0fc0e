import type { Layout, LayoutOptions, Quote } from '../../ports/formatter.ts';
import { NO_SOURCES } from '../no-sources.ts';
import { attributes, cdata } from './escape.ts';
import { queryLayout, SOURCES } from './query-layout.ts';

/** Results as entities in sections, with summary or content, sources at the foot. */
export function f63Layout(options: LayoutOptions): Layout {
  return {
    ...queryLayout(options),
    blocks: { opening: '\n', separator: '\n', closing: '', none: '', item: (block) => entity(block, options) },
    sources: options.sources ? SOURCES : NO_SOURCES,
  };
}

function entity(block: Quote, options: LayoutOptions): string {
  const about = attributes({
    name: block.name.slice(0, 120),
    type: block.kind,
    file: block.path,
    line: block.path === '' ? null : block.entityLines[0],
    level: block.level === 'full' ? null : block.level,
    stale: block.isStale ? 'true' : null,
  });
  const content = block.doc ? block.doc : options.code ? block.text : '';
  return content === '' ? `<entity${about}/>` : `<entity${about}>\n${cdata(content)}\n</entity>`;
}
