import type { LineRange } from '../../model/facts.ts';
import { oneLine, visibleData } from '../../model/visible-text.ts';
import type { ContextMeta } from '../../ports/context.ts';
import type { Formatter, Layout, PageParts, Pages, Quote, QuotedEntity, Section } from '../../ports/formatter.ts';
import type { ShownDocument, ShownReference, ShownTarget } from '../../ports/knowledge.ts';
import { BRIEF_QUERY_MAX, detailOf, type HeadDetail, isTarget, moreOf, questionOf } from '../document-text.ts';
import { ALL, NO_SOURCES } from '../layout.ts';
import { markdown } from '../markdown/index.ts';
import { shortHash } from '../pack-text.ts';
import { array, coverageOf, inString, jsonOf, reasons, rounded, taskOf } from './values.ts';

const PREVIEW_MAX = 200;

/** The manifest's fields with the text of each block. */
const pack: Pages['pack'] = (options) => ({
  opening: (head) =>
    `{"version":1,"task":${jsonOf(taskOf(head))},\n"usage":${jsonOf(head.usage)},"coverage":${jsonOf(coverageOf(head))},"notes":${jsonOf(head.isBrief ? [] : head.notes)}`,
  files: array(',\n"files":', (file) => ({
    path: file.path,
    score: rounded(file.score),
    likelihood: file.likelihood === null ? null : rounded(file.likelihood),
    reasons: reasons(file.reasons),
  })),
  fileHeading: () => '',
  blocks: array(',\n"blocks":', (block) => ({
    id: block.id,
    kind: block.kind,
    name: oneLine(block.name, 120),
    path: block.path,
    startLine: block.startLine,
    endLine: block.endLine,
    level: block.level,
    score: rounded(block.score),
    reasons: reasons(block.reasons),
    hash: block.hash,
    ...(block.isStale ? { isStale: true } : {}),
    ...(block.note === null ? {} : { note: block.note }),
    ...(options.code && block.imports !== null ? { imports: block.imports, importLines: block.importLines } : {}),
    ...(options.code ? { text: block.text } : {}),
  })),
  references: array(',\n"references":', (reference) => ({
    id: reference.id,
    name: oneLine(reference.name, 120),
    path: reference.path,
    startLine: reference.startLine,
    endLine: reference.endLine,
    score: rounded(reference.score),
    ...(options.isMap ? { because: reference.because } : { excludedBecause: reference.excludedBecause }),
  })),
  referenceFile: () => '',
  overflow: () => '',
  closing: (tail) => `,\n"excluded":${jsonOf(tail.excluded)}}\n`,
});

/** `{query, nothing, context, results, summary, tokenCount}`; the context is the markdown answer. */
const query: Pages['query'] = (options) => ({
  ...quotedPage(markdown.pages.query({ ...options, sources: false })),
  opening: ({ text, task }) => {
    const nothing = task?.nothing === undefined ? '' : `"nothing":${rounded(task.nothing)},`;
    return `{"query":${jsonOf(text)},${nothing}\n"context":"`;
  },
  // Lists every result, because callers of JSON read the list and not the text.
  sources: {
    ...afterText(array(',\n"results":', (block) => result({ ...block }, block, options.hashes))),
    entity: (entity, block) => jsonOf(result(entity, block, options.hashes)),
  },
  closing: (tail) => {
    const summary = {
      entitiesIncluded: tail.entitiesIncluded,
      entitiesExcluded: Object.values(tail.excluded).reduce((sum, count) => sum + count, tail.referenced),
      filesRead: tail.filesQuoted,
      truncated: tail.isTruncated,
    };
    return `,\n"summary":${jsonOf(summary)},"tokenCount":${tail.usage.used}}`;
  },
});

/** `{context, sources, tokenCount, truncated}`; the context is the markdown page. */
const f63: Pages['f6.3'] = (options) => ({
  ...quotedPage(markdown.pages['f6.3']({ ...options, sources: false })),
  opening: () => '{"context":"',
  sources: afterText(
    array(',\n"sources":', (block) => ({
      entityId: block.id,
      name: oneLine(block.name, 120),
      type: block.kind,
      ...(block.path === '' ? {} : { file: block.path, line: block.entityLines[0] }),
      relevance: rounded(block.score),
    })),
  ),
  closing: (tail) => `,\n"tokenCount":${tail.usage.used},"truncated":${tail.isTruncated}}`,
});

/** Another page inside a JSON string. */
function quotedPage({ blocks, groups, references, overflow }: PageParts<'groups'>) {
  return {
    blocks: { ...blocks, separator: inString(blocks.separator), item: (block: Quote) => inString(blocks.item(block)) },
    groups: {
      opening: (title: string) => inString(groups.opening(title)),
      closing: inString(groups.closing),
      separator: inString(groups.separator),
    },
    references: {
      ...references,
      opening: inString(references.opening),
      separator: inString(references.separator),
      item: (reference: Parameters<typeof references.item>[0]) => inString(references.item(reference)),
    },
    overflow: (rest: Parameters<typeof overflow>[0]) => inString(overflow(rest)),
  };
}

/** A list after the text, whose string it closes. */
function afterText(list: Omit<Layout['sources'], 'max' | 'more'>): Layout['sources'] {
  return { ...list, ...ALL, opening: `"${list.opening}`, none: `"${list.none}` };
}

function result(
  { id, kind, name, qualifiedName, startLine, endLine, score }: QuotedEntity,
  block: Quote,
  hasHash = false,
): object {
  const text = linesWithin(block, [startLine, endLine]);
  return {
    entity: { id, name: oneLine(name, 120), type: kind, qualifiedName: oneLine(qualifiedName, 200) },
    score: rounded(score),
    location: { path: block.path, startLine, endLine },
    window: { startLine: block.startLine, endLine: block.endLine },
    ...(hasHash ? { hash: shortHash(block.hash) } : {}),
    codePreview: text.length > PREVIEW_MAX ? `${text.slice(0, PREVIEW_MAX)}...` : text,
  };
}

// The quoted lines of an entity; if it was cut, everything that is left of it.
function linesWithin(block: Quote, [first, last]: LineRange): string {
  if (block.level !== 'full') return block.text;
  const lines = block.text.split('\n').slice(Math.max(0, first - block.startLine), last - block.startLine + 1);
  return lines.join('\n');
}

/** The document itself, an item a line. */
const context: Pages['context'] = ({ meta, node, line }) => ({
  opening: (head) => `{"meta":${jsonOf(shortened(meta(head), detailOf(head)))}`,
  blocks: array(',\n"nodes":', node),
  references: array(',\n"overflow":', line),
  // The meta counts what is not listed.
  overflow: () => '',
  closing: () => '}\n',
});

/** `{document, context, references}`, indented for people. */
const show: Pages['show'] = ({ target, document, line, count }) => {
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
    // The target is printed in `opening`.
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

/** One JSON value, for programs. */
export const json: Formatter = {
  name: 'json',
  extension: 'json',
  pages: { pack, prompt: pack, query, 'f6.3': f63, context, show },
  shows: (count) =>
    count === 1
      ? { opening: '', separator: '', closing: '\n' }
      : { opening: '[\n', separator: ',\n', closing: '\n]\n' },
};
