import type { Layout, LayoutOptions, Quote } from '../../ports/formatter.ts';
import { oneLine } from '../describe.ts';
import { queryLayout as markdownQuery } from '../markdown/query-layout.ts';
import { array, inString, rounded } from './pieces.ts';

const PREVIEW_MAX = 200;

/** `{query, context, results, summary, tokenCount}`; the context is the markdown answer. */
export function queryLayout(options: LayoutOptions): Layout {
  const inner = markdownQuery({ ...options, sources: false });
  const results = array(',\n"results":', result);
  return {
    opening: (head) => `{"query":${JSON.stringify(head.text)},\n"context":"`,
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
      return `,\n"summary":${JSON.stringify(summary)},"tokenCount":${tail.usage.used}}`;
    },
  };
}

function result(block: Quote): object {
  const preview = block.text.slice(0, PREVIEW_MAX);
  return {
    entity: {
      id: block.id,
      name: oneLine(block.name, 120),
      type: block.kind,
      qualifiedName: oneLine(block.qualifiedName, 200),
    },
    score: rounded(block.score),
    location: { path: block.path, startLine: block.entityLines[0], endLine: block.entityLines[1] },
    window: { startLine: block.startLine, endLine: block.endLine },
    codePreview: block.text.length > PREVIEW_MAX ? `${preview}...` : preview,
  };
}
