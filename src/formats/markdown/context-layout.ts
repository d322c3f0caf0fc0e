import { oneLine, visible } from '../../model/visible-text.ts';
import type { ContextNode } from '../../ports/context.ts';
import type { ContextLayout, ContextPrinting } from '../../ports/context-layout.ts';
import { aboutNode, fieldLines, headLines, NAME_MAX, questionOf, tagsOf, tokensOf } from '../context-words.ts';
import { score, thousands } from '../describe.ts';
import { codeSpan, fenced, paragraph, phrase } from './harmless.ts';

const BRIEF_QUERY_MAX = 60;

/** A heading for each node with its tags, how it hangs together, its fields and its content. */
export function contextLayout({ isFenced = false }: ContextPrinting = {}): ContextLayout {
  const quote = isFenced ? (text: string) => fenced(text, null) : visible;
  return {
    opening: (meta, detail) => {
      if (detail === 'least') return '# Context';
      if (detail === 'brief')
        return `# Context: ${phrase(questionOf(meta, BRIEF_QUERY_MAX))}\n\n> ${phrase(tokensOf(meta))}`;
      const lines = headLines(meta).map((line) => `> ${paragraph(line)}`);
      return `# Context: ${phrase(questionOf(meta))}\n\n${lines.join('\n')}`;
    },
    nodes: {
      opening: '\n\n',
      separator: '\n\n',
      closing: '',
      none: '',
      item: (node) => nodeText(node, node.content === '' ? '' : quote(node.content)),
    },
    overflow: {
      opening: '\n\n## Only named\n\n',
      separator: '\n',
      closing: '',
      none: '',
      item: (node) => `- ${titleOf(node)} (${score(node.score)})`,
      more: (count) => `- ${thousands(count)} more`,
    },
    closing: '\n',
  };
}

function nodeText(node: ContextNode, content: string): string {
  const about = aboutNode(node);
  const fields = fieldLines(node).map(([name, value]) => `**${phrase(name)}:** ${phrase(value)}`);
  const parts = [
    `## ${titleOf(node)}\n*${phrase(about.because)} · ${about.score}* · ${codeSpan(about.source)}`,
    fields.join('\n'),
    content,
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function titleOf(node: { readonly name: string; readonly tags: readonly string[] }): string {
  const name = phrase(oneLine(node.name, NAME_MAX)) || '(no name)';
  return [name, ...tagsOf(node).map(phrase)].join(' ');
}
