import type { LineRange } from '../../model/facts.ts';
import { oneLine } from '../../model/visible-text.ts';
import type { Layout, LayoutOptions, Quote, QuotedEntity } from '../../ports/formatter.ts';

import { queryLayout as markdownQuery } from '../markdown/query-layout.ts';
import { array, inString, jsonOf, rounded } from './pieces.ts';

const PREVIEW_MAX = 200;

/** `{query, context, results, summary, tokenCount}`; the context is the markdown answer. */
export function queryLayout(options: LayoutOptions): Layout {
  const inner = markdownQuery({ ...options, sources: false });
  const results = array(',\n"results":', (block: Quote) => result({ ...block }, block));
  return {
    opening: (head) => `{"query":${jsonOf(head.text)},\n"context":"`,
    files: inner.files,
    fileHeading: () => '',
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
    references: {
      ...inner.references,
      opening: inString(inner.references.opening),
      separator: inString(inner.references.separator),
      item: (reference) => inString(inner.references.item(reference)),
    },
    overflow: (rest) => inString(inner.overflow(rest)),
    // Every result is listed: whoever asks for JSON reads this list and not the text.
    sources: {
      ...results,
      opening: `"${results.opening}`,
      none: `"${results.none}`,
      entity: (entity, block) => jsonOf(result(entity, block)),
      max: Number.POSITIVE_INFINITY,
      more: () => '',
    },
    closing: (tail) => {
      const summary = {
        entitiesIncluded: tail.entitiesIncluded,
        entitiesExcluded: Object.values(tail.excluded).reduce((sum, count) => sum + count, tail.referenced),
        filesRead: tail.filesQuoted,
        truncated: tail.isTruncated,
      };
      return `,\n"summary":${jsonOf(summary)},"tokenCount":${tail.usage.used}}`;
    },
  };
}

function result({ id, kind, name, qualifiedName, startLine, endLine, score }: QuotedEntity, block: Quote): object {
  const text = linesWithin(block, [startLine, endLine]);
  return {
    entity: { id, name: oneLine(name, 120), type: kind, qualifiedName: oneLine(qualifiedName, 200) },
    score: rounded(score),
    location: { path: block.path, startLine, endLine },
    window: { startLine: block.startLine, endLine: block.endLine },
    codePreview: text.length > PREVIEW_MAX ? `${text.slice(0, PREVIEW_MAX)}...` : text,
  };
}

// What of an entity is quoted; of one that was cut, all that is left of it.
function linesWithin(block: Quote, [first, last]: LineRange): string {
  if (block.level !== 'full') return block.text;
  const lines = block.text.split('\n').slice(Math.max(0, first - block.startLine), last - block.startLine + 1);
  return lines.join('\n');
}
