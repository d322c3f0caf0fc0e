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
import { codeSpan, fenced, paragraph, phrase } from './harmless.ts';

const BRIEF_QUERY_MAX = 60;

/** A heading for each node with its tags, how it hangs together, its fields and its content. */
export function contextLayout({ meta: metaOf, node: nodeOf, line, isFenced }: ContextPage): Layout {
  const quote = isFenced ? (text: string) => fenced(text, null) : visible;
  return {
    ...BARE,
    opening: (head) => {
      const [meta, detail] = [metaOf(head), detailOf(head)];
      if (detail === 'least') return '# Context';
      if (detail === 'brief')
        return `# Context: ${phrase(questionOf(meta, BRIEF_QUERY_MAX))}\n\n> ${phrase(tokensOf(meta))}`;
      const lines = headLines(meta).map((line) => `> ${paragraph(line)}`);
      return `# Context: ${phrase(questionOf(meta))}\n\n${lines.join('\n')}`;
    },
    blocks: {
      opening: '\n\n',
      separator: '\n\n',
      closing: '',
      none: '',
      item: (block) => {
        const node = nodeOf(block);
        return nodeText(node, node.content === '' ? '' : quote(node.content));
      },
    },
    references: {
      opening: '\n\n## Only named\n\n',
      separator: '\n',
      closing: '',
      none: '',
      item: (reference) => `- ${titleOf(line(reference))} (${score(line(reference).score)})`,
    },
    overflow: (rest) => (unnamed(rest) === 0 ? '' : `- ${thousands(unnamed(rest))} more`),
    closing: () => '\n',
  };
}

function nodeText(node: ContextNode, content: string): string {
  const about = aboutNode(node);
  const fields = fieldLines(node).map(([name, value]) => `**${phrase(name)}:** ${phrase(value)}`);
  const parts = [
    `## ${titleOf(node)}\n*${phrase(about.because)} · ${about.score}* · ${[codeSpan(about.source), ...about.marks.map(phrase)].join(' · ')}`,
    fields.join('\n'),
    content,
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function titleOf(node: { readonly name: string; readonly tags: readonly string[] }): string {
  const name = phrase(oneLine(node.name, NAME_MAX)) || '(no name)';
  return [name, ...tagsOf(node).map(phrase)].join(' ');
}
