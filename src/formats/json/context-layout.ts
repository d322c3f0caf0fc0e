import type { ContextMeta } from '../../ports/context.ts';
import type { ContextLayout, HeadDetail } from '../../ports/context-layout.ts';
import { questionOf } from '../context-words.ts';
import { array, jsonOf } from './pieces.ts';

const SHORT_QUERY_MAX = 60;

/** The document itself, an item a line. */
export const contextLayout: ContextLayout = {
  opening: (meta, detail) => `{"meta":${jsonOf(shortened(meta, detail))}`,
  nodes: array(',\n"nodes":', (node) => node),
  overflow: {
    ...array(',\n"overflow":', (node) => node),
    // The meta counts what is not listed.
    more: () => '',
  },
  closing: '}\n',
};

function shortened(meta: ContextMeta, detail: HeadDetail): object {
  if (detail === 'full') return meta;
  const query = questionOf(meta, SHORT_QUERY_MAX);
  return detail === 'least' ? { query } : { query, workspace: meta.workspace, lens: meta.lens, tokens: meta.tokens };
}
