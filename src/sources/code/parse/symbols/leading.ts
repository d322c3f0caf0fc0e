import type { Captures, Lead } from './captures.ts';

const DOC_CHARACTERS_MAX = 2000;
const DIRECTIVE =
  /^(?:eslint|prettier|biome|tslint|@ts-|ts-|noqa|nolint|type:|pylint|rubocop|go:|c8 |istanbul|#region|phpcs)/;
// What documentation generators read around the words.
const MARKUP = /<\/?(?:summary|remarks|para|returns|value|example|inheritdoc|see|c|code)\b[^>]*>/g;
// A line drawn across the page says nothing.
const RULE = /^\s*[-=*#~_+]{3,}\s*$/;

/** What stands before a definition and belongs to it. */
export interface Leading {
  /** Start of the first decorator, attribute or comment. */
  readonly start: number;
  /** Start of the definition itself, after decorators that the grammar puts inside it. */
  readonly ownStart: number;
  readonly doc: string | null;
}

/** Finds leading comments, decorators and attributes by the offsets at which they start and end. */
export function leadingFinder(text: string, captures: Captures): (start: number) => Leading {
  const byStart = new Map<number, Lead>();
  const byEnd = new Map<number, Lead>();
  for (const lead of captures.leads) {
    byStart.set(lead.start, lead);
    byEnd.set(lastNonSpace(text, lead.end) + 1, lead);
  }
  return (start) => {
    let ownStart = start;
    let first = start;
    const comments: string[] = [];
    for (let lead = before(text, byEnd, first); lead !== null; lead = before(text, byEnd, first)) {
      if (lead.isComment) comments.unshift(text.slice(lead.start, lead.end));
      first = lead.start;
    }
    for (let lead = byStart.get(ownStart); lead !== undefined; lead = byStart.get(ownStart)) {
      // A remark beside an annotation documents the annotation.
      if (text.startsWith('/**', lead.start)) comments.push(text.slice(lead.start, lead.end));
      ownStart = nextNonSpace(text, lead.end);
    }
    return { start: first, ownStart, doc: docOf(comments) };
  };
}

/** Words of comments without their marks; null when nothing is left. */
export function docOf(comments: readonly string[]): string | null {
  const lines = comments
    .join('\n')
    .slice(0, 4 * DOC_CHARACTERS_MAX)
    .replace(MARKUP, '')
    .split('\n')
    .map((line) =>
      line
        .replace(/^@\w*doc ~?[sS]?"{1,3}(.*?)"{0,3}$/, '$1')
        .replace(/^\s*(?:\/\*+!?|\*+\/|\*+ ?|\/\/[/!]*|#+!?|--+|"{3})\s?/, '')
        .replace(/(?<!\s)\s*(?<!\*)\*+\/\s*$/, '')
        .trimEnd(),
    )
    .filter((line) => !DIRECTIVE.test(line) && !RULE.test(line));
  const doc = lines.join('\n').trim().slice(0, DOC_CHARACTERS_MAX);
  return doc === '' ? null : doc;
}

/** Offset of the last character before `end` that is not white space. */
export function lastNonSpace(text: string, end: number): number {
  let at = end - 1;
  while (at >= 0 && text.charCodeAt(at) <= 32) at--;
  return at;
}

function nextNonSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 32) at++;
  return at;
}

function before(text: string, byEnd: ReadonlyMap<number, Lead>, start: number): Lead | null {
  const end = lastNonSpace(text, start) + 1;
  const lead = byEnd.get(end);
  if (lead === undefined || lead.start >= start) return null;
  if (!lead.isComment) return lead;
  // Some write a blank line even after a doc comment; any other comment that stands apart is about something else.
  const linesApart = text.slice(end, start).split('\n').length - 2;
  const isApart = linesApart > (text.startsWith('/**', lead.start) ? 1 : 0);
  return isApart || !ownsItsLine(text, lead.start) ? null : lead;
}

function ownsItsLine(text: string, start: number): boolean {
  const previous = lastNonSpace(text, start);
  return previous < 0 || text.slice(previous + 1, start).includes('\n');
}
