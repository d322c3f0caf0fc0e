import type { ContextNode } from '../../ports/context.ts';
import type { ContextLayout } from '../../ports/context-layout.ts';
import { aboutNode, fieldLines, headLines, NAME_MAX, questionOf, tagsOf, tokensOf } from '../context-words.ts';
import { oneLine, score, thousands } from '../describe.ts';

const BRIEF_QUERY_MAX = 60;

/** The same document without markup of our own: names are underlined. */
export const contextLayout: ContextLayout = {
  opening: (meta, detail) => {
    if (detail === 'least') return 'Context';
    if (detail === 'brief') return `Context: ${questionOf(meta, BRIEF_QUERY_MAX)}\n${tokensOf(meta)}`;
    return [underlined(`Context: ${questionOf(meta)}`, '='), ...headLines(meta)].join('\n');
  },
  nodes: { opening: '\n\n', separator: '\n\n', closing: '', none: '', item: nodeText },
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

function nodeText(node: ContextNode): string {
  const about = aboutNode(node);
  const fields = fieldLines(node).map(([name, value]) => `${name}: ${value}`);
  const head = [underlined(titleOf(node), '-'), `${about.because} · ${about.score} · ${about.source}`, ...fields];
  return [head.join('\n'), node.content].filter((part) => part !== '').join('\n\n');
}

function titleOf(node: { readonly name: string; readonly tags: readonly string[] }): string {
  return [oneLine(node.name, NAME_MAX) || '(no name)', ...tagsOf(node)].join(' ');
}

function underlined(name: string, mark: string): string {
  return `${name}\n${mark.repeat([...name].length)}`;
}
