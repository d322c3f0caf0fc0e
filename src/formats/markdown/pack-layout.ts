import type { Layout, LayoutOptions, Quote } from '../../ports/formatter.ts';
import {
  analysis,
  because,
  caveats,
  importsFrom,
  leftOut,
  linesOf,
  referenceDetail,
  score,
  shortHash,
  title,
} from '../describe.ts';
import { noGroups } from '../no-groups.ts';
import { NO_SOURCES } from '../no-sources.ts';
import { codeSpan, fenced, label, phrase, quotation } from './harmless.ts';

/** PACK.md: task, analysis, files with their reasons, code, and what was left out. */
export function packLayout(options: LayoutOptions): Layout {
  return {
    opening: (head) =>
      `# Context Pack\n\n## Task\n${quotation(head.text)}\n\n## Analysis\n${analysis(head).map(phrase).join('\n')}`,
    files: {
      opening: '\n\n## Files\n',
      separator: '\n',
      closing: '',
      none: '\n\n## Files\nNone.',
      item: (file) => {
        const reasons = because(file.reasons);
        return `- ${codeSpan(file.path)} ${score(file.score)}${reasons === '' ? '' : `: ${phrase(reasons)}`}`;
      },
    },
    blocks: {
      opening: '\n\n## Code\n',
      separator: '\n\n',
      closing: '',
      none: '\n\n## Code\nNothing was relevant enough to quote.',
      item: (block) => (options.code ? `${heading(block)}\n${code(block)}` : heading(block)),
    },
    // Long paths once for each file: what they save is room for code.
    fileHeading: (first) => `### ${label(first.path)} · sha ${shortHash(first.hash)}\n`,
    groups: noGroups('\n\n'),
    references: {
      opening: '\n\n---\nLeft out, best first: ',
      separator: ' · ',
      closing: '',
      none: '',
      item: (reference) => {
        const name = reference.kind === 'file' ? '' : ` ${label(reference.name.slice(0, 120))}`;
        return `${codeSpan(reference.path)}${name} (${phrase(referenceDetail(reference))})`;
      },
    },
    overflow: leftOut,
    sources: NO_SOURCES,
    closing: () => '\n',
  };
}

function heading(block: Quote): string {
  const parts = [linesOf(block), label(title(block)), ...importsFrom(block), ...caveats(block).map(phrase)];
  return `#### ${parts.filter((part) => part !== '').join(' · ')}`;
}

function code(block: Quote): string {
  return fenced(block.imports === null ? block.text : `${block.imports}\n\n${block.text}`, block.language);
}
