import { oneLine } from '../../model/visible-text.ts';
import type { Formatter, Layout, Pages, Quote } from '../../ports/formatter.ts';
import * as say from '../describe.ts';
import { list, MAP_HEADING, NO_SOURCES, queryNotes } from '../page.ts';
import { codeSpan, fenced, label, paragraph, phrase, quotation } from './escape.ts';
import { context, show } from './knowledge.ts';

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
    {
      none: '\n\n## Code\nNothing was relevant enough to quote.',
    },
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
  const parts = [say.printedLines(block), label(say.membersOf(block))];
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

/** Markdown, for people and models alike. */
export const markdown: Formatter = {
  name: 'markdown',
  extension: 'md',
  pages: { pack, prompt, query, 'f6.3': f63, context, show },
  shows: () => ({ opening: '', separator: '\n\n', closing: '\n' }),
};

const SOURCES: Layout['sources'] = {
  ...list(
    '\n\n---\n**Sources:**\n',
    '\n',
    (block) => `- ${label(oneLine(say.names(block), 120))} (${label(say.firstLine(block))})`,
  ),
  max: SOURCES_MAX,
  more: (count) => `- +${count} more`,
};

function packHeading(block: Quote): string {
  const parts = [
    say.linesOf(block),
    label(say.title(block)),
    ...say.importsFrom(block),
    ...say.caveats(block).map(phrase),
  ];
  return `#### ${parts.filter((part) => part !== '').join(' · ')}`;
}

function code(block: Quote): string {
  return fenced(say.withImports(block), block.language);
}
