import { oneLine, visible, visibleData } from '../../model/visible-text.ts';
import type { Formatter, Layout, Pages, Quote } from '../../ports/formatter.ts';
import type { ShownDocument, ShownReference, ShownTarget, ShowPaint } from '../../ports/knowledge.ts';
import * as told from '../document-text.ts';
import { aboutNode, detailOf, fieldLines, headWords, titleOf, unnamed } from '../document-text.ts';
import { ALL, list, MAP_HEADING, NO_SOURCES, queryNotes, thousands } from '../layout.ts';
import * as say from '../pack-text.ts';
import { place, score, shortHash } from '../pack-text.ts';
import { codeSpan, fenced, label, paragraph, phrase, quotation } from './escape.ts';

const SOURCES_MAX = 10;

/** PACK.md: task, analysis, files with their reasons, code, and what was left out. */
const pack: Pages['pack'] = (options) => ({
  opening: (head) =>
    `# Context Pack\n\n## Task\n${quotation(head.text)}\n\n## Analysis\n${say.analysis(head).map(phrase).join('\n')}`,
  files: list(
    '\n\n## Files\n',
    '\n',
    (file) => {
      const reasons = say.because(file.reasons);
      return `- ${codeSpan(file.path)} ${say.score(file.score)}${reasons === '' ? '' : `: ${phrase(reasons)}`}`;
    },
    { none: '\n\n## Files\nNone.' },
  ),
  blocks: list(
    '\n\n## Code\n',
    '\n\n',
    (block) => [packHeading(block), ...(options.code ? [code(block)] : [])].join('\n'),
    { none: '\n\n## Code\nNothing was relevant enough to quote.' },
  ),
  // Long paths once for each file: what they save is room for code.
  fileHeading: (first) => `### ${label(first.path)} · sha ${say.shortHash(first.hash)}\n`,
  references: list('\n\n---\nNot quoted, likeliest first:', ', ', (reference) => say.namedPlace(reference, label)),
  referenceFile: (file) => `\n- ${say.namedFile(file, label)}: `,
  overflow: (rest) => say.leftOut(rest).replace(/^(?=.)/, '\n- '),
  closing: () => '\n',
});

/** What a model reads: the task, then each file with its reason and the code of it. */
const prompt: Pages['prompt'] = (options) => ({
  opening: (head) => [quotation(head.text), ...say.taskNotes(head).map(phrase)].join('\n'),
  fileHeading: (first) => {
    const why = say.whyOf(first);
    return `### ${label(say.fileId(first))}${why === '' ? '' : `: ${phrase(why)}`}\n`;
  },
  blocks: list('\n\n', '\n\n', (block) => [promptHeading(block), ...(options.code ? [code(block)] : [])].join('\n'), {
    none: options.isMap ? '' : '\n\nNothing here is quoted.',
  }),
  references: list(`\n\n${options.isMap ? MAP_HEADING : 'Not quoted'}:`, ', ', (reference) =>
    say.namedPlace(reference, label),
  ),
  referenceFile: (file) => `\n- ${say.namedFile(file, label, { ...options, prose: phrase })}: `,
  overflow: (rest) => say.unquoted(rest).replace(/^(?=.)/, '\n- '),
  closing: () => '\n',
});

function promptHeading(block: Quote): string {
  const parts = [say.printedLines(block), labels(say.membersOf(block))];
  return [...parts, ...say.promptCaveats(block).map(phrase)].filter((part) => part !== '').join(' · ');
}

/** The answer to a query: a heading, place and score for each block, then imports and code. */
const query: Pages['query'] = (options) => ({
  opening: (head) =>
    queryNotes(head)
      .map((note) => `${phrase(note)}\n\n`)
      .join(''),
  blocks: list('', '\n\n', (block) => {
    const remarks = [...say.windowOf(block), ...say.caveats(block)].map((caveat) => ` · ${phrase(caveat)}`);
    const heading = [
      `### ${label(`${oneLine(block.kind)}: ${oneLine(block.name, 120)}`)}`,
      `*${label(block.path === '' ? say.firstLine(block) : say.entityPlace(block, options.hashes))}*${options.scores ? ` (score: ${say.score(block.score)})` : ''}${remarks.join('')}`,
    ];
    if (!options.code) return heading.join('\n');
    const imports = block.imports === null ? [] : ['', '**Imports:**', fenced(block.imports, null)];
    return [...heading, ...imports, '', '**Code:**', fenced(block.text, block.language)].join('\n');
  }),
  groups: { opening: (title) => `## ${label(title)}\n\n`, closing: '', separator: '\n\n' },
  references: list(
    '\n\n---\n',
    '\n',
    (reference) =>
      `- ${codeSpan(say.place(reference))} ${label(oneLine(reference.name, 120))} (${phrase(say.referenceDetail(reference))})`,
  ),
  overflow: (rest) => {
    const others = say.leftOut({ ...rest, budget: 0 });
    const budget = rest.budget > 0 ? [`\n*${rest.budget} additional results excluded due to token limit*`] : [];
    return [...budget, ...(others === '' ? [] : [`\n*${others}*`])].join('\n');
  },
  sources: options.sources ? SOURCES : NO_SOURCES,
  closing: () => '',
});

/** Results under a name and a place, with summary and content, grouped by category, sources at the foot. */
const f63: Pages['f6.3'] = (options) => ({
  ...query(options),
  blocks: list('', '\n\n', (block) => {
    const remarks = say.caveats(block).map((caveat) => ` · ${phrase(caveat)}`);
    const lines = [`### ${label(oneLine(block.name, 120))}`, `*${label(say.firstLine(block))}*${remarks.join('')}`];
    if (block.doc) lines.push('', paragraph(block.doc));
    // A result that brings a summary alone has no code, and its words are printed once.
    if (options.code && block.text !== '' && block.text !== block.doc)
      lines.push('', fenced(block.text, block.language));
    return lines.join('\n');
  }),
  groups: { opening: (title) => `## ${label(title)}\n\n`, closing: '', separator: '\n\n---\n\n' },
});

const SOURCES: Layout['sources'] = {
  ...list(
    '\n\n---\n**Sources:**\n',
    '\n',
    (block) => `- ${labels(oneLine(say.names(block), 120))} (${label(say.firstLine(block))})`,
  ),
  max: SOURCES_MAX,
  more: (count) => `- +${count} more`,
};

function packHeading(block: Quote): string {
  const parts = [
    say.lineRange(block),
    labels(say.title(block)),
    ...say.importsFrom(block),
    ...say.caveats(block).map(phrase),
  ];
  return `#### ${parts.filter((part) => part !== '').join(' · ')}`;
}

// Several names in a row: each is a name by itself.
const labels = (names: string): string => names.split(', ').map(label).join(', ');

function code(block: Quote): string {
  return fenced(say.withImports(block), block.language);
}

const PROSE = 'markdown';

/** A heading for each node with its tags, how it hangs together, its fields and its content. */
const context: Pages['context'] = ({ meta, node: nodeOf, line, isFenced }) => ({
  opening: (head) => {
    const [title, ...lines] = headWords(meta(head), detailOf(head));
    return [
      `# ${phrase(title)}`,
      ...(lines.length === 0 ? [] : ['']),
      ...lines.map((each) => `> ${paragraph(each)}`),
    ].join('\n');
  },
  blocks: list('\n\n', '\n\n', (block) => {
    const node = nodeOf(block);
    const { because, score: points, source, marks } = aboutNode(node);
    const fields = fieldLines(node).map(([name, value]) => `**${phrase(name)}:** ${phrase(value)}`);
    const parts = [
      `## ${titleOf(node, phrase)}\n*${phrase(because)} · ${points}* · ${[codeSpan(source), ...marks.map(phrase)].join(' · ')}`,
      fields.join('\n'),
      node.content === '' ? '' : isFenced ? fenced(node.content, null) : visible(node.content),
    ];
    return parts.filter((part) => part !== '').join('\n\n');
  }),
  references: list('\n\n## Only named\n\n', '\n', (reference) => {
    const named = line(reference);
    return `- ${titleOf(named, phrase)} (${score(named.score)})`;
  }),
  overflow: (rest) => (unnamed(rest) === 0 ? '' : `- ${thousands(unnamed(rest))} more`),
  closing: () => '\n',
});

/** Context before, the target with its frontmatter, context after, references; fenced for models, so that no text passes for ours. */
const show: Pages['show'] = ({ document, line, isFenced = false, paint }) => ({
  opening: () => '',
  blocks: list('', '\n\n', (quote) => {
    const one = visibleData(document(quote));
    if (isFenced) return fencedText(one);
    return told.isTarget(one) ? targetText(one, paint) : told.documentText(one, (name) => `# ${name}`);
  }),
  references: list('\n\n# References\n', '\n', (reference) => referenceLine(visibleData(line(reference)), isFenced)),
  overflow: () => '',
  sources: { ...list('', '', (quote) => note(told.staleNote(visibleData(document(quote))))), ...ALL },
  closing: (tail) => note(told.moreNote(tail)),
});

function targetText(target: ShownTarget, paint: ShowPaint | undefined): string {
  if (target.language !== null) {
    const text = target.outline === null ? fenced(target.body, target.language) : told.bodyOf(target);
    return `# ${oneLine(place(target))}\n${text}`;
  }
  const top = told.topOf(target, paint);
  const body = told.bodyOf({ ...target, body: told.bodyBelowName(target) });
  return [
    ...(target.section === null || top !== null ? [`# ${oneLine(target.name)}`] : []),
    ...(top === null ? [] : [told.betweenRulers(top)]),
    ...(body === '' ? [] : [body]),
  ].join('\n');
}

// A heading of ours over each text, the text in a fence.
function fencedText(one: ShownDocument): string {
  const section = one.section === null ? '' : ` > ${label(one.section)}`;
  // Code is called by its path: its place alone is its name.
  const name = one.name === one.path ? '' : `${label(one.name) || '(no name)'}${section} · `;
  const heading = `# ${name}${codeSpan(one.hash === '' ? place(one) : `${place(one)}@${shortHash(one.hash)}`)}`;
  if (!told.isTarget(one)) return `${heading}\n${fenced(one.body, PROSE)}`;
  const [top, body] = [told.topOf(one)?.trimEnd() ?? '', told.bodyOf(one)];
  return [
    heading,
    ...(top === '' ? [] : [fenced(top, 'yaml')]),
    ...(body === '' ? [] : [fenced(body, (one.outline === null ? one.language : null) ?? PROSE)]),
  ].join('\n');
}

/** `- **name** (ID): description` */
function referenceLine(reference: ShownReference, isFenced: boolean): string {
  const address = (isFenced ? codeSpan : oneLine)(told.addressOf(reference));
  const description = reference.description === null ? '' : `: ${phrase(reference.description)}`;
  return `- **${phrase(reference.name)}** (${address})${description}`;
}

function note(text: string): string {
  return text === '' ? '' : `\n\n*${phrase(text)}*`;
}

/** Markdown, for people and models alike. */
export const markdown: Formatter = {
  name: 'markdown',
  extension: 'md',
  pages: { pack, prompt, query, 'f6.3': f63, context, show },
  shows: () => ({ opening: '', separator: '\n\n', closing: '\n' }),
};
