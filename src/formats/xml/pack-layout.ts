import type { Layout, LayoutOptions, Quote } from '../../ports/formatter.ts';
import { analysis, because, leftOut, referenceDetail, score, shortHash, spans } from '../describe.ts';
import { noGroups } from '../no-groups.ts';
import { NO_SOURCES } from '../no-sources.ts';
import { attributes, cdata, text } from './escape.ts';

/** The pack as one element: task, analysis, files, code, left-out. */
export function packLayout(options: LayoutOptions): Layout {
  return {
    opening: (head) =>
      `<pack>\n<task>${cdata(head.text)}</task>\n<analysis>\n${analysis(head).map(text).join('\n')}\n</analysis>`,
    files: {
      opening: '\n<files>\n',
      separator: '\n',
      closing: '\n</files>',
      none: '\n<files/>',
      item: (file) =>
        `<file${attributes({ path: file.path, score: score(file.score) })}>${text(because(file.reasons))}</file>`,
    },
    blocks: {
      opening: '\n<code>\n',
      separator: '\n',
      closing: '\n</code>',
      none: '\n<code/>',
      item: (block) => packBlock(block, options),
    },
    fileHeading: () => '',
    groups: noGroups('\n'),
    references: {
      opening: '\n<left-out>\n',
      separator: '\n',
      closing: '\n</left-out>',
      none: '',
      item: (reference) => {
        const name = reference.kind === 'file' ? null : reference.name.slice(0, 120);
        return `<reference${attributes({ path: reference.path, name })}>${text(referenceDetail(reference))}</reference>`;
      },
    },
    overflow: (rest) => {
      const words = leftOut(rest);
      return words === '' ? '' : `<more>${text(words)}</more>`;
    },
    sources: NO_SOURCES,
    closing: () => '\n</pack>\n',
  };
}

function packBlock(block: Quote, options: LayoutOptions): string {
  const about = attributes({
    path: block.path,
    lines: `${block.startLine}-${block.endLine}`,
    kind: block.kind,
    name: block.kind === 'region' || block.kind === 'file' ? null : block.name.slice(0, 120),
    level: block.level === 'full' ? null : block.level,
    note: block.note,
    stale: block.isStale ? 'true' : null,
    sha: shortHash(block.hash),
  });
  if (!options.code) return `<block${about}/>`;
  const lines = attributes({ lines: spans(block.importLines) });
  const imports = block.imports === null ? '' : `<imports${lines}>${cdata(block.imports)}</imports>\n`;
  return `<block${about}>\n${imports}${cdata(block.text)}\n</block>`;
}
