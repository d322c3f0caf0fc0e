// The JSON format is for programs. Pages of queries carry the markdown page as a string beside their results.
import type { LineRange } from '../../model/facts.ts';
import { oneLine, visibleData } from '../../model/visible-text.ts';
import type { ContextMeta } from '../../ports/context.ts';
import type { Formatter, Layout, PageParts, Pages, Quote, QuotedEntity, Section } from '../../ports/formatter.ts';
import type { ShownDocument, ShownReference, ShownTarget } from '../../ports/knowledge.ts';
import { BRIEF_QUERY_MAX, chooseDetail, countUnnamed, isTarget, shortenQuestion } from '../document-text.ts';
import { NO_SOURCES, UNLIMITED } from '../layout.ts';
import { markdown } from '../markdown/index.ts';
import { shortHash } from '../pack-text.ts';
import { createArray, escapeText, pickReasons, roundScore, shortenCoverage, shortenTask, toJson } from './values.ts';

const PREVIEW_MAX = 200;

/** A pack has the main fields of the manifest, and the text of each block if code is wanted. */
const pack: Pages['pack'] = (options) => ({
  opening: (head) =>
    `{"version":1,"task":${toJson(shortenTask(head))},\n"usage":${toJson(head.usage)},"coverage":${toJson(shortenCoverage(head))},"notes":${toJson(head.isBrief ? [] : head.notes)}`,
  files: createArray(',\n"files":', (file) => ({
    path: file.path,
    score: roundScore(file.score),
    likelihood: file.likelihood === null ? null : roundScore(file.likelihood),
    reasons: pickReasons(file.reasons),
  })),
  fileHeading: () => '',
  blocks: createArray(',\n"blocks":', (block) => {
    const { id, kind, path, startLine, endLine, level, hash, note, imports, importLines, text } = block;
    const [name, score, reasons] = [oneLine(block.name, 120), roundScore(block.score), pickReasons(block.reasons)];
    const always = { id, kind, name, path, startLine, endLine, level, score, reasons, hash };
    return {
      ...always,
      ...(block.isStale && { isStale: true }),
      ...(note !== null && { note }),
      ...(options.code && imports !== null && { imports, importLines }),
      ...(options.code && { text }),
    };
  }),
  references: createArray(
    ',\n"references":',
    ({ id, path, startLine, endLine, because, excludedBecause, ...place }) => {
      const [name, score] = [oneLine(place.name, 120), roundScore(place.score)];
      return { id, name, path, startLine, endLine, score, ...(options.isMap ? { because } : { excludedBecause }) };
    },
  ),
  referenceFile: () => '',
  overflow: () => '',
  closing: (tail) => `,\n"excluded":${toJson(tail.excluded)}}\n`,
});

/** A query gives `{query, nothing?, context, results, summary, tokenCount}`; `context` is the markdown answer. */
const query: Pages['query'] = (options) => ({
  ...quotePage(markdown.pages.query({ ...options, sources: false })),
  opening: ({ text, task }) => {
    const nothing = task?.nothing === undefined ? '' : `"nothing":${roundScore(task.nothing)},`;
    return `{"query":${toJson(text)},${nothing}\n"context":"`;
  },
  // Lists every result, because callers of JSON read the list and not the text.
  sources: {
    ...placeAfterText(createArray(',\n"results":', (block) => describeResult({ ...block }, block, options.hashes))),
    entity: (entity, block) => toJson(describeResult(entity, block, options.hashes)),
  },
  closing: ({ entitiesIncluded, excluded, referenced, filesQuoted: filesRead, isTruncated: truncated, usage }) => {
    const entitiesExcluded = countUnnamed(excluded) + referenced;
    const summary = { entitiesIncluded, entitiesExcluded, filesRead, truncated };
    return `,\n"summary":${toJson(summary)},"tokenCount":${usage.used}}`;
  },
});

/** `f6.3`, older than the layout of `knap query`, gives `{context, sources, tokenCount, truncated}`. */
const f63: Pages['f6.3'] = (options) => ({
  ...quotePage(markdown.pages['f6.3']({ ...options, sources: false })),
  opening: () => '{"context":"',
  sources: placeAfterText(
    createArray(',\n"sources":', (block) => ({
      entityId: block.id,
      name: oneLine(block.name, 120),
      type: block.kind,
      ...(block.path === '' ? {} : { file: block.path, line: block.entityLines[0] }),
      relevance: roundScore(block.score),
    })),
  ),
  closing: (tail) => `,\n"tokenCount":${tail.usage.used},"truncated":${tail.isTruncated}}`,
});

/** Puts another page into a JSON string. */
function quotePage({ blocks, groups, references, overflow }: PageParts<'groups'>) {
  return {
    blocks: {
      ...blocks,
      separator: escapeText(blocks.separator),
      item: (block: Quote) => escapeText(blocks.item(block)),
    },
    groups: {
      opening: (title: string) => escapeText(groups.opening(title)),
      closing: escapeText(groups.closing),
      separator: escapeText(groups.separator),
    },
    references: {
      ...references,
      opening: escapeText(references.opening),
      separator: escapeText(references.separator),
      item: (reference: Parameters<typeof references.item>[0]) => escapeText(references.item(reference)),
    },
    overflow: (rest: Parameters<typeof overflow>[0]) => escapeText(overflow(rest)),
  };
}

/** Places a list after the text; its opening closes the string. */
function placeAfterText(list: Omit<Layout['sources'], 'max' | 'more'>): Layout['sources'] {
  return { ...list, ...UNLIMITED, opening: `"${list.opening}`, none: `"${list.none}` };
}

function describeResult(
  { id, kind, name, qualifiedName, startLine, endLine, score }: QuotedEntity,
  block: Quote,
  hasHash = false,
): object {
  const text = cutOutLines(block, [startLine, endLine]);
  return {
    entity: { id, name: oneLine(name, 120), type: kind, qualifiedName: oneLine(qualifiedName, 200) },
    score: roundScore(score),
    location: { path: block.path, startLine, endLine },
    window: { startLine: block.startLine, endLine: block.endLine },
    ...(hasHash ? { hash: shortHash(block.hash) } : {}),
    codePreview: text.length > PREVIEW_MAX ? `${text.slice(0, PREVIEW_MAX)}...` : text,
  };
}

// Returns the quoted lines of an entity; if the block is shortened, all of its text.
function cutOutLines(block: Quote, [first, last]: LineRange): string {
  if (block.level !== 'full') return block.text;
  const lines = block.text.split('\n').slice(Math.max(0, first - block.startLine), last - block.startLine + 1);
  return lines.join('\n');
}

/** Nodes are printed one on a line. */
const context: Pages['context'] = ({ meta, node, line }) => ({
  opening: (head) => `{"meta":${toJson(shortenMeta(meta(head), chooseDetail(head)))}`,
  blocks: createArray(',\n"nodes":', node),
  references: createArray(',\n"overflow":', line),
  // The meta counts what is not listed.
  overflow: () => '',
  closing: () => '}\n',
});

/** A document gives `{document, context, references, more?}`, indented for people. */
const show: Pages['show'] = ({ target, document, line, count }) => {
  const [outer, inner, deep] = count > 1 ? ['  ', '    ', '      '] : ['', '  ', '    '];
  const listSection = <Item>(key: string, value: (item: Item) => object | null): Section<Item> => ({
    opening: `,\n${inner}"${key}": [\n`,
    separator: ',\n',
    closing: `\n${inner}]`,
    none: `,\n${inner}"${key}": []`,
    item: (item) => {
      const json = value(item);
      return json === null ? '' : deep + indentJson(json, deep);
    },
  });
  return {
    opening: () => `${outer}{\n${inner}"document": ${indentJson(targetValue(target), inner)}`,
    // The target is printed in `opening`.
    blocks: listSection('context', (block) => {
      const shown = document(block);
      return isTarget(shown) ? null : contextValue(shown);
    }),
    references: listSection('references', (reference) => referenceValue(line(reference))),
    overflow: () => '',
    sources: NO_SOURCES,
    closing: ({ excluded }) => {
      const more = countUnnamed(excluded);
      return `${more === 0 ? '' : `,\n${inner}"more": ${more}`}\n${outer}}`;
    },
  };
};

function shortenMeta(meta: ContextMeta, detail: ReturnType<typeof chooseDetail>): object {
  if (detail === 'full') return meta;
  const query = shortenQuestion(meta, BRIEF_QUERY_MAX);
  return detail === 'least' ? { query } : { query, workspace: meta.workspace, lens: meta.lens, tokens: meta.tokens };
}

function indentJson(value: object, by: string): string {
  return JSON.stringify(visibleData(value), null, 2).replaceAll('\n', `\n${by}`);
}

function targetValue(target: ShownTarget): object {
  const { language, fields, outline, body } = target;
  return {
    ...describeDocument(target),
    ...(language === null
      ? { frontmatter: Object.fromEntries(fields.map(({ key, value }) => [key, value])) }
      : { language }),
    ...(outline === null ? { body } : { sections: outline }),
  };
}

function contextValue(document: ShownDocument): object {
  const { position, because, body } = document;
  return { ...describeDocument(document), position, because, body };
}

function describeDocument({ id, name, path, startLine, endLine, section, isStale }: ShownDocument): object {
  const remarks = { ...(section !== null && { section }), ...(isStale && { isStale }) };
  return { id, name, path, startLine, endLine, ...remarks };
}

function referenceValue({ id, name, path, anchor, description }: ShownReference): object {
  return { id, name, path, ...(anchor === null ? {} : { anchor }), description };
}

export const json: Formatter = {
  name: 'json',
  extension: 'json',
  pages: { pack, prompt: pack, query, 'f6.3': f63, context, show },
  shows: (count) =>
    count === 1
      ? { opening: '', separator: '', closing: '\n' }
      : { opening: '[\n', separator: ',\n', closing: '\n]\n' },
};
