import type { LineRange } from '../../../model/facts.ts';

/** A sentence of prose, with the lines of the text it stands on. */
export interface Sentence {
  readonly text: string;
  /** 1-based, inclusive. */
  readonly lines: LineRange;
  /** The text under which it stands, when that is a heading or a label of its own: `Decision:`. */
  readonly label: string | null;
}

const FENCE = /^[ \t]*(```|~~~)/;
const QUOTE = /^[ \t]*>/;
const HEADING = /^[ \t]{0,3}#{1,6}[ \t]+/;
const LIST_ITEM = /^[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+/;
const TABLE_ROW = /^[ \t]*\|/;
// After a full stop, a space and something that can begin a sentence.
const BOUNDARY = /(?<=[.!?]["'”’)*_`]{0,3})[ \t\n]+(?=["'“‘(*_`[]{0,3}[\p{Lu}\p{Lo}\p{N}])/gu;
const ABBREVIATION = /\b(?:e\.g|i\.e|cf|vs|etc|approx|no|fig|dr|mr|mrs|st)\.$/i;

/** The sentences of a text in markdown, without what is quoted: listings, block quotes and tables. */
export function sentencesOf(text: string): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let label: string | null = null;
  for (const { lines, first } of paragraphsOf(text.split('\n'))) {
    if (HEADING.test(lines[0]!)) {
      label = lines[0]!.replace(HEADING, '').trim();
      continue;
    }
    const whole = [lines[0]!.replace(LIST_ITEM, ''), ...lines.slice(1)].join('\n');
    sentences.push(...cut(whole).map(({ start, end }) => sentence(whole, start, end)));

    function sentence(from: string, start: number, end: number): Sentence {
      const before = first + newlines(from, 0, start);
      return {
        text: from.slice(start, end).replace(/\s+/g, ' ').trim(),
        lines: [before, before + newlines(from, start, end)],
        label,
      };
    }
  }
  return sentences;
}

interface Paragraph {
  readonly first: number;
  readonly lines: readonly string[];
}

function paragraphsOf(lines: readonly string[]): readonly Paragraph[] {
  const paragraphs: { first: number; lines: string[] }[] = [];
  let fence: string | null = null;
  let isOpen = false;
  lines.forEach((line, index) => {
    const mark = FENCE.exec(line)?.[1] ?? null;
    const isListing = fence !== null || mark !== null;
    if (fence === null) fence = mark;
    else if (mark === fence) fence = null;
    if (isListing || line.trim() === '' || QUOTE.test(line) || TABLE_ROW.test(line)) {
      isOpen = false;
      return;
    }
    const isHeading = HEADING.test(line);
    if (!isOpen || isHeading || LIST_ITEM.test(line)) paragraphs.push({ first: index + 1, lines: [line] });
    else paragraphs.at(-1)!.lines.push(line);
    isOpen = !isHeading;
  });
  return paragraphs;
}

function cut(paragraph: string): readonly { readonly start: number; readonly end: number }[] {
  const pieces: { start: number; end: number }[] = [];
  let start = 0;
  for (const match of paragraph.matchAll(BOUNDARY)) {
    if (ABBREVIATION.test(paragraph.slice(Math.max(0, match.index - 12), match.index))) continue;
    pieces.push({ start, end: match.index });
    start = match.index + match[0].length;
  }
  return [...pieces, { start, end: paragraph.trimEnd().length }].filter(({ start: from, end }) => end > from);
}

function newlines(text: string, start: number, end: number): number {
  let count = 0;
  for (let index = text.indexOf('\n', start); index !== -1 && index < end; index = text.indexOf('\n', index + 1))
    count++;
  return count;
}
