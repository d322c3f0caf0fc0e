import { oneLine, visible } from '../../model/visible-text.ts';
import type { ContextMeta } from '../../ports/context.ts';
import type { Formatter, Layout, LayoutOptions, Pages, Quote } from '../../ports/formatter.ts';
import type { ShownDocument, ShownTarget } from '../../ports/knowledge.ts';
import * as words from '../document-text.ts';
import { addressOf, bodyOf, issueFields, isTarget, moreOf } from '../document-text.ts';
import { list, NO_SOURCES, queryNotes } from '../layout.ts';
import * as say from '../pack-text.ts';
import { score, shortHash } from '../pack-text.ts';

const SOURCES_MAX = 10;

/** Places that are only named, a line for each file. */
const notQuoted = (options: LayoutOptions): Pick<Layout, 'references' | 'referenceFile'> => {
  const element = options.isMap ? 'likely-places' : 'not-quoted';
  return {
    references: list(`\n<${element}>`, ', ', (reference) => text(say.namedPlace(reference, (name) => name)), {
      closing: `\n</${element}>`,
    }),
    referenceFile: (file) => `\n${text(say.namedFile(file, (path) => path, options))}: `,
  };
};

/** The pack as one element: task, analysis, files, code, left-out. */
const pack: Pages['pack'] = (options) => ({
  opening: (head) =>
    `<pack>\n<task>${cdata(head.text)}</task>\n<analysis>\n${say.analysis(head).map(text).join('\n')}\n</analysis>`,
  files: list(
    '\n<files>\n',
    '\n',
    ({ path, score, reasons }) =>
      `<file${attributes({ path, score: say.score(score) })}>${text(say.because(reasons))}</file>`,
    { closing: '\n</files>', none: '\n<files/>' },
  ),
  fileHeading: () => '',
  blocks: list(
    '\n<code>\n',
    '\n',
    (block) => {
      const about = attributes({
        path: block.path,
        lines: `${block.startLine}-${block.endLine}`,
        kind: block.kind,
        name: block.kind === 'region' || block.kind === 'file' ? null : block.name.slice(0, 120),
        ...remarksOf(block),
        sha: say.shortHash(block.hash),
      });
      if (!options.code) return `<block${about}/>`;
      const lines = attributes({ lines: say.spans(block.importLines) });
      const imports = block.imports === null ? '' : `<imports${lines}>${cdata(block.imports)}</imports>\n`;
      return `<block${about}>\n${imports}${cdata(block.text)}\n</block>`;
    },
    { closing: '\n</code>', none: '\n<code/>' },
  ),
  ...notQuoted(options),
  overflow: (rest) => text(say.leftOut(rest)).replace(/^(?=.)/, '\n'),
  closing: () => '\n</pack>\n',
});

/** What a model reads: the task, then blocks with their places; the first of a file says why it is here. */
const prompt: Pages['prompt'] = (options) => ({
  opening: (head) =>
    `<pack>\n<task>${cdata(head.text)}</task>${say
      .taskNotes(head)
      .map((note) => `\n<note>${text(note)}</note>`)
      .join('')}`,
  // Long paths once for each file: what they save is room for code.
  fileHeading: (first) => `<file${attributes({ id: say.fileId(first), why: say.whyOf(first) })}/>\n`,
  blocks: list('\n', '\n', (block) => {
    const about = attributes({
      lines: say.printedLines(block),
      name: say.membersOf(block),
      note: say.promptCaveats(block).join(', '),
    });
    return options.code ? `<code${about}>${cdata(say.withImports(block))}</code>` : `<code${about}/>`;
  }),
  ...notQuoted(options),
  overflow: (rest) => text(say.unquoted(rest)).replace(/^(?=.)/, '\n'),
  closing: () => '\n</pack>\n',
});

/** The answer to a query: an entity with its location, imports and code for each block. */
const query: Pages['query'] = (options) => ({
  opening: (head) => ['<context>', ...queryNotes(head).map((note) => `<note>${text(note)}</note>`)].join('\n'),
  blocks: list('\n', '\n', (block) => {
    const about = attributes({
      type: block.kind,
      name: block.name.slice(0, 120),
      score: options.scores ? say.score(block.score) : null,
      ...remarksOf(block),
    });
    const [start, end] = block.entityLines;
    const shown = say.windowOf(block)[0] ?? null;
    const sha = options.hashes ? say.shortHash(block.hash) : null;
    const location = `<location${attributes(block.path === '' ? {} : { file: block.path, start, end, shown, sha })} />`;
    const imports = block.imports === null ? '' : `\n<imports>${cdata(block.imports)}</imports>`;
    const code = options.code ? `${imports}\n<code>${cdata(block.text)}</code>` : '';
    return `<entity${about}>\n${location}${code}\n</entity>`;
  }),
  groups: { opening: (name) => `<section${attributes({ name })}>\n`, closing: '\n</section>', separator: '\n' },
  references: list(
    '\n<excluded>\n',
    '\n',
    (reference) => {
      const index = { name: reference.name.slice(0, 120), file: reference.path, start: reference.startLine };
      return `<reference${attributes(index)}>${text(say.referenceDetail(reference))}</reference>`;
    },
    { closing: '\n</excluded>' },
  ),
  overflow: (rest) => more(say.leftOut(rest)),
  sources: options.sources ? SOURCES : NO_SOURCES,
  closing: () => '\n</context>',
});

/** Results as entities in sections, with summary or content, sources at the foot. */
const f63: Pages['f6.3'] = (options) => ({
  ...query(options),
  blocks: list('\n', '\n', (block) => {
    const about = attributes({
      name: block.name.slice(0, 120),
      type: block.kind,
      file: block.path,
      line: block.path === '' ? null : block.entityLines[0],
      ...remarksOf(block),
    });
    const content = block.doc ? block.doc : options.code ? block.text : '';
    return content === '' ? `<entity${about}/>` : `<entity${about}>\n${cdata(content)}\n</entity>`;
  }),
});

function remarksOf({ level, note, isStale }: Quote) {
  return { level: level === 'full' ? null : level, note, stale: isStale ? 'true' : null };
}

const SOURCES: Layout['sources'] = {
  ...list(
    '\n<sources>\n',
    '\n',
    (block) => `  <source${attributes({ name: say.names(block).slice(0, 120), type: block.kind })} />`,
    { closing: '\n</sources>' },
  ),
  max: SOURCES_MAX,
  more: (count) => `  <more count="${count}" />`,
};

function more(words: string): string {
  return words === '' ? '' : `<more>${text(words)}</more>`;
}

/** One element for each node, all in one root. */
const context: Pages['context'] = ({ meta: metaOf, node: nodeOf, line }) => ({
  opening: (head) => {
    const [meta, detail] = [metaOf(head), words.detailOf(head)];
    const notes = detail === 'full' ? meta.notes.map((note) => `\n<note>${text(note)}</note>`) : [];
    return `<context${attributes(aboutPage(meta, detail))}>${notes.join('')}`;
  },
  blocks: list('\n', '\n', (block) => {
    const node = nodeOf(block);
    const { because, source } = words.aboutNode(node);
    const head = attributes({
      name: oneLine(node.name, words.NAME_MAX),
      tags: node.tags.join(', '),
      score: score(node.score),
      distance: node.distance,
      because,
      source,
      sha: node.hash === undefined ? null : shortHash(node.hash),
      note: node.note ?? null,
      stale: node.isStale ? 'true' : null,
    });
    const content = node.content === '' ? [] : [`<content>${cdata(node.content)}</content>`];
    const inner = [...words.fieldLines(node).map(field), ...content];
    return inner.length === 0 ? `<node${head}/>` : `<node${head}>\n${inner.join('\n')}\n</node>`;
  }),
  references: list(
    '\n<overflow>\n',
    '\n',
    (reference) => {
      const { id, name, tags, score: value } = line(reference);
      const about = { id, name: oneLine(name, words.NAME_MAX), tags: tags.join(', '), score: score(value) };
      return `<node${attributes(about)}/>`;
    },
    { closing: '\n</overflow>' },
  ),
  overflow: (rest) => (words.unnamed(rest) === 0 ? '' : `<more count="${words.unnamed(rest)}"/>`),
  closing: () => '\n</context>\n',
});

/** One element for each target. */
const show: Pages['show'] = ({ document, line }) => ({
  opening: () => '<show>',
  blocks: list('\n', '\n', (quote) => {
    const one = document(quote);
    if (isTarget(one)) return targetText(one);
    return `<context${aboutDocument(one)}${attributes({ because: one.because })}>${cdata(one.body)}</context>`;
  }),
  references: list(
    '\n<references>\n',
    '\n',
    (reference) => {
      const one = line(reference);
      return `<reference${attributes({ id: addressOf(one), name: one.name })}>${text(one.description ?? '')}</reference>`;
    },
    { closing: '\n</references>' },
  ),
  overflow: () => '',
  sources: NO_SOURCES,
  closing: (tail) => `${moreOf(tail) === 0 ? '' : `\n<more${attributes({ count: moreOf(tail) })}/>`}\n</show>`,
});

function aboutPage(meta: ContextMeta, detail: words.HeadDetail): Record<string, string | number | null> {
  if (detail === 'least') return {};
  const { tokens } = meta;
  if (detail === 'brief')
    return { query: words.questionOf(meta, words.BRIEF_QUERY_MAX), tokens: tokens.used, budget: tokens.budget };
  return {
    query: words.questionOf(meta),
    workspace: meta.workspace,
    lens: meta.lens,
    depth: meta.depth.used,
    backend: meta.backend,
    because: meta.backendReason,
    from: meta.dataFrom ?? 'live',
    assembled: meta.assembledAt,
    tokens: tokens.used,
    budget: tokens.budget,
    nodes: tokens.nodesIncluded,
    named: tokens.nodesSummarized,
  };
}

function targetText(target: ShownTarget): string {
  const fields = issueFields(target).map(field);
  const { frontmatter, language } = target;
  const written = frontmatter === null ? [] : [`<frontmatter>${cdata(frontmatter)}</frontmatter>`];
  const body = bodyOf(target);
  const tag = language === null ? 'body' : 'code';
  const content = body === '' ? [] : [`<${tag}${attributes({ language })}>${cdata(body)}</${tag}>`];
  const top = fields.length > 0 ? fields : written;
  return [`<document${aboutDocument(target)}>`, ...top, ...content, '</document>'].join('\n');
}

function field([name, value]: readonly [string, string]): string {
  return `<field${attributes({ name })}>${text(value)}</field>`;
}

function aboutDocument({ id, name, path, startLine, endLine, section, isStale }: ShownDocument): string {
  return attributes({ id, name, section, path, start: startLine, end: endLine, stale: isStale ? 'true' : null });
}

/** XML that parses whatever it quotes. */
export const xml: Formatter = {
  name: 'xml',
  extension: 'xml',
  pages: { pack, prompt, query, 'f6.3': f63, context, show },
  shows: (count) =>
    count === 1
      ? { opening: '', separator: '', closing: '\n' }
      : { opening: '<shows>\n', separator: '\n', closing: '\n</shows>\n' },
};

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text between tags, on one line. */
export function text(value: string): string {
  return oneLine(value).replace(/[&<>"]/g, (mark) => ENTITIES[mark] ?? '');
}

/** Attributes with a leading blank each; those without a value are left out. */
export function attributes(values: Readonly<Record<string, string | number | null>>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => ` ${name}="${text(String(value))}"`)
    .join('');
}

/** Text with its lines as they are; the end mark of the section is split between two. */
export function cdata(value: string): string {
  return `<![CDATA[${visible(value).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}
