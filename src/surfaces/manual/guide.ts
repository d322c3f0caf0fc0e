// Finds the pages of the guide for `knap help`, and formats markdown for a terminal.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULTS } from '../../config/defaults.ts';
import { findNearestWord } from '../../config/did-you-mean.ts';
import { packageFile } from '../../config/this-package.ts';
import { ContextError } from '../../model/errors.ts';
import { table, wrapText } from '../../operations/text-table.ts';
import { readPlainText } from '../../reading/plain-file.ts';

const FOLDER = packageFile('docs/guide');
const INDEX = 'README.md';
const INDEX_TOPIC = 'guide';

/** The topics of `knap help` besides commands: the pages of the guide, and `guide`, which lists them. */
export function guideTopics(): readonly string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.md'))
    .map((name) => (name === INDEX ? INDEX_TOPIC : name.replace(/\.md$/, '')));
}

export function guideText(topic: string): string {
  const topics = guideTopics();
  const file = topic === INDEX_TOPIC ? INDEX : `${topic}.md`;
  const text = topics.includes(topic)
    ? readPlainText(join(FOLDER, file), { ...DEFAULTS.kept, followsLinks: true })
    : null;
  if (text !== null) return text;
  const near = findNearestWord(topic, topics) ?? topics.find((other) => other.includes(topic)) ?? null;
  throw new ContextError(
    'BAD_INPUT',
    `There is no command and no page of the guide named "${topic}"; ${near === null ? 'for all pages: knap help guide' : `did you mean: knap help ${near}`}`,
  );
}

const COLUMNS_MAX = 100;
const INDENT = '    ';
const ITEM = /^(?:[-*]|\d+\.) +/;
// A line that is only a picture.
const PICTURE = /^!\[[^\]]*\]\([^)]*\)$/gm;
// The line below the head of a table.
const RULE = /^\|[-|: ]+\|$/;

/** Formats markdown for a terminal. */
export function screenText(markdown: string, columns: number, bold: (text: string) => string): string {
  const width = Math.min(columns, COLUMNS_MAX);
  // Splits at fences; one of four back-ticks may contain one of three.
  const blocks = markdown
    .replace(PICTURE, '')
    .split(/(^```(?!`).*\n[\s\S]*?^```$|^````.*\n[\s\S]*?^````$)/m)
    .flatMap((part) => (part.startsWith('```') ? [codeLines(part)] : proseBlocks(part, width, bold)));
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

const codeLines = (fence: string): readonly string[] =>
  fence
    .split('\n')
    .slice(1, -1)
    .map((line) => (INDENT + line).trimEnd());

function proseBlocks(text: string, width: number, bold: (text: string) => string): readonly (readonly string[])[] {
  return text.split(/\n{2,}/).map((block) => {
    const lines = block.split('\n').filter((line) => line.trim() !== '');
    const [first = ''] = lines;
    if (first.startsWith('|')) return tableLines(lines, width);
    return paragraphs(lines).flatMap((paragraph) => {
      const heading = /^#+ (.*)/.exec(paragraph)?.[1];
      if (heading !== undefined) return [bold(heading)];
      const mark = ITEM.exec(paragraph)?.[0] ?? '';
      const [start = '', ...rest] = wrapText(
        withoutMarkup(paragraph.slice(mark.length)),
        ' '.repeat(mark.length),
        width,
      );
      return [mark + start.slice(mark.length), ...rest];
    });
  });
}

// List items, headings and what follows a heading begin a new paragraph; other lines are joined.
function paragraphs(lines: readonly string[]): readonly string[] {
  const joinedParagraphs: string[] = [];
  for (const line of lines) {
    const isNew =
      joinedParagraphs.length === 0 || ITEM.test(line) || /^#+ /.test(line) || /^#+ /.test(joinedParagraphs.at(-1)!);
    if (isNew) joinedParagraphs.push(line.trim());
    else joinedParagraphs[joinedParagraphs.length - 1] += ` ${line.trim()}`;
  }
  return joinedParagraphs;
}

// Prints a wide table as a list: the first cell of a row, and the other cells below it.
function tableLines(lines: readonly string[], width: number): readonly string[] {
  const rows = lines.filter((line) => !RULE.test(line)).map((line) => cellsOf(line).map(withoutMarkup));
  const heads = rows.map((row) => row.slice(0, -1));
  const before = Math.max(0, ...table(heads).map((line) => line.length));
  if (before <= width / 2) return table(rows, width);
  return rows.flatMap(([term = '', ...rest]) => [
    ...wrapText(term, '', width),
    ...wrapText(rest.filter((cell) => cell !== '').join(' | '), INDENT, width),
  ]);
}

const cellsOf = (line: string): readonly string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

// Reduces links and bold text to their words, but leaves code in back-ticks unchanged.
const withoutMarkup = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part) =>
      part.startsWith('`') ? part : part.replace(/(?<!!)\[([^[\]]*)\]\([^)\s]*\)/g, '$1').replaceAll('**', ''),
    )
    .join('');
