import type { ContextMeta } from '../../ports/context.ts';
import type { ContextPage, Layout } from '../../ports/formatter.ts';
import { BARE, detailOf, type HeadDetail, questionOf } from '../context-words.ts';
import { array, jsonOf } from './pieces.ts';

const SHORT_QUERY_MAX = 60;

/** The document itself, an item a line. */
export function contextLayout({ meta, node, line }: ContextPage): Layout {
  return {
    ...BARE,
    opening: (head) => `{"meta":${jsonOf(shortened(meta(head), detailOf(head)))}`,
    blocks: array(',\n"nodes":', node),
    references: array(',\n"overflow":', line),
    // The meta counts what is not listed.
    overflow: () => '',
    closing: () => '}\n',
  };
}

function shortened(meta: ContextMeta, detail: HeadDetail): object {
  if (detail === 'full') return meta;
  const query = questionOf(meta, SHORT_QUERY_MAX);
  return detail === 'least' ? { query } : { query, workspace: meta.workspace, lens: meta.lens, tokens: meta.tokens };
}
