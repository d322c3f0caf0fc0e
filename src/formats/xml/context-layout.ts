import { oneLine } from '../../model/visible-text.ts';
import type { ContextMeta, ContextNode } from '../../ports/context.ts';
import type { ContextPage, Layout } from '../../ports/formatter.ts';
import {
  aboutNode,
  BARE,
  detailOf,
  fieldLines,
  type HeadDetail,
  NAME_MAX,
  questionOf,
  unnamed,
} from '../context-words.ts';
import { score, shortHash } from '../describe.ts';
import { attributes, cdata, text } from './escape.ts';

const BRIEF_QUERY_MAX = 60;

/** One element for each node, all in one root. */
export function contextLayout({ meta: metaOf, node, line }: ContextPage): Layout {
  return {
    ...BARE,
    opening: (head) => {
      const [meta, detail] = [metaOf(head), detailOf(head)];
      const notes = detail === 'full' ? meta.notes.map((note) => `\n<note>${text(note)}</note>`) : [];
      return `<context${attributes(about(meta, detail))}>${notes.join('')}`;
    },
    blocks: { opening: '\n', separator: '\n', closing: '', none: '', item: (block) => nodeText(node(block)) },
    references: {
      opening: '\n<overflow>\n',
      separator: '\n',
      closing: '\n</overflow>',
      none: '',
      item: (reference) => {
        const { id, name, tags, score: value } = line(reference);
        return `<node${attributes({ id, name: oneLine(name, NAME_MAX), tags: tags.join(', '), score: score(value) })}/>`;
      },
    },
    overflow: (rest) => (unnamed(rest) === 0 ? '' : `<more count="${unnamed(rest)}"/>`),
    closing: () => '\n</context>\n',
  };
}

function about(meta: ContextMeta, detail: HeadDetail): Record<string, string | number | null> {
  if (detail === 'least') return {};
  const { tokens } = meta;
  if (detail === 'brief')
    return { query: questionOf(meta, BRIEF_QUERY_MAX), tokens: tokens.used, budget: tokens.budget };
  return {
    query: questionOf(meta),
    workspace: meta.workspace,
    lens: meta.lens,
    depth: meta.depth.used,
    backend: meta.backend,
    because: meta.backendReason,
    from: meta.dataFrom ?? 'live',
    assembled: meta.assembledAt,
    tokens: tokens.used,
    budget: tokens.budget,
    nodes: tokens.nodesIncluded,
    named: tokens.nodesSummarized,
  };
}

function nodeText(node: ContextNode): string {
  const { because, source } = aboutNode(node);
  const head = attributes({
    name: oneLine(node.name, NAME_MAX),
    tags: node.tags.join(', '),
    score: score(node.score),
    distance: node.distance,
    because,
    source,
    sha: node.hash === undefined ? null : shortHash(node.hash),
    note: node.note ?? null,
    stale: node.isStale ? 'true' : null,
  });
  const fields = fieldLines(node).map(([name, value]) => `<field${attributes({ name })}>${text(value)}</field>`);
  const content = node.content === '' ? [] : [`<content>${cdata(node.content)}</content>`];
  const inner = [...fields, ...content];
  return inner.length === 0 ? `<node${head}/>` : `<node${head}>\n${inner.join('\n')}\n</node>`;
}
