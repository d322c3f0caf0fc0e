// Packs cut code between statements and leave comments out first. This file tells blank lines, comments and code apart
// by the comment form of a language, without a parser.
import type { LineRange } from './facts.ts';

export type LineKind = 'blank' | 'comment' | 'code';

/** Writes a remark as a comment: `// …`, `# …`, `<!-- … -->`. */
export type CommentForm = (remark: string) => string;

/** Lines that belong together: a statement or a comment, with the blank lines after it. */
export interface Piece {
  /** Counted from 1 in the lines given. */
  readonly lines: LineRange;
  readonly isComment: boolean;
}

/**
 * Returns the kind of each line. Where `#` begins comments, a string in triple quotes counts as a comment if it begins
 * its line, as doc strings do, else as code. Each line of another string is judged by itself.
 */
export function classifyLines(lines: readonly string[], comment: CommentForm): readonly LineKind[] {
  const mark = comment('').trim().split(/\s/)[0] || '//';
  const blocks = BLOCKS.filter(({ beside }) => beside.includes(mark));
  let end: RegExp | null = null;
  let textEnd: string | null = null;
  return lines.map((line) => {
    const text = line.trim();
    if (textEnd !== null) {
      if (text.includes(textEnd)) textEnd = null;
      return 'code';
    }
    if (end) {
      if (end.test(text)) end = null;
      return 'comment';
    }
    if (text === '') return 'blank';
    const opened = blocks.find(({ start }) => start.test(text));
    if (opened) {
      const rest = text.replace(opened.start, '');
      const index = rest.search(opened.end);
      if (index < 0) end = opened.end;
      else if (rest.slice(index).replace(opened.end, '').trim() !== '') return 'code';
      return 'comment';
    }
    if (text.startsWith(mark)) return 'comment';
    if (mark === '#') textEnd = LONG_TEXTS.find((sign) => text.split(sign).length % 2 === 0) ?? null;
    return 'code';
  });
}

const LONG_TEXTS = ['"""', "'''"] as const;

// Comments of several lines. `beside` lists the signs with which remarks begin in the same languages.
const BLOCKS: readonly { readonly beside: readonly string[]; readonly start: RegExp; readonly end: RegExp }[] = [
  { beside: ['//', '/*', '#', '--'], start: /^\/\*/, end: /\*\// },
  { beside: ['#'], start: /^[rRuU]?"""/, end: /"""/ },
  { beside: ['#'], start: /^[rRuU]?'''/, end: /'''/ },
  { beside: ['#'], start: /^=begin\b/, end: /^=end\b/ },
  { beside: ['<!--', '//'], start: /^<!--/, end: /-->/ },
];

/** A statement of more lines was probably misread, so it is cut after these. */
const STATEMENT_LINES_MAX = 25;

/** Cuts lines into pieces between statements, as far as line ends and brackets show them; a comment stays whole. */
export function cutIntoPieces(lines: readonly string[], comment: CommentForm): readonly Piece[] {
  const kinds = classifyLines(lines, comment);
  const pieces: { lines: [number, number]; isComment: boolean }[] = [];
  const open: string[] = [];
  let previousLine = '';
  for (const [index, line] of lines.entries()) {
    const kind = kinds[index]!;
    const current = pieces.at(-1);
    const isComment = kind === 'comment';
    if (kind === 'blank') {
      if (current) current.lines[1] = index + 1;
      continue;
    }
    const isLong = current !== undefined && index + 1 - current.lines[0] >= STATEMENT_LINES_MAX;
    if (isLong && !isComment) open.length = 0;
    const goesOn = isComment
      ? current?.isComment
      : current && !current.isComment && continues(line, previousLine, open);
    if (current && goesOn && (isComment || !isLong)) current.lines[1] = index + 1;
    else pieces.push({ lines: [index + 1, index + 1], isComment });
    if (isComment) continue;
    previousLine = stripToCode(line);
    trackBrackets(previousLine, open);
  }
  return pieces;
}

// The beginning of a line that goes on with the statement before it, and the end of a line whose statement goes on.
const CLOSES = /^(?:[.)\]}?]|&&|\|\||(?:else|catch|finally|elif|except|rescue|ensure|end)\b)/;
const OPEN_ENDED = /(?:[,([=+\\]|&&|\|\||=>)$/;

function continues(line: string, previousLine: string, open: readonly string[]): boolean {
  return CLOSES.test(line.trim()) || OPEN_ENDED.test(previousLine) || (open.length > 0 && open.at(-1) !== '{');
}

// Empties strings and removes the comment at the end, because their brackets do not count.
function stripToCode(line: string): string {
  return stripTexts(line)
    .replace(/\s(?:\/\/|#).*$/s, '')
    .trim();
}

function stripTexts(line: string): string {
  const parts: string[] = [];
  // If a string with this quote does not end on the line, no later one with the same quote does.
  const endless = new Set<string>();
  let from = 0;
  for (const { 0: quote, index } of line.matchAll(/["'`]/g)) {
    if (index < from || endless.has(quote)) continue;
    const end = endOfText(line, index);
    if (end === null) endless.add(quote);
    else {
      parts.push(line.slice(from, index), '""');
      from = end;
    }
  }
  return parts.join('') + line.slice(from);
}

function endOfText(line: string, start: number): number | null {
  for (let index = start + 1; index < line.length; index++)
    if (line[index] === '\\') index++;
    else if (line[index] === line[start]) return index + 1;
  return null;
}

const OPENERS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

function trackBrackets(line: string, open: string[]): void {
  for (const sign of line.match(/[()[\]{}]/g) ?? []) {
    const opener = OPENERS[sign];
    if (opener === undefined) open.push(sign);
    else if (open.includes(opener)) while (open.pop() !== opener);
  }
}
