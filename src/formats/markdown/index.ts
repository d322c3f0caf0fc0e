// The markdown format is for people and for models. Each page of it says here how its pieces are written.
import { oneLine, visible, visibleData } from '../../model/visible-text.ts';
import type { Formatter, Pages, Quote } from '../../ports/formatter.ts';
import type { ShownDocument, ShownReference, ShownTarget, ShowPaint } from '../../ports/knowledge.ts';
import * as documentText from '../document-text.ts';
import { chooseDetail, describeNode, listFields, titleOf, writeHead, writeUnnamed } from '../document-text.ts';
import { joinParts, list, listSources, MAP_HEADING, NO_SOURCES, UNLIMITED, writeQueryNotes } from '../layout.ts';
import * as namedPlaces from '../named-places.ts';
import * as packText from '../pack-text.ts';
import { escapeLabel, escapeParagraph, escapePhrase, fence, quote, toCodeSpan } from './escape.ts';

/** PACK.md has the task, the analysis, files with their reasons, code, and what was left out. */
const pack: Pages['pack'] = (options) => ({
  opening: (head) =>
    `# Context Pack\n\n## Task\n${quote(head.text)}\n\n## Analysis\n${packText.describeAnalysis(head).map(escapePhrase).join('\n')}`,
  files: list(
    '\n\n## Files\n',
    '\n',
    (file) => {
      const reasons = packText.joinReasons(file.reasons);
      return `- ${toCodeSpan(file.path)} ${packText.formatScore(file.score)}${reasons === '' ? '' : `: ${escapePhrase(reasons)}`}`;
    },
    { none: '\n\n## Files\nNone.' },
  ),
  blocks: list('\n\n## Code\n', '\n\n', (block) => packHeading(block) + (options.code ? quoteCode(block) : ''), {
    none: '\n\n## Code\nNothing was relevant enough to quote.',
  }),
  // A path is printed once for each file, which saves room for code.
  fileHeading: (first) => `### ${escapeLabel(first.path)} · sha ${packText.shortHash(first.hash)}\n`,
  ...namedPlaces.listNamed(
    { opening: '\n\n---\nNot quoted, likeliest first:', bullet: '- ', show: escapeLabel },
    namedPlaces.describeLeftOut,
  ),
  closing: () => '\n',
});

/** The page for models has the task, then each file with its reason and its code. */
const prompt: Pages['prompt'] = (options) => ({
  opening: (head) => [quote(head.text), ...packText.listTaskNotes(head).map(escapePhrase)].join('\n'),
  fileHeading: (first) => {
    const why = packText.formatWhy(first);
    return `### ${escapeLabel(packText.fileId(first))}${why === '' ? '' : `: ${escapePhrase(why)}`}\n`;
  },
  blocks: list('\n\n', '\n\n', (block) => promptHeading(block) + (options.code ? quoteCode(block) : ''), {
    none: options.isMap ? '' : '\n\nNothing here is quoted.',
  }),
  ...namedPlaces.listNamed(
    {
      ...options,
      opening: `\n\n${options.isMap ? MAP_HEADING : 'Not quoted'}:`,
      bullet: '- ',
      show: escapeLabel,
      prose: escapePhrase,
    },
    packText.countUnchanged,
  ),
  closing: () => '\n',
});

function promptHeading(block: Quote): string {
  const parts = [packText.formatPrintedLines(block), escapeLabels(packText.joinMembers(block))];
  return joinParts([...parts, ...packText.listPromptCaveats(block).map(escapePhrase)], ' · ');
}

/** The answer to a query has a heading, place and score for each block, then imports and code. */
const query: Pages['query'] = (options) => ({
  opening: (head) => writeQueryNotes(head, (note) => `${escapePhrase(note)}\n\n`),
  blocks: list('', '\n\n', (block) => {
    const remarks = [...packText.describeWindow(block), ...packText.listCaveats(block)].map(escapePhrase);
    const place =
      block.path === '' ? packText.formatFirstLine(block) : packText.formatEntityPlace(block, options.hashes);
    const score = options.scores ? ` (score: ${packText.formatScore(block.score)})` : '';
    const heading = [
      `### ${escapeLabel(`${oneLine(block.kind)}: ${oneLine(block.name, 120)}`)}`,
      [`*${escapeLabel(place)}*${score}`, ...remarks].join(' · '),
    ];
    if (!options.code) return heading.join('\n');
    const imports = block.imports === null ? [] : ['', '**Imports:**', fence(block.imports, null)];
    return [...heading, ...imports, '', '**Code:**', fence(block.text, block.language)].join('\n');
  }),
  groups: { opening: (title) => `## ${escapeLabel(title)}\n\n`, closing: '', separator: '\n\n' },
  references: list('\n\n---\n', '\n', (reference) => {
    const name = escapeLabel(oneLine(reference.name, 120));
    const about = escapePhrase(namedPlaces.describeReference(reference));
    return `- ${toCodeSpan(packText.formatPlace(reference))} ${name} (${about})`;
  }),
  overflow: (rest) => {
    const others = namedPlaces.describeLeftOut({ ...rest, budget: 0 });
    const budget = rest.budget > 0 && `\n*${rest.budget} additional results excluded due to token limit*`;
    return joinParts([budget, others && `\n*${others}*`], '\n');
  },
  sources: options.sources ? SOURCES : NO_SOURCES,
  closing: () => '',
});

/** `f6.3`, older than the layout of `knap query`: each result has its name, its place, its summary and its content. */
const f63: Pages['f6.3'] = (options) => ({
  ...query(options),
  blocks: list('', '\n\n', (block) => {
    const place = `*${escapeLabel(packText.formatFirstLine(block))}*`;
    const lines = [
      `### ${escapeLabel(oneLine(block.name, 120))}`,
      [place, ...packText.listCaveats(block).map(escapePhrase)].join(' · '),
    ];
    if (block.doc) lines.push('', escapeParagraph(block.doc));
    // The text of a result that has only a summary is not printed twice.
    if (options.code && block.text !== '' && block.text !== block.doc)
      lines.push('', fence(block.text, block.language));
    return lines.join('\n');
  }),
  groups: { opening: (title) => `## ${escapeLabel(title)}\n\n`, closing: '', separator: '\n\n---\n\n' },
});

const SOURCES = listSources(
  list('\n\n---\n**Sources:**\n', '\n', (block) => {
    const names = escapeLabels(oneLine(packText.joinNames(block), 120));
    return `- ${names} (${escapeLabel(packText.formatFirstLine(block))})`;
  }),
  (count) => `- +${count} more`,
);

function packHeading(block: Quote): string {
  const parts = [
    packText.formatLines(block),
    escapeLabels(packText.formatTitle(block)),
    ...packText.describeImports(block),
    ...packText.listCaveats(block).map(escapePhrase),
  ];
  return `#### ${joinParts(parts, ' · ')}`;
}

const escapeLabels = (names: string): string => names.split(', ').map(escapeLabel).join(', ');

function quoteCode(block: Quote): string {
  return `\n${fence(packText.prependImports(block), block.language)}`;
}

const PROSE = 'markdown';

/** Each node has a heading with its tags, its reason, its fields and its content. */
const context: Pages['context'] = ({ meta, node: nodeOf, line, isFenced }) => ({
  opening: (head) => {
    const [title, ...lines] = writeHead(meta(head), chooseDetail(head));
    const quoted = lines.map((line) => `> ${escapeParagraph(line)}`).join('\n');
    return joinParts([`# ${escapePhrase(title)}`, quoted], '\n\n');
  },
  blocks: list('\n\n', '\n\n', (block) => {
    const node = nodeOf(block);
    const { because, score, source, marks } = describeNode(node);
    const about = [`*${escapePhrase(because)} · ${score}*`, toCodeSpan(source), ...marks.map(escapePhrase)].join(' · ');
    const fields = listFields(node).map(([name, value]) => `**${escapePhrase(name)}:** ${escapePhrase(value)}`);
    const content = node.content && (isFenced ? fence(node.content, null) : visible(node.content));
    return joinParts([`## ${titleOf(node, escapePhrase)}\n${about}`, fields.join('\n'), content], '\n\n');
  }),
  references: list('\n\n## Only named\n\n', '\n', (reference) => {
    const named = line(reference);
    return `- ${titleOf(named, escapePhrase)} (${packText.formatScore(named.score)})`;
  }),
  overflow: (rest) => writeUnnamed(rest).replace(/^(?=.)/, '- '),
  closing: () => '\n',
});

/** The target stands among the related documents, and references follow. For models each text is fenced. */
const show: Pages['show'] = ({ document, line, isFenced = false, paint }) => ({
  opening: () => '',
  blocks: list('', '\n\n', (block) => {
    const shown = visibleData(document(block));
    if (isFenced) return writeFenced(shown);
    return documentText.isTarget(shown)
      ? writeTarget(shown, paint)
      : documentText.writeDocument(shown, (name) => `# ${name}`);
  }),
  references: list('\n\n# References\n', '\n', (reference) => writeReference(visibleData(line(reference)), isFenced)),
  overflow: () => '',
  sources: {
    ...list('', '', (block) => writeNote(documentText.writeStaleNote(visibleData(document(block))))),
    ...UNLIMITED,
  },
  closing: (tail) => writeNote(documentText.writeMoreNote(tail)),
});

function writeTarget(target: ShownTarget, paint: ShowPaint | undefined): string {
  if (target.language !== null) {
    const text = target.outline === null ? fence(target.body, target.language) : documentText.writeBody(target);
    return `# ${oneLine(packText.formatPlace(target))}\n${text}`;
  }
  const top = documentText.writeTop(target, paint);
  const name = target.section === null || top !== null ? `# ${oneLine(target.name)}` : null;
  const frontmatter = top === null ? null : `---\n${top.replace(/\r?\n$/, '')}\n---`;
  const body = documentText.writeBody({ ...target, body: documentText.stripRepeatedName(target) });
  return joinParts([name, frontmatter, body], '\n');
}

// Writes a heading over each text, and the text in a fence.
function writeFenced(shown: ShownDocument): string {
  const section = shown.section === null ? '' : ` > ${escapeLabel(shown.section)}`;
  // The name of code is its path, so only its place is printed.
  const name = shown.name === shown.path ? '' : `${escapeLabel(shown.name) || '(no name)'}${section} · `;
  const hash = shown.hash === '' ? '' : `@${packText.shortHash(shown.hash)}`;
  const heading = `# ${name}${toCodeSpan(packText.formatPlace(shown) + hash)}`;
  if (!documentText.isTarget(shown)) return `${heading}\n${fence(shown.body, PROSE)}`;
  const [top, body] = [documentText.writeTop(shown)?.trimEnd(), documentText.writeBody(shown)];
  const language = (shown.outline === null ? shown.language : null) ?? PROSE;
  return joinParts([heading, top ? fence(top, 'yaml') : null, body && fence(body, language)], '\n');
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
