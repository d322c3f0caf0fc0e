import { visible } from '../../model/visible-text.ts';
import type { Layout, LayoutOptions, Quote } from '../../ports/formatter.ts';
import {
  analysis,
  because,
  caveats,
  clause,
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
import { bounded, named } from './boundary.ts';

/** The five sections under plain headings. */
export function packLayout(options: LayoutOptions): Layout {
  return {
    opening: (head) => `CONTEXT PACK\n\nTASK\n${indented(head.text)}\n\nANALYSIS\n${analysis(head).join('\n')}`,
    files: {
      opening: '\n\nFILES\n',
      separator: '\n',
      closing: '',
      none: '\n\nFILES\nNone.',
      item: (file) => `${score(file.score)} ${named(file.path)}: ${because(file.reasons)}`,
    },
    blocks: {
      opening: '\n\nCODE\n',
      separator: '\n\n',
      closing: '',
      none: '\n\nCODE\nNothing was relevant enough to quote.',
      item: (block) => (options.code ? bounded(heading(block), body(block)) : `=== ${heading(block)} ===`),
    },
    fileHeading: () => '',
    groups: noGroups('\n\n'),
    references: {
      opening: '\n\nLEFT OUT, BEST FIRST\n',
      separator: '\n',
      closing: '',
      none: '',
      item: (reference) => {
        const name = reference.kind === 'file' ? '' : ` ${named(reference.name, 120)}`;
        return `${named(reference.path)}${name} (${referenceDetail(reference)})`;
      },
    },
    overflow: leftOut,
    sources: NO_SOURCES,
    closing: () => '\n',
  };
}

function indented(text: string): string {
  return visible(text)
    .split('\n')
    .map((line) => `  ${line}`.trimEnd())
    .join('\n');
}

function heading(block: Quote): string {
  const place = block.startLine > 0 ? `${named(block.path)}:${linesOf(block)}` : named(block.path);
  const about = [clause(title(block)), ...importsFrom(block), ...caveats(block), `sha ${shortHash(block.hash)}`];
  return [place, ...about.filter((part) => part !== '')].join(' · ');
}

function body(block: Quote): string {
  return block.imports === null ? block.text : `${block.imports}\n\n${block.text}`;
}
