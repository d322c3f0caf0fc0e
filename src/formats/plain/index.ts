import { oneLine, visible, visibleData } from '../../model/visible-text.ts';
import type { Formatter, Layout, Pages, Quote } from '../../ports/formatter.ts';
import type { ShownDocument, ShownReference, ShownTarget } from '../../ports/knowledge.ts';
import * as told from '../document-text.ts';
import { aboutNode, detailOf, fieldLines, headWords, titleOf, unnamed } from '../document-text.ts';
import { ALL, list, MAP_HEADING, NO_SOURCES, queryNotes, thousands } from '../layout.ts';
import * as say from '../pack-text.ts';
import { place, score } from '../pack-text.ts';

const SOURCES_MAX = 10;

/** The five sections under plain headings. */
const pack: Pages['pack'] = (options) => ({
  opening: (head) => `CONTEXT PACK\n\nTASK\n${indented(head.text)}\n\nANALYSIS\n${say.analysis(head).join('\n')}`,
  files: list(
    '\n\nFILES\n',
    '\n',
    (file) => `${say.score(file.score)} ${named(file.path)}: ${say.because(file.reasons)}`,
    { none: '\n\nFILES\nNone.' },
  ),
  fileHeading: () => '',
  blocks: list(
    '\n\nCODE\n',
    '\n\n',
    (block) => (options.code ? bounded(packHeading(block), say.withImports(block)) : `=== ${packHeading(block)} ===`),
    { none: '\n\nCODE\nNothing was relevant enough to quote.' },
  ),
  references: list('\n\nNOT QUOTED, LIKELIEST FIRST', ', ', (reference) => say.namedPlace(reference, named)),
  referenceFile: (file) => `\n${say.namedFile(file, named)}: `,
  overflow: (rest) => say.leftOut(rest).replace(/^(?=.)/, '\n'),
  closing: () => '\n',
});

/** What a model reads: the task, then blocks with their places; the first of a file says why it is here. */
const prompt: Pages['prompt'] = (options) => ({
  opening: (head) => ['TASK', indented(head.text), ...say.taskNotes(head)].join('\n'),
  fileHeading: (first) => {
    const why = say.whyOf(first);
    return `FILE ${named(say.fileId(first))}${why === '' ? '' : `: ${why}`}\n`;
  },
  blocks: list(
    '\n\n',
    '\n\n',
    (block) =>
      options.code ? bounded(promptHeading(block), say.withImports(block)) : `=== ${promptHeading(block)} ===`,
    { none: options.isMap ? '' : '\n\nNothing here is quoted.' },
  ),
  references: list(`\n\n${options.isMap ? MAP_HEADING : 'NOT QUOTED'}`, ', ', (reference) =>
    say.namedPlace(reference, named),
  ),
  referenceFile: (file) => `\n${say.namedFile(file, named, options)}: `,
  overflow: (rest) => say.unquoted(rest).replace(/^(?=.)/, '\n'),
  closing: () => '\n',
});

function promptHeading(block: Quote): string {
  const about = [say.printedLines(block), named(say.membersOf(block))];
  return [...about, ...say.promptCaveats(block)].filter((part) => part !== '').join(' · ');
}

/** The answer to a query: heading, file and score lines, then the code. */
const query: Pages['query'] = (options) => ({
  opening: (head) =>
    queryNotes(head)
      .map((note) => `${note}\n\n`)
      .join(''),
  blocks: list('', '\n\n', (block) => {
    const heading = `${oneLine(block.kind)}: ${oneLine(block.name, 120)}`;
    const facts = [
      `File: ${options.hashes ? say.entityPlace(block, true) : say.firstLine(block)}`,
      ...(options.scores ? [`Score: ${say.score(block.score)}`] : []),
      ...[...say.windowOf(block), ...say.caveats(block)].map((caveat) => `Note: ${caveat}`),
    ];
    if (!options.code) return [`=== ${heading} ===`, ...facts].join('\n');
    return bounded(heading, say.withImports(block), [...facts, '']);
  }),
  groups: { opening: (title) => `=== ${oneLine(title)} ===\n\n`, closing: '', separator: '\n\n' },
  references: list(
    '\n\nLeft out, best first:\n',
    '\n',
    (reference) => `  ${named(say.place(reference))} ${named(reference.name, 120)} (${say.referenceDetail(reference)})`,
  ),
  overflow: (rest) => say.leftOut(rest).replace(/^(?=.)/, '  '),
  sources: options.sources ? SOURCES : NO_SOURCES,
  closing: () => '',
});

/** Results under a name with its place, then summary or content. */
const f63: Pages['f6.3'] = (options) => ({
  ...query(options),
  blocks: list('', '\n\n', (block) => {
    const remarks = say.caveats(block).map((caveat) => ` (${caveat})`);
    const content = block.doc ? block.doc : options.code ? block.text : '';
    const heading = `${named(block.name, 120)} [${say.firstLine(block)}]${remarks.join('')}`;
    return content === '' ? heading : `${heading}\n${between(content)}`;
  }),
  groups: { opening: (title) => `=== ${oneLine(title)} ===\n\n`, closing: '', separator: '\n\n---\n\n' },
});

const SOURCES: Layout['sources'] = {
  ...list('\n\nSources:\n', '\n', (block) => `  - ${oneLine(say.names(block), 120)}`),
  max: SOURCES_MAX,
  more: (count) => `  - +${count} more`,
};

function indented(text: string): string {
  return visible(text)
    .split('\n')
    .map((line) => `  ${line}`.trimEnd())
    .join('\n');
}

function packHeading(block: Quote): string {
  const place = block.startLine > 0 ? `${named(block.path)}:${say.lineRange(block)}` : named(block.path);
  const title = say.clause(say.title(block));
  const about = [title, ...say.importsFrom(block), ...say.caveats(block), `sha ${say.shortHash(block.hash)}`];
  return [place, ...about.filter((part) => part !== '')].join(' · ');
}

/** Nodes without markup of our own: names are underlined. */
const context: Pages['context'] = ({ meta, node: nodeOf, line, isFenced }) => ({
  opening: (head) => {
    const detail = detailOf(head);
    const [title, ...lines] = headWords(meta(head), detail);
    return [detail === 'full' ? underlined(title) : title, ...lines].join('\n');
  },
  blocks: list('\n\n', '\n\n', (block) => {
    const node = nodeOf(block);
    const about = aboutNode(node);
    const facts = [
      [about.because, about.score, about.source, ...about.marks].join(' · '),
      ...fieldLines(node).map(([name, value]) => `${name}: ${value}`),
    ];
    if (isFenced) return bounded(titleOf(node), node.content, [...facts, '']);
    const head = [underlined(titleOf(node), '-'), ...facts].join('\n');
    return node.content === '' ? head : `${head}\n\n${visible(node.content)}`;
  }),
  references: list('\n\nOnly named:\n', '\n', (reference) => {
    const node = line(reference);
    return `  ${titleOf(node)} (${score(node.score)})`;
  }),
  overflow: (rest) => (unnamed(rest) === 0 ? '' : `  ${thousands(unnamed(rest))} more`),
  closing: () => '\n',
});

/** Documents without markup; fenced, each stands inside a boundary that its text cannot leave. */
const show: Pages['show'] = ({ document, line, isFenced = false }) => {
  const note = (text: string) => (text === '' ? '' : `\n\n${isFenced ? 'Note: ' : ''}${text}`);
  return {
    opening: () => '',
    blocks: list('', '\n\n', (quote) => {
      const one = visibleData(document(quote));
      if (isFenced) return boundedText(one);
      return told.isTarget(one) ? targetText(one) : told.documentText(one, underlined);
    }),
    references: list(`\n\n${isFenced ? 'References:' : underlined('References')}\n`, '\n', (reference) =>
      referenceLine(visibleData(line(reference)), isFenced),
    ),
    overflow: () => '',
    sources: { ...list('', '', (quote) => note(told.staleNote(visibleData(document(quote))))), ...ALL },
    closing: (tail) => note(told.moreNote(tail)),
  };
};

function targetText(target: ShownTarget): string {
  if (target.language !== null) return `${underlined(oneLine(place(target)))}\n${told.bodyOf(target)}`;
  const top = told.topOf(target)?.trimEnd() ?? null;
  const body = told.bodyOf({ ...target, body: told.bodyBelowName(target) });
  const name = target.section === null || top !== null ? `${underlined(oneLine(target.name))}\n` : '';
  return [name + (top ?? ''), body].filter((part) => part !== '').join(top === null ? '' : '\n\n');
}

function boundedText(one: ShownDocument): string {
  const section = one.section === null ? '' : ` > ${named(one.section)}`;
  const heading = `${named(one.name)}${section} · ${named(place(one))}`;
  if (!told.isTarget(one)) return bounded(heading, one.body);
  const parts = [told.topOf(one)?.trimEnd() ?? '', told.bodyOf(one)];
  return bounded(heading, parts.filter((part) => part !== '').join('\n\n'));
}

/** `name (ID): description` */
function referenceLine({ name, description, ...at }: ShownReference, isFenced: boolean): string {
  const shown = isFenced ? named : oneLine;
  const about = description === null ? '' : `: ${oneLine(description)}`;
  return `${isFenced ? '- ' : ''}${shown(name)} (${shown(told.addressOf({ ...at, name, description }))})${about}`;
}

function underlined(name: string, mark = '='): string {
  return `${name}\n${mark.repeat([...name].length)}`;
}

/** Text without markup. */
export const plain: Formatter = {
  name: 'plain',
  extension: 'txt',
  pages: { pack, prompt, query, 'f6.3': f63, context, show },
  shows: () => ({ opening: '', separator: '\n\n', closing: '\n' }),
};

const MARK = '=';
const MARK_LEAST = 3;
const RUN_AT_START = /^=+/gm;
// Text that looks like a line of this page, or holds its separators.
const TELLING = /^[=|>*#(-]|["·]| [(=]|: /;

/** Encloses a text in lines of marks that are longer than any at the start of its lines, so that it cannot pass for ours. `facts` come first. */
function bounded(heading: string, text: string, facts: readonly string[] = []): string {
  const inside = [...facts, visible(text)].join('\n');
  const mark = markFor(inside);
  return `${mark} ${heading} ${mark}\n${inside}\n${mark}`;
}

/** Bounds a text by two lines of marks, for pages that print the heading above them. */
function between(text: string): string {
  const quoted = visible(text);
  const mark = markFor(quoted);
  return `${mark}\n${quoted}\n${mark}`;
}

/** A name or a path inside a line of ours; in quotes where it could pass for more than that. */
function named(text: string, max?: number): string {
  const line = oneLine(text, max);
  return TELLING.test(line) ? JSON.stringify(line) : line;
}

function markFor(text: string): string {
  const longest = (text.match(RUN_AT_START) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  return MARK.repeat(Math.max(MARK_LEAST, longest + 1));
}
