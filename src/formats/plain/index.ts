// The plain format has no markup. Lines of `=` enclose what a page quotes, so that it cannot look like a line of the
// page; only documents and nodes for people stand without them.
import { oneLine, visible, visibleData } from '../../model/visible-text.ts';
import type { Formatter, Pages, Quote } from '../../ports/formatter.ts';
import type { ShownDocument, ShownReference, ShownTarget } from '../../ports/knowledge.ts';
import * as documentText from '../document-text.ts';
import { chooseDetail, describeNode, listFields, titleOf, writeHead, writeUnnamed } from '../document-text.ts';
import { joinParts, list, listSources, MAP_HEADING, NO_SOURCES, UNLIMITED, writeQueryNotes } from '../layout.ts';
import * as namedPlaces from '../named-places.ts';
import * as packText from '../pack-text.ts';

/** A pack has the task, the analysis, files, code, and what is not quoted, each under a heading in capitals. */
const pack: Pages['pack'] = (options) => ({
  opening: (head) =>
    `CONTEXT PACK\n\nTASK\n${indent(head.text)}\n\nANALYSIS\n${packText.describeAnalysis(head).join('\n')}`,
  files: list(
    '\n\nFILES\n',
    '\n',
    (file) => `${packText.formatScore(file.score)} ${quoteName(file.path)}: ${packText.joinReasons(file.reasons)}`,
    { none: '\n\nFILES\nNone.' },
  ),
  fileHeading: () => '',
  blocks: list('\n\nCODE\n', '\n\n', (block) => encloseCode(packHeading(block), block, options.code), {
    none: '\n\nCODE\nNothing was relevant enough to quote.',
  }),
  ...namedPlaces.listNamed(
    { opening: '\n\nNOT QUOTED, LIKELIEST FIRST', show: quoteName },
    namedPlaces.describeLeftOut,
  ),
  closing: () => '\n',
});

/** The page for models has the task, then each file with why it is there and its blocks. */
const prompt: Pages['prompt'] = (options) => ({
  opening: (head) => ['TASK', indent(head.text), ...packText.listTaskNotes(head)].join('\n'),
  fileHeading: (first) => {
    const why = packText.formatWhy(first);
    return `FILE ${quoteName(packText.fileId(first))}${why === '' ? '' : `: ${why}`}\n`;
  },
  blocks: list('\n\n', '\n\n', (block) => encloseCode(promptHeading(block), block, options.code), {
    none: options.isMap ? '' : '\n\nNothing here is quoted.',
  }),
  ...namedPlaces.listNamed(
    { ...options, opening: `\n\n${options.isMap ? MAP_HEADING : 'NOT QUOTED'}`, show: quoteName },
    packText.countUnchanged,
  ),
  closing: () => '\n',
});

function encloseCode(heading: string, block: Quote, hasCode: boolean): string {
  return hasCode ? enclose(heading, packText.prependImports(block)) : `=== ${heading} ===`;
}

function promptHeading(block: Quote): string {
  const about = [packText.formatPrintedLines(block), quoteName(packText.joinMembers(block))];
  return joinParts([...about, ...packText.listPromptCaveats(block)], ' · ');
}

/** The answer to a query has lines with heading, file and score, then the code. */
const query: Pages['query'] = (options) => ({
  opening: (head) => writeQueryNotes(head, (note) => `${note}\n\n`),
  blocks: list('', '\n\n', (block) => {
    const heading = `${oneLine(block.kind)}: ${oneLine(block.name, 120)}`;
    const facts = [
      `File: ${options.hashes ? packText.formatEntityPlace(block, true) : packText.formatFirstLine(block)}`,
      ...(options.scores ? [`Score: ${packText.formatScore(block.score)}`] : []),
      ...[...packText.describeWindow(block), ...packText.listCaveats(block)].map((caveat) => `Note: ${caveat}`),
    ];
    if (!options.code) return [`=== ${heading} ===`, ...facts].join('\n');
    return enclose(heading, packText.prependImports(block), [...facts, '']);
  }),
  groups: { opening: (title) => `=== ${oneLine(title)} ===\n\n`, closing: '', separator: '\n\n' },
  references: list('\n\nLeft out, best first:\n', '\n', (reference) => {
    const place = `${quoteName(packText.formatPlace(reference))} ${quoteName(reference.name, 120)}`;
    return `  ${place} (${namedPlaces.describeReference(reference)})`;
  }),
  overflow: (rest) => namedPlaces.describeLeftOut(rest).replace(/^(?=.)/, '  '),
  sources: options.sources ? SOURCES : NO_SOURCES,
  closing: () => '',
});

/** `f6.3`, older than the layout of `knap query`: each result has its name and place, then its summary or content. */
const f63: Pages['f6.3'] = (options) => ({
  ...query(options),
  blocks: list('', '\n\n', (block) => {
    const remarks = packText.listCaveats(block).map((caveat) => ` (${caveat})`);
    const content = block.doc ? block.doc : options.code ? block.text : '';
    const heading = `${quoteName(block.name, 120)} [${packText.formatFirstLine(block)}]${remarks.join('')}`;
    return content === '' ? heading : `${heading}\n${encloseText(content)}`;
  }),
  groups: { opening: (title) => `=== ${oneLine(title)} ===\n\n`, closing: '', separator: '\n\n---\n\n' },
});

const SOURCES = listSources(
  list('\n\nSources:\n', '\n', (block) => `  - ${oneLine(packText.joinNames(block), 120)}`),
  (count) => `  - +${count} more`,
);

function indent(text: string): string {
  return visible(text)
    .split('\n')
    .map((line) => `  ${line}`.trimEnd())
    .join('\n');
}

function packHeading(block: Quote): string {
  const lines = block.startLine > 0 ? `:${packText.formatLines(block)}` : '';
  const parts = [
    quoteName(block.path) + lines,
    packText.toClause(packText.formatTitle(block)),
    ...packText.describeImports(block),
    ...packText.listCaveats(block),
    `sha ${packText.shortHash(block.hash)}`,
  ];
  return joinParts(parts, ' · ');
}

/** The names of nodes are underlined; for models each node is enclosed. */
const context: Pages['context'] = ({ meta, node: nodeOf, line, isFenced }) => ({
  opening: (head) => {
    const detail = chooseDetail(head);
    const [title, ...lines] = writeHead(meta(head), detail);
    return [detail === 'full' ? underline(title) : title, ...lines].join('\n');
  },
  blocks: list('\n\n', '\n\n', (block) => {
    const node = nodeOf(block);
    const about = describeNode(node);
    const facts = [
      [about.because, about.score, about.source, ...about.marks].join(' · '),
      ...listFields(node).map(([name, value]) => `${name}: ${value}`),
    ];
    if (isFenced) return enclose(titleOf(node), node.content, [...facts, '']);
    const head = [underline(titleOf(node), '-'), ...facts].join('\n');
    return node.content === '' ? head : `${head}\n\n${visible(node.content)}`;
  }),
  references: list('\n\nOnly named:\n', '\n', (reference) => {
    const node = line(reference);
    return `  ${titleOf(node)} (${packText.formatScore(node.score)})`;
  }),
  overflow: (rest) => writeUnnamed(rest).replace(/^(?=.)/, '  '),
  closing: () => '\n',
});

/** For models each document stands inside lines of `=` that its text cannot leave. */
const show: Pages['show'] = ({ document, line, isFenced = false }) => {
  const note = (text: string) => (text === '' ? '' : `\n\n${isFenced ? 'Note: ' : ''}${text}`);
  return {
    opening: () => '',
    blocks: list('', '\n\n', (block) => {
      const shown = visibleData(document(block));
      if (isFenced) return encloseDocument(shown);
      return documentText.isTarget(shown) ? writeTarget(shown) : documentText.writeDocument(shown, underline);
    }),
    references: list(`\n\n${isFenced ? 'References:' : underline('References')}\n`, '\n', (reference) =>
      writeReference(visibleData(line(reference)), isFenced),
    ),
    overflow: () => '',
    sources: {
      ...list('', '', (block) => note(documentText.writeStaleNote(visibleData(document(block))))),
      ...UNLIMITED,
    },
    closing: (tail) => note(documentText.writeMoreNote(tail)),
  };
};

function writeTarget(target: ShownTarget): string {
  if (target.language !== null)
    return `${underline(oneLine(packText.formatPlace(target)))}\n${documentText.writeBody(target)}`;
  const top = documentText.writeTop(target)?.trimEnd() ?? null;
  const body = documentText.writeBody({ ...target, body: documentText.stripRepeatedName(target) });
  const name = target.section === null || top !== null ? `${underline(oneLine(target.name))}\n` : '';
  return joinParts([name + (top ?? ''), body], top === null ? '' : '\n\n');
}

function encloseDocument(shown: ShownDocument): string {
  const section = shown.section === null ? '' : ` > ${quoteName(shown.section)}`;
  const heading = `${quoteName(shown.name)}${section} · ${quoteName(packText.formatPlace(shown))}`;
  if (!documentText.isTarget(shown)) return enclose(heading, shown.body);
  const top = documentText.writeTop(shown)?.trimEnd() ?? null;
  return enclose(heading, joinParts([top, documentText.writeBody(shown)], '\n\n'));
}

/** Writes `name (ID): description`. */
function writeReference({ name, description, ...at }: ShownReference, isFenced: boolean): string {
  const shown = isFenced ? quoteName : oneLine;
  const about = description === null ? '' : `: ${oneLine(description)}`;
  return `${isFenced ? '- ' : ''}${shown(name)} (${shown(documentText.addressOf({ ...at, name, description }))})${about}`;
}

function underline(name: string, mark = '='): string {
  return `${name}\n${mark.repeat([...name].length)}`;
}

export const plain: Formatter = {
  name: 'plain',
  extension: 'txt',
  pages: { pack, prompt, query, 'f6.3': f63, context, show },
  shows: () => ({ opening: '', separator: '\n\n', closing: '\n' }),
};

const MARK = '=';
const MARK_LEAST = 3;
const RUN_AT_START = /^=+/gm;
// A name that could look like a line of the page, or that holds its separators.
const SPECIAL = /^[=|>*#(-]|["·]| [(=]|: /;

/** Encloses a text in marks that are longer than any at the start of its lines; `facts` come first. */
function enclose(heading: string, text: string, facts: readonly string[] = []): string {
  const inside = [...facts, visible(text)].join('\n');
  const mark = chooseMark(inside);
  return `${mark} ${heading} ${mark}\n${inside}\n${mark}`;
}

/** Encloses a text in two lines of marks, for pages that print the heading above them. */
function encloseText(text: string): string {
  const quoted = visible(text);
  const mark = chooseMark(quoted);
  return `${mark}\n${quoted}\n${mark}`;
}

/** Writes a name or a path inside a line, in quotes if it could look like more than a name. */
function quoteName(text: string, max?: number): string {
  const line = oneLine(text, max);
  return SPECIAL.test(line) ? JSON.stringify(line) : line;
}

function chooseMark(text: string): string {
  const longest = (text.match(RUN_AT_START) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  return MARK.repeat(Math.max(MARK_LEAST, longest + 1));
}
