import { oneLine } from '../../model/visible-text.ts';
import type { Layout, LayoutOptions, Quote } from '../../ports/formatter.ts';
import { caveats, entityPlace, leftOut, place, referenceDetail, score, windowOf } from '../describe.ts';
import { NO_SOURCES } from '../no-sources.ts';
import { codeSpan, fenced, label, phrase } from './harmless.ts';

/** The answer to a query: a heading, place and score for each block, then imports and code. */
export function queryLayout(options: LayoutOptions): Layout {
  return {
    opening: () => '',
    files: { opening: '', separator: '', closing: '', none: '', item: () => '' },
    blocks: { opening: '', separator: '\n\n', closing: '', none: '', item: (block) => queryBlock(block, options) },
    fileHeading: () => '',
    groups: { opening: (title) => `## ${label(title)}\n\n`, closing: '', separator: '\n\n' },
    references: {
      opening: '\n\n---\n',
      separator: '\n',
      closing: '',
      none: '',
      item: (reference) =>
        `- ${codeSpan(place(reference))} ${label(oneLine(reference.name, 120))} (${phrase(referenceDetail(reference))})`,
    },
    overflow: (rest) => {
      const others = leftOut({ ...rest, budget: 0 });
      const budget = rest.budget > 0 ? [`\n*${rest.budget} additional results excluded due to token limit*`] : [];
      return [...budget, ...(others === '' ? [] : [`\n*${others}*`])].join('\n');
    },
    sources: options.sources ? SOURCES : NO_SOURCES,
    closing: () => '',
  };
}

/** One block of an answer; also what the JSON answer holds as its context. */
function queryBlock(block: Quote, options: LayoutOptions): string {
  const remarks = [...windowOf(block), ...caveats(block)].map((caveat) => ` · ${phrase(caveat)}`);
  const lines = [
    `### ${label(`${oneLine(block.kind)}: ${oneLine(block.name, 120)}`)}`,
    `*${label(entityPlace(block))}* (score: ${score(block.score)})${remarks.join('')}`,
  ];
  if (!options.code) return lines.join('\n');
  if (block.imports !== null) lines.push('', '**Imports:**', fenced(block.imports, null));
  lines.push('', '**Code:**', fenced(block.text, block.language));
  return lines.join('\n');
}

const SOURCES_MAX = 10;

/** The list of sources at the foot of a page. */
export const SOURCES: Layout['sources'] = {
  opening: '\n\n---\n**Sources:**\n',
  separator: '\n',
  closing: '',
  none: '',
  max: SOURCES_MAX,
  item: (block) =>
    `- ${label(oneLine(block.name, 120))} (${label(block.path === '' ? block.kind : `${oneLine(block.path)}:${block.entityLines[0]}`)})`,
  more: (count) => `- +${count} more`,
};
