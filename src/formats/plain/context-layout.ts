import { oneLine, visible } from '../../model/visible-text.ts';
import type { ContextNode } from '../../ports/context.ts';
import type { ContextPage, Layout } from '../../ports/formatter.ts';
import {
  aboutNode,
  BARE,
  detailOf,
  fieldLines,
  headLines,
  NAME_MAX,
  questionOf,
  tagsOf,
  tokensOf,
  unnamed,
} from '../context-words.ts';
import { score, thousands } from '../describe.ts';
import { bounded } from './boundary.ts';

const BRIEF_QUERY_MAX = 60;

/** The same document without markup of our own: names are underlined. */
export function contextLayout({ meta: metaOf, node: nodeOf, line, isFenced }: ContextPage): Layout {
  return {
    ...BARE,
    opening: (head) => {
      const [meta, detail] = [metaOf(head), detailOf(head)];
      if (detail === 'least') return 'Context';
      if (detail === 'brief') return `Context: ${questionOf(meta, BRIEF_QUERY_MAX)}\n${tokensOf(meta)}`;
      return [underlined(`Context: ${questionOf(meta)}`, '='), ...headLines(meta)].join('\n');
    },
    blocks: {
      opening: '\n\n',
      separator: '\n\n',
      closing: '',
      none: '',
      item: (block) => {
        const node = nodeOf(block);
        return isFenced ? bounded(titleOf(node), node.content, [...aboutLines(node), '']) : underlinedNode(node);
      },
    },
    references: {
      opening: '\n\nOnly named:\n',
      separator: '\n',
      closing: '',
      none: '',
      item: (reference) => `  ${titleOf(line(reference))} (${score(line(reference).score)})`,
    },
    overflow: (rest) => (unnamed(rest) === 0 ? '' : `  ${thousands(unnamed(rest))} more`),
    closing: () => '\n',
  };
}

function underlinedNode(node: ContextNode): string {
  const head = [underlined(titleOf(node), '-'), ...aboutLines(node)];
  return [head.join('\n'), visible(node.content)].filter((part) => part !== '').join('\n\n');
}

function aboutLines(node: ContextNode): readonly string[] {
  const about = aboutNode(node);
  return [
    [about.because, about.score, about.source, ...about.marks].join(' · '),
    ...fieldLines(node).map(([name, value]) => `${name}: ${value}`),
  ];
}

function titleOf(node: { readonly name: string; readonly tags: readonly string[] }): string {
  return [oneLine(node.name, NAME_MAX) || '(no name)', ...tagsOf(node)].join(' ');
}

function underlined(name: string, mark: string): string {
  return `${name}\n${mark.repeat([...name].length)}`;
}
