import { oneLine, visible } from '../../model/visible-text.ts';
import type { ContextNode } from '../../ports/context.ts';
import type { ContextLayout, ContextPrinting } from '../../ports/context-layout.ts';
import { aboutNode, fieldLines, headLines, NAME_MAX, questionOf, tagsOf, tokensOf } from '../context-words.ts';
import { score, thousands } from '../describe.ts';
import { bounded } from './boundary.ts';

const BRIEF_QUERY_MAX = 60;

/** The same document without markup of our own: names are underlined. */
export function contextLayout({ isFenced = false }: ContextPrinting = {}): ContextLayout {
  return {
    opening: (meta, detail) => {
      if (detail === 'least') return 'Context';
      if (detail === 'brief') return `Context: ${questionOf(meta, BRIEF_QUERY_MAX)}\n${tokensOf(meta)}`;
      return [underlined(`Context: ${questionOf(meta)}`, '='), ...headLines(meta)].join('\n');
    },
    nodes: {
      opening: '\n\n',
      separator: '\n\n',
      closing: '',
      none: '',
      item: (node) =>
        isFenced ? bounded(titleOf(node), node.content, [...aboutLines(node), '']) : underlinedNode(node),
    },
    overflow: {
      opening: '\n\nOnly named:\n',
      separator: '\n',
      closing: '',
      none: '',
      item: (node) => `  ${titleOf(node)} (${score(node.score)})`,
      more: (count) => `  ${thousands(count)} more`,
    },
    closing: '\n',
  };
}

function underlinedNode(node: ContextNode): string {
  const head = [underlined(titleOf(node), '-'), ...aboutLines(node)];
  return [head.join('\n'), visible(node.content)].filter((part) => part !== '').join('\n\n');
}

function aboutLines(node: ContextNode): readonly string[] {
  const about = aboutNode(node);
  return [
    `${about.because} · ${about.score} · ${about.source}`,
    ...fieldLines(node).map(([name, value]) => `${name}: ${value}`),
  ];
}

function titleOf(node: { readonly name: string; readonly tags: readonly string[] }): string {
  return [oneLine(node.name, NAME_MAX) || '(no name)', ...tagsOf(node)].join(' ');
}

function underlined(name: string, mark: string): string {
  return `${name}\n${mark.repeat([...name].length)}`;
}
