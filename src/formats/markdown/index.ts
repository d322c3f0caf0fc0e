// The markdown format is for people and for models. Each page of it says here how its pieces are written.
import { oneLine, visible, visibleData } from '../../model/visible-text.ts';
import type { Formatter, Layout, Pages, Quote } from '../../ports/formatter.ts';
import type { ShownDocument, ShownReference, ShownTarget, ShowPaint } from '../../ports/knowledge.ts';
import * as documentText from '../document-text.ts';
import { chooseDetail, countUnnamed, describeNode, listFields, titleOf, writeHead } from '../document-text.ts';
import { formatNumber, list, listQueryNotes, MAP_HEADING, NO_SOURCES, UNLIMITED } from '../layout.ts';
import * as packText from '../pack-text.ts';
import { formatPlace, score, shortHash } from '../pack-text.ts';
import { escapeLabel, escapeParagraph, escapePhrase, fence, quote, toCodeSpan } from './escape.ts';

const SOURCES_MAX = 10;

/** PACK.md has the task, the analysis, files with their reasons, code, and what was left out. */
const pack: Pages['pack'] = (options) => ({
  opening: (head) =>
    `# Context Pack\n\n## Task\n${quote(head.text)}\n\n## Analysis\n${packText.describeAnalysis(head).map(escapePhrase).join('\n')}`,
  files: list(
    '\n\n## Files\n',
    '\n',
    (file) => {
      const reasons = packText.joinReasons(file.reasons);
      return `- ${toCodeSpan(file.path)} ${packText.score(file.score)}${reasons === '' ? '' : `: ${escapePhrase(reasons)}`}`;
    },
    { none: '\n\n## Files\nNone.' },
  ),
  blocks: list(
    '\n\n## Code\n',
    '\n\n',
    (block) => [packHeading(block), ...(options.code ? [quoteCode(block)] : [])].join('\n'),
    { none: '\n\n## Code\nNothing was relevant enough to quote.' },
  ),
  // A path is printed once for each file, which saves room for code.
  fileHeading: (first) => `### ${escapeLabel(first.path)} · sha ${packText.shortHash(first.hash)}\n`,
  references: list('\n\n---\nNot quoted, likeliest first:', ', ', (reference) =>
    packText.describePlace(reference, escapeLabel),
  ),
  referenceFile: (file) => `\n- ${packText.describeFile(file, escapeLabel)}: `,
  overflow: (rest) => packText.describeLeftOut(rest).replace(/^(?=.)/, '\n- '),
  closing: () => '\n',
});

/** The page for models has the task, then each file with its reason and its code. */
const prompt: Pages['prompt'] = (options) => ({
  opening: (head) => [quote(head.text), ...packText.listTaskNotes(head).map(escapePhrase)].join('\n'),
  fileHeading: (first) => {
    const why = packText.formatWhy(first);
    return `### ${escapeLabel(packText.fileId(first))}${why === '' ? '' : `: ${escapePhrase(why)}`}\n`;
  },
  blocks: list(
    '\n\n',
    '\n\n',
    (block) => [promptHeading(block), ...(options.code ? [quoteCode(block)] : [])].join('\n'),
    {
      none: options.isMap ? '' : '\n\nNothing here is quoted.',
    },
  ),
  references: list(`\n\n${options.isMap ? MAP_HEADING : 'Not quoted'}:`, ', ', (reference) =>
    packText.describePlace(reference, escapeLabel),
  ),
  referenceFile: (file) => `\n- ${packText.describeFile(file, escapeLabel, { ...options, prose: escapePhrase })}: `,
  overflow: (rest) => packText.countUnchanged(rest).replace(/^(?=.)/, '\n- '),
  closing: () => '\n',
});

function promptHeading(block: Quote): string {
  const parts = [packText.formatPrintedLines(block), escapeLabels(packText.joinMembers(block))];
  return [...parts, ...packText.listPromptCaveats(block).map(escapePhrase)].filter((part) => part !== '').join(' · ');
}

/** The answer to a query has a heading, place and score for each block, then imports and code. */
const query: Pages['query'] = (options) => ({
  opening: (head) =>
    listQueryNotes(head)
      .map((note) => `${escapePhrase(note)}\n\n`)
      .join(''),
  blocks: list('', '\n\n', (block) => {
    const remarks = [...packText.describeWindow(block), ...packText.listCaveats(block)].map(
      (caveat) => ` · ${escapePhrase(caveat)}`,
    );
    const heading = [
      `### ${escapeLabel(`${oneLine(block.kind)}: ${oneLine(block.name, 120)}`)}`,
      `*${escapeLabel(block.path === '' ? packText.formatFirstLine(block) : packText.formatEntityPlace(block, options.hashes))}*${options.scores ? ` (score: ${packText.score(block.score)})` : ''}${remarks.join('')}`,
    ];
    if (!options.code) return heading.join('\n');
    const imports = block.imports === null ? [] : ['', '**Imports:**', fence(block.imports, null)];
    return [...heading, ...imports, '', '**Code:**', fence(block.text, block.language)].join('\n');
  }),
  groups: { opening: (title) => `## ${escapeLabel(title)}\n\n`, closing: '', separator: '\n\n' },
  references: list(
    '\n\n---\n',
    '\n',
    (reference) =>
      `- ${toCodeSpan(packText.formatPlace(reference))} ${escapeLabel(oneLine(reference.name, 120))} (${escapePhrase(packText.describeReference(reference))})`,
  ),
  overflow: (rest) => {
    const others = packText.describeLeftOut({ ...rest, budget: 0 });
    const budget = rest.budget > 0 ? [`\n*${rest.budget} additional results excluded due to token limit*`] : [];
    return [...budget, ...(others === '' ? [] : [`\n*${others}*`])].join('\n');
  },
  sources: options.sources ? SOURCES : NO_SOURCES,
  closing: () => '',
});

/** This layout groups results by category, with name, place, summary and content, and lists sources at the end. */
const f63: Pages['f6.3'] = (options) => ({
  ...query(options),
  blocks: list('', '\n\n', (block) => {
    const remarks = packText.listCaveats(block).map((caveat) => ` · ${escapePhrase(caveat)}`);
    const lines = [
      `### ${escapeLabel(oneLine(block.name, 120))}`,
      `*${escapeLabel(packText.formatFirstLine(block))}*${remarks.join('')}`,
    ];
    if (block.doc) lines.push('', escapeParagraph(block.doc));
    // The text of a result that has only a summary is not printed twice.
    if (options.code && block.text !== '' && block.text !== block.doc)
      lines.push('', fence(block.text, block.language));
    return lines.join('\n');
  }),
  groups: { opening: (title) => `## ${escapeLabel(title)}\n\n`, closing: '', separator: '\n\n---\n\n' },
});

const SOURCES: Layout['sources'] = {
  ...list(
    '\n\n---\n**Sources:**\n',
    '\n',
    (block) =>
      `- ${escapeLabels(oneLine(packText.joinNames(block), 120))} (${escapeLabel(packText.formatFirstLine(block))})`,
  ),
  max: SOURCES_MAX,
  more: (count) => `- +${count} more`,
};

function packHeading(block: Quote): string {
  const parts = [
    packText.lineRange(block),
    escapeLabels(packText.formatTitle(block)),
    ...packText.describeImports(block),
    ...packText.listCaveats(block).map(escapePhrase),
  ];
  return `#### ${parts.filter((part) => part !== '').join(' · ')}`;
}

// Escapes each of several names in a row.
const escapeLabels = (names: string): string => names.split(', ').map(escapeLabel).join(', ');

function quoteCode(block: Quote): string {
  return fence(packText.prependImports(block), block.language);
}

const PROSE = 'markdown';

/** Each node has a heading with its tags, its reason, its fields and its content. */
const context: Pages['context'] = ({ meta, node: nodeOf, line, isFenced }) => ({
  opening: (head) => {
    const [title, ...lines] = writeHead(meta(head), chooseDetail(head));
    return [
      `# ${escapePhrase(title)}`,
      ...(lines.length === 0 ? [] : ['']),
      ...lines.map((each) => `> ${escapeParagraph(each)}`),
    ].join('\n');
  },
  blocks: list('\n\n', '\n\n', (block) => {
    const node = nodeOf(block);
    const { because, score: points, source, marks } = describeNode(node);
    const fields = listFields(node).map(([name, value]) => `**${escapePhrase(name)}:** ${escapePhrase(value)}`);
    const parts = [
      `## ${titleOf(node, escapePhrase)}\n*${escapePhrase(because)} · ${points}* · ${[toCodeSpan(source), ...marks.map(escapePhrase)].join(' · ')}`,
      fields.join('\n'),
      node.content === '' ? '' : isFenced ? fence(node.content, null) : visible(node.content),
    ];
    return parts.filter((part) => part !== '').join('\n\n');
  }),
  references: list('\n\n## Only named\n\n', '\n', (reference) => {
    const named = line(reference);
    return `- ${titleOf(named, escapePhrase)} (${score(named.score)})`;
  }),
  overflow: (rest) => (countUnnamed(rest) === 0 ? '' : `- ${formatNumber(countUnnamed(rest))} more`),
  closing: () => '\n',
});

/** The target stands among the related documents, and references follow. For models each text is fenced. */
const show: Pages['show'] = ({ document, line, isFenced = false, paint }) => ({
  opening: () => '',
  blocks: list('', '\n\n', (quote) => {
    const shown = visibleData(document(quote));
    if (isFenced) return writeFenced(shown);
    return documentText.isTarget(shown)
      ? writeTarget(shown, paint)
      : documentText.writeDocument(shown, (name) => `# ${name}`);
  }),
  references: list('\n\n# References\n', '\n', (reference) => writeReference(visibleData(line(reference)), isFenced)),
  overflow: () => '',
  sources: {
    ...list('', '', (quote) => writeNote(documentText.writeStaleNote(visibleData(document(quote))))),
    ...UNLIMITED,
  },
  closing: (tail) => writeNote(documentText.writeMoreNote(tail)),
});

function writeTarget(target: ShownTarget, paint: ShowPaint | undefined): string {
  if (target.language !== null) {
    const text = target.outline === null ? fence(target.body, target.language) : documentText.writeBody(target);
    return `# ${oneLine(formatPlace(target))}\n${text}`;
  }
  const top = documentText.writeTop(target, paint);
  const body = documentText.writeBody({ ...target, body: documentText.stripRepeatedName(target) });
  return [
    ...(target.section === null || top !== null ? [`# ${oneLine(target.name)}`] : []),
    ...(top === null ? [] : [documentText.encloseInRulers(top)]),
    ...(body === '' ? [] : [body]),
  ].join('\n');
}

// Writes a heading over each text, and the text in a fence.
function writeFenced(shown: ShownDocument): string {
  const section = shown.section === null ? '' : ` > ${escapeLabel(shown.section)}`;
  // The name of code is its path, so only its place is printed.
  const name = shown.name === shown.path ? '' : `${escapeLabel(shown.name) || '(no name)'}${section} · `;
  const heading = `# ${name}${toCodeSpan(shown.hash === '' ? formatPlace(shown) : `${formatPlace(shown)}@${shortHash(shown.hash)}`)}`;
  if (!documentText.isTarget(shown)) return `${heading}\n${fence(shown.body, PROSE)}`;
  const [top, body] = [documentText.writeTop(shown)?.trimEnd() ?? '', documentText.writeBody(shown)];
  return [
    heading,
    ...(top === '' ? [] : [fence(top, 'yaml')]),
    ...(body === '' ? [] : [fence(body, (shown.outline === null ? shown.language : null) ?? PROSE)]),
  ].join('\n');
}

/** Writes `- **name** (ID): description`. */
function writeReference(reference: ShownReference, isFenced: boolean): string {
  const address = (isFenced ? toCodeSpan : oneLine)(documentText.addressOf(reference));
  const description = reference.description === null ? '' : `: ${escapePhrase(reference.description)}`;
  return `- **${escapePhrase(reference.name)}** (${address})${description}`;
}

function writeNote(text: string): string {
  return text === '' ? '' : `\n\n*${escapePhrase(text)}*`;
}

export const markdown: Formatter = {
  name: 'markdown',
  extension: 'md',
  pages: { pack, prompt, query, 'f6.3': f63, context, show },
  shows: () => ({ opening: '', separator: '\n\n', closing: '\n' }),
};
