// The XML format escapes all text of others, so that its pages always parse.
import type { ExclusionCounts } from '../../model/pack.ts';
import { oneLine, visible } from '../../model/visible-text.ts';
import type { ContextMeta } from '../../ports/context.ts';
import type { Formatter, LayoutOptions, Pages, Quote } from '../../ports/formatter.ts';
import type { ShownDocument, ShownTarget } from '../../ports/knowledge.ts';
import * as documentText from '../document-text.ts';
import { addressOf, countUnnamed, issueFields, isTarget, writeBody } from '../document-text.ts';
import { list, listSources, NO_SOURCES, writeQueryNotes } from '../layout.ts';
import * as namedPlaces from '../named-places.ts';
import * as packText from '../pack-text.ts';

/** Creates the parts that name places without quoting them, in an element. */
function listNamed({ isMap }: LayoutOptions, describeRest: Parameters<typeof namedPlaces.listNamed>[1]) {
  const element = isMap ? 'likely-places' : 'not-quoted';
  return namedPlaces.listNamed(
    { isMap: isMap === true, opening: `\n<${element}>`, closing: `\n</${element}>`, show: text, prose: text },
    describeRest,
  );
}

/** A pack is one element with task, analysis, files, code, and what was left out. */
const pack: Pages['pack'] = (options) => ({
  opening: (head) =>
    `<pack>\n<task>${toCdata(head.text)}</task>\n<analysis>\n${packText.describeAnalysis(head).map(text).join('\n')}\n</analysis>`,
  files: list(
    '\n<files>\n',
    '\n',
    ({ path, score, reasons }) =>
      `<file${attributes({ path, score: packText.formatScore(score) })}>${text(packText.joinReasons(reasons))}</file>`,
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
        sha: packText.shortHash(block.hash),
      });
      if (!options.code) return `<block${about}/>`;
      const lines = attributes({ lines: packText.formatRanges(block.importLines) });
      const imports = block.imports === null ? '' : `<imports${lines}>${toCdata(block.imports)}</imports>\n`;
      return `<block${about}>\n${imports}${toCdata(block.text)}\n</block>`;
    },
    { closing: '\n</code>', none: '\n<code/>' },
  ),
  ...listNamed(options, namedPlaces.describeLeftOut),
  closing: () => '\n</pack>\n',
});

/** The page for models has the task, then for each file why it is there and its blocks with their places. */
const prompt: Pages['prompt'] = (options) => ({
  opening: (head) =>
    `<pack>\n<task>${toCdata(head.text)}</task>${packText.listTaskNotes(head).map(writeNote).join('')}`,
  // A path is printed once for each file, which saves room for code.
  fileHeading: (first) => `<file${attributes({ id: packText.fileId(first), why: packText.formatWhy(first) })}/>\n`,
  blocks: list('\n', '\n', (block) => {
    const about = attributes({
      lines: packText.formatPrintedLines(block),
      name: packText.joinMembers(block),
      note: packText.listPromptCaveats(block).join(', '),
    });
    return options.code ? `<code${about}>${toCdata(packText.prependImports(block))}</code>` : `<code${about}/>`;
  }),
  ...listNamed(options, packText.countUnchanged),
  closing: () => '\n</pack>\n',
});

/** The answer to a query has an entity with location, imports and code for each block. */
const query: Pages['query'] = (options) => ({
  opening: (head) => `<context>${writeQueryNotes(head, writeNote)}`,
  blocks: list('\n', '\n', (block) => {
    const about = attributes({
      type: block.kind,
      name: block.name.slice(0, 120),
      score: options.scores ? packText.formatScore(block.score) : null,
      ...remarksOf(block),
    });
    const [start, end] = block.entityLines;
    const shown = packText.describeWindow(block)[0] ?? null;
    const sha = options.hashes ? packText.shortHash(block.hash) : null;
    const location = `<location${attributes(block.path === '' ? {} : { file: block.path, start, end, shown, sha })} />`;
    const imports = block.imports === null ? '' : `\n<imports>${toCdata(block.imports)}</imports>`;
    const code = options.code ? `${imports}\n<code>${toCdata(block.text)}</code>` : '';
    return `<entity${about}>\n${location}${code}\n</entity>`;
  }),
  groups: { opening: (name) => `<section${attributes({ name })}>\n`, closing: '\n</section>', separator: '\n' },
  references: list(
    '\n<excluded>\n',
    '\n',
    (reference) => {
      const index = { name: reference.name.slice(0, 120), file: reference.path, start: reference.startLine };
      return `<reference${attributes(index)}>${text(namedPlaces.describeReference(reference))}</reference>`;
    },
    { closing: '\n</excluded>' },
  ),
  overflow: (rest) => text(namedPlaces.describeLeftOut(rest)).replace(/^.+$/, '<more>$&</more>'),
  sources: options.sources ? SOURCES : NO_SOURCES,
  closing: () => '\n</context>',
});

/** `f6.3`, older than the layout of `knap query`: each result is an entity with its summary or content. */
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
    return content === '' ? `<entity${about}/>` : `<entity${about}>\n${toCdata(content)}\n</entity>`;
  }),
});

const writeNote = (note: string): string => `\n<note>${text(note)}</note>`;

function remarksOf({ level, note, isStale }: Quote) {
  return { level: level === 'full' ? null : level, note, stale: isStale ? 'true' : null };
}

const SOURCES = listSources(
  list(
    '\n<sources>\n',
    '\n',
    (block) => `  <source${attributes({ name: packText.joinNames(block).slice(0, 120), type: block.kind })} />`,
    { closing: '\n</sources>' },
  ),
  (count) => `  <more count="${count}" />`,
);

/** Each node is an element in one root. */
const context: Pages['context'] = ({ meta: metaOf, node: nodeOf, line }) => ({
  opening: (head) => {
    const [meta, detail] = [metaOf(head), documentText.chooseDetail(head)];
    const notes = detail === 'full' ? meta.notes.map(writeNote) : [];
    return `<context${attributes(pageAttributes(meta, detail))}>${notes.join('')}`;
  },
  blocks: list('\n', '\n', (block) => {
    const node = nodeOf(block);
    const { because, source } = documentText.describeNode(node);
    const head = attributes({
      name: oneLine(node.name, documentText.NAME_MAX),
      tags: node.tags.join(', '),
      score: packText.formatScore(node.score),
      distance: node.distance,
      because,
      source,
      sha: node.hash === undefined ? null : packText.shortHash(node.hash),
      note: node.note ?? null,
      stale: node.isStale ? 'true' : null,
    });
    const content = node.content === '' ? [] : [`<content>${toCdata(node.content)}</content>`];
    const inner = [...documentText.listFields(node).map(writeField), ...content];
    return inner.length === 0 ? `<node${head}/>` : `<node${head}>\n${inner.join('\n')}\n</node>`;
  }),
  references: list(
    '\n<overflow>\n',
    '\n',
    (reference) => {
      const { id, name, tags, score: value } = line(reference);
      const about = {
        id,
        name: oneLine(name, documentText.NAME_MAX),
        tags: tags.join(', '),
        score: packText.formatScore(value),
      };
      return `<node${attributes(about)}/>`;
    },
    { closing: '\n</overflow>' },
  ),
  overflow: writeMore,
  closing: () => '\n</context>\n',
});

/** The target and each related document are elements, and references follow. */
const show: Pages['show'] = ({ document, line }) => ({
  opening: () => '<show>',
  blocks: list('\n', '\n', (block) => {
    const shown = document(block);
    if (isTarget(shown)) return writeTarget(shown);
    return `<context${documentAttributes(shown)}${attributes({ because: shown.because })}>${toCdata(shown.body)}</context>`;
  }),
  references: list(
    '\n<references>\n',
    '\n',
    (reference) => {
      const shown = line(reference);
      return `<reference${attributes({ id: addressOf(shown), name: shown.name })}>${text(shown.description ?? '')}</reference>`;
    },
    { closing: '\n</references>' },
  ),
  overflow: () => '',
  sources: NO_SOURCES,
  closing: ({ excluded }) => `${writeMore(excluded).replace(/^(?=.)/, '\n')}\n</show>`,
});

function writeMore(rest: ExclusionCounts): string {
  const count = countUnnamed(rest);
  return count === 0 ? '' : `<more count="${count}"/>`;
}

function pageAttributes(meta: ContextMeta, detail: documentText.HeadDetail): Record<string, string | number | null> {
  if (detail === 'least') return {};
  const { used: tokens, budget, nodesIncluded: nodes, nodesSummarized: named } = meta.tokens;
  if (detail === 'brief')
    return { query: documentText.shortenQuestion(meta, documentText.BRIEF_QUERY_MAX), tokens, budget };
  return {
    query: documentText.shortenQuestion(meta),
    workspace: meta.workspace,
    lens: meta.lens,
    depth: meta.depth.used,
    backend: meta.backend,
    because: meta.backendReason,
    from: meta.dataFrom ?? 'live',
    assembled: meta.assembledAt,
    tokens,
    budget,
    nodes,
    named,
  };
}

function writeTarget(target: ShownTarget): string {
  const fields = issueFields(target).map(writeField);
  const { frontmatter, language } = target;
  const written = frontmatter === null ? [] : [`<frontmatter>${toCdata(frontmatter)}</frontmatter>`];
  const body = writeBody(target);
  const tag = language === null ? 'body' : 'code';
  const content = body === '' ? [] : [`<${tag}${attributes({ language })}>${toCdata(body)}</${tag}>`];
  const top = fields.length > 0 ? fields : written;
  return [`<document${documentAttributes(target)}>`, ...top, ...content, '</document>'].join('\n');
}

function writeField([name, value]: readonly [string, string]): string {
  return `<field${attributes({ name })}>${text(value)}</field>`;
}

function documentAttributes({ id, name, path, startLine, endLine, section, isStale }: ShownDocument): string {
  return attributes({ id, name, section, path, start: startLine, end: endLine, stale: isStale ? 'true' : null });
}

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

/** Escapes text between tags or in an attribute, on one line. */
export function text(value: string): string {
  return oneLine(value).replace(/[&<>"]/g, (mark) => ENTITIES[mark] ?? '');
}

/** Writes attributes, each after a blank; leaves out those without a value. */
export function attributes(values: Readonly<Record<string, string | number | null>>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => ` ${name}="${text(String(value))}"`)
    .join('');
}

/** Writes text as a CDATA section; splits an end mark in the text between two sections. */
export function toCdata(value: string): string {
  return `<![CDATA[${visible(value).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}
