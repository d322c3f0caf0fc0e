import type { Layout, LayoutOptions, Quote } from '../../ports/formatter.ts';
import { leftOut, referenceDetail, score, windowOf } from '../describe.ts';
import { NO_SOURCES } from '../no-sources.ts';
import { attributes, cdata, text } from './escape.ts';

/** The answer to a query: an entity with its location, imports and code for each block. */
export function queryLayout(options: LayoutOptions): Layout {
  return {
    opening: () => '<context>',
    files: { opening: '', separator: '', closing: '', none: '', item: () => '' },
    blocks: { opening: '\n', separator: '\n', closing: '', none: '', item: (block) => entity(block, options) },
    fileHeading: () => '',
    groups: {
      opening: (title) => `<section${attributes({ name: title })}>\n`,
      closing: '\n</section>',
      separator: '\n',
    },
    references: {
      opening: '\n<excluded>\n',
      separator: '\n',
      closing: '\n</excluded>',
      none: '',
      item: (reference) => {
        const at = { name: reference.name.slice(0, 120), file: reference.path, start: reference.startLine };
        return `<reference${attributes(at)}>${text(referenceDetail(reference))}</reference>`;
      },
    },
    overflow: (rest) => {
      const words = leftOut(rest);
      return words === '' ? '' : `<more>${text(words)}</more>`;
    },
    sources: options.sources ? SOURCES : NO_SOURCES,
    closing: () => '\n</context>',
  };
}

const SOURCES_MAX = 10;

/** The list of sources at the foot of a page. */
export const SOURCES: Layout['sources'] = {
  opening: '\n<sources>\n',
  separator: '\n',
  closing: '\n</sources>',
  none: '',
  max: SOURCES_MAX,
  item: (block) => `  <source${attributes({ name: block.name.slice(0, 120), type: block.kind })} />`,
  more: (count) => `  <more count="${count}" />`,
};

function entity(block: Quote, options: LayoutOptions): string {
  const about = attributes({
    type: block.kind,
    name: block.name.slice(0, 120),
    score: score(block.score),
    level: block.level === 'full' ? null : block.level,
    note: block.note,
    stale: block.isStale ? 'true' : null,
  });
  const [start, end] = block.entityLines;
  const shown = windowOf(block)[0] ?? null;
  const location = `<location${attributes({ file: block.path, start, end, shown })} />`;
  const imports = block.imports === null ? '' : `\n<imports>${cdata(block.imports)}</imports>`;
  const code = options.code ? `${imports}\n<code>${cdata(block.text)}</code>` : '';
  return `<entity${about}>\n${location}${code}\n</entity>`;
}
