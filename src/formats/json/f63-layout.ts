import { oneLine } from '../../model/visible-text.ts';
import type { Layout, LayoutOptions, Quote } from '../../ports/formatter.ts';

import { f63Layout as markdownF63 } from '../markdown/f63-layout.ts';
import { array, inString, rounded } from './pieces.ts';
import { queryLayout } from './query-layout.ts';

/** `{context, sources, tokenCount, truncated}`; the context is the markdown page. */
export function f63Layout(options: LayoutOptions): Layout {
  const inner = markdownF63({ ...options, sources: false });
  const sources = array(',\n"sources":', source);
  return {
    ...queryLayout(options),
    opening: () => '{"context":"',
    blocks: {
      ...inner.blocks,
      separator: inString(inner.blocks.separator),
      item: (block) => inString(inner.blocks.item(block)),
    },
    groups: {
      opening: (title) => inString(inner.groups.opening(title)),
      closing: inString(inner.groups.closing),
      separator: inString(inner.groups.separator),
    },
    sources: {
      ...sources,
      opening: `"${sources.opening}`,
      none: `"${sources.none}`,
      max: Number.POSITIVE_INFINITY,
      more: () => '',
    },
    closing: (tail) => `,\n"tokenCount":${tail.usage.used},"truncated":${tail.isTruncated}}`,
  };
}

function source(block: Quote): object {
  return {
    entityId: block.id,
    name: oneLine(block.name, 120),
    type: block.kind,
    ...(block.path === '' ? {} : { file: block.path, line: block.entityLines[0] }),
    relevance: rounded(block.score),
  };
}
