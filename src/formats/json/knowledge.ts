import { visibleData } from '../../model/visible-text.ts';
import type { ContextMeta } from '../../ports/context.ts';
import type { Pages, Section } from '../../ports/formatter.ts';
import type { ShownDocument, ShownReference, ShownTarget } from '../../ports/knowledge.ts';
import { BRIEF_QUERY_MAX, detailOf, type HeadDetail, questionOf } from '../context-words.ts';
import { NO_SOURCES } from '../page.ts';
import { isTarget, moreOf } from '../show-text.ts';
import { array, jsonOf } from './values.ts';

/** The document itself, an item a line. */
export const context: Pages['context'] = ({ meta, node, line }) => ({
  opening: (head) => `{"meta":${jsonOf(shortened(meta(head), detailOf(head)))}`,
  blocks: array(',\n"nodes":', node),
  references: array(',\n"overflow":', line),
  // The meta counts what is not listed.
  overflow: () => '',
  closing: () => '}\n',
});

/** `{document, context, references}`, indented for people who look at it. */
export const show: Pages['show'] = ({ target, document, line, count }) => {
  const [outer, inner, deep] = count > 1 ? ['  ', '    ', '      '] : ['', '  ', '    '];
  const listed = <Item>(key: string, value: (item: Item) => object | null): Section<Item> => ({
    ...{
      opening: `,\n${inner}"${key}": [\n`,
      separator: ',\n',
      closing: `\n${inner}]`,
      none: `,\n${inner}"${key}": []`,
    },
    item: (item) => {
      const told = value(item);
      return told === null ? '' : deep + indented(told, deep);
    },
  });
  return {
    opening: () => `${outer}{\n${inner}"document": ${indented(targetValue(target), inner)}`,
    // The target stands before all others.
    blocks: listed('context', (quote) => {
      const one = document(quote);
      return isTarget(one) ? null : contextValue(one);
    }),
    references: listed('references', (reference) => referenceValue(line(reference))),
    overflow: () => '',
    sources: NO_SOURCES,
    closing: (tail) => `${moreOf(tail) === 0 ? '' : `,\n${inner}"more": ${moreOf(tail)}`}\n${outer}}`,
  };
};

function shortened(meta: ContextMeta, detail: HeadDetail): object {
  if (detail === 'full') return meta;
  const query = questionOf(meta, BRIEF_QUERY_MAX);
  return detail === 'least' ? { query } : { query, workspace: meta.workspace, lens: meta.lens, tokens: meta.tokens };
}

function indented(value: object, by: string): string {
  return JSON.stringify(visibleData(value), null, 2).replaceAll('\n', `\n${by}`);
}

function targetValue(target: ShownTarget): object {
  const { language, fields, outline, body } = target;
  return {
    ...about(target),
    ...(language === null
      ? { frontmatter: Object.fromEntries(fields.map(({ key, value }) => [key, value])) }
      : { language }),
    ...(outline === null ? { body } : { sections: outline }),
  };
}

function contextValue(document: ShownDocument): object {
  const { position, because, body } = document;
  return { ...about(document), position, because, body };
}

function about({ id, name, path, startLine, endLine, section, isStale }: ShownDocument): object {
  return {
    id,
    name,
    ...{ path, startLine, endLine },
    ...(section === null ? {} : { section }),
    ...(isStale ? { isStale: true } : {}),
  };
}

function referenceValue({ id, name, path, anchor, description }: ShownReference): object {
  return { id, name, path, ...(anchor === null ? {} : { anchor }), description };
}
