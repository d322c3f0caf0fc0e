// Reads values that a syntax encloses: between quotes, in lists, and in the entries under a heading.
import { JUDGED_CHARACTERS } from './credential-check.ts';
import { matchAt, type SecretSpan, spanOf } from './search-hints.ts';

/** Reads the values of lines that hold nothing else, from `start` on: with a dash or a number before them, or bare. */
export function readDashes(text: string, start: number, rule: string): readonly SecretSpan[] {
  const line =
    /[ \t]{0,40}(?:(?:-|\d{1,2}[.)])[ \t]{1,4})?["']?(?<value>[^\s"'#:]{6,200}|\d{3,6}(?: \d{3,6}){1,3})["']?[ \t]*(?:\r?\n|$)/gy;
  line.lastIndex = start;
  return Array.from(text.matchAll(line), (match) => {
    const value = match.groups!.value!;
    return spanOf(match.index + match[0].indexOf(value), value, rule);
  });
}

/** Reads the words in a list of a shell, Perl or Ruby, from `start` on. */
export function readWords(text: string, start: number, rule: string): readonly SecretSpan[] {
  const list = /[^\r\n\])}>/;"'$`]{6,2000}(?:\r?\n[^\r\n\])}>/;"'$`]{0,200}){0,100}(?=[\])}>/])/y;
  const words = matchAt(list, text, start)?.[0] ?? '';
  return Array.from(words.matchAll(/\S{6,200}/g), ({ 0: word, index }) => spanOf(start + index, word, rule));
}

const ENTRIES_MAX = 100;
const ENTRIES_CHARACTERS_MAX = 2_000;
const INDENT_CHARACTERS_MAX = 60;
// Keys of entries that say who, where or how, and hold no secret.
const NAME_WITHOUT_SECRET =
  /(?:user|name|host|type|id|file|path|url|uri|email|mail|port|region|description|required|provider|realm|from|issuer|external|driver|mode|format|kind|engine|version|scheme|method|default|ref|key|class|service|mount|enabled|source|target|bucket|endpoint|environment|store)s?$/i;

/** Reads the values of the entries under a heading, from `start` on, that may be secret by their keys. */
export function readEntries(text: string, start: number, rule: string): readonly SecretSpan[] {
  const entry =
    /(?<indent>[ \t]{0,40})["']?(?<key>[\w.@-]{1,40})["']?[ \t]?[:=][ \t]{0,8}(?<value>[^\r\n]{0,200})(?:\r?\n|$)/y;
  const spans: SecretSpan[] = [];
  entry.lastIndex = start;
  const indent = /[ \t]*/.exec(text.slice(start, start + INDENT_CHARACTERS_MAX))![0];
  for (
    let match = entry.exec(text);
    match?.groups?.indent === indent && spans.length < ENTRIES_MAX && entry.lastIndex < start + ENTRIES_CHARACTERS_MAX;
    match = entry.exec(text)
  ) {
    const { key, value: written } = match.groups as Record<string, string>;
    const value = /^["']?(?<value>[^\s"',;#]{6,200})["']?(?:\s|$)(?!\s*\w)/.exec(written!)?.groups?.value;
    if (value === undefined || NAME_WITHOUT_SECRET.test(key!)) continue;
    spans.push(spanOf(match.index + match[0].indexOf(value, indent.length + key!.length), value, rule));
  }
  return spans;
}

/** A value between quotes, or several literals that the code joins to a value. */
export interface QuotedValue {
  readonly text: string;
  /** The position of the quote that closes it. */
  readonly end: number;
}

const VALUE_CHARACTERS_MAX = 100_000;
const PIECES_MAX = 100;
// The text between two literals that code joins: 'a' + 'b', 'a' . 'b', 'a' & 'b', or "a" "b" on two lines in brackets.
const JOINT = /\s{0,4}(?:\+|\.{1,2}|&|<>|\\|\r?\n)\s{0,80}[A-Za-z]?(["'])/y;
const HEAD = { '"': /[^"\r\n]{0,500}/y, "'": /[^'\r\n]{0,500}/y, '`': /[^`]{0,500}/y } as const;

/** Reads from `start`, behind the opening quote, to the closing quote; null if there is none or the value is empty. */
export function readQuotedValue(text: string, start: number, quote: string): QuotedValue | null {
  const end = findQuoteEnd(text, start, quote);
  if (end === null || end === start) return null;
  const first: QuotedValue = { text: text.slice(start, end), end };
  return quote.length === 1
    ? joinPieces(text, first, quote, /\(\s*.$/.test(text.slice(Math.max(0, start - 40), start)))
    : first;
}

function joinPieces(text: string, first: QuotedValue, quote: string, isInBrackets: boolean): QuotedValue {
  let { text: whole, end } = first;
  for (let piece = 1; piece < PIECES_MAX && whole.length < JUDGED_CHARACTERS; piece++) {
    const match = matchAt(JOINT, text, end + quote.length);
    if (!match || match[1] !== quote || (/^\s/.test(match[0]) && !/[+.&<\\]/.test(match[0]) && !isInBrackets)) break;
    const next = findQuoteEnd(text, JOINT.lastIndex, quote);
    if (next === null || /\s/.test(text.slice(JOINT.lastIndex, next))) break;
    whole += text.slice(JOINT.lastIndex, next);
    end = next;
  }
  return { text: whole, end };
}

const CLOSING: Readonly<Record<string, string>> = {
  '「': '」',
  '[[': ']]',
  'R"(': ')"',
  'q{': '}',
  'q(': ')',
  'q[': ']',
  'q|': '|',
};

function findQuoteEnd(text: string, start: number, opening: string): number | null {
  const quote = CLOSING[opening.replace(/^(?:%[qQ]?|[qQ]{1,2})(?=.$)/, 'q')] ?? opening;
  if (quote.length === 3 && !quote.startsWith('\\')) return findLongQuoteEnd(text, start, quote);
  if (quote.length > 1 || quote !== opening) {
    const end = findBracketEnd(text.slice(start, start + JUDGED_CHARACTERS), opening.at(-1)!, quote);
    return end === -1 || /[\r\n]/.test(text.slice(start, start + end)) ? null : start + end;
  }
  const head = HEAD[quote as keyof typeof HEAD];
  let at = start;
  // A quote behind a backslash belongs to the value, unless it is the only quote that can close it on this line.
  let escaped: number | null = null;
  for (;;) {
    head.lastIndex = at;
    head.exec(text);
    at = head.lastIndex;
    if (text[at] === quote) {
      if (at > start && text[at + 1] === quote && /\w/.test(text[at + 2] ?? '')) at++;
      else if (text[at - 1] !== '\\' || at === start || hasEvenBackslashes(text, at)) return at;
      else escaped ??= at;
      at++;
    } else if (at < text.length && !/[\r\n]/.test(text[at]!) && at - start < VALUE_CHARACTERS_MAX) continue;
    else return escaped;
  }
}

// Finds the bracket that closes a literal; the brackets within it come in pairs.
function findBracketEnd(text: string, open: string, close: string): number {
  let depth = 0;
  for (let at = text.indexOf(close); at !== -1; at = text.indexOf(close, at + 1)) {
    depth = text.slice(0, at).split(open).length - text.slice(0, at).split(close).length;
    if (depth <= 0 || close === open) return at;
  }
  return text.indexOf(close);
}

function hasEvenBackslashes(text: string, at: number): boolean {
  let count = 0;
  while (count < 20 && text[at - 1 - count] === '\\') count++;
  return count % 2 === 0;
}

function findLongQuoteEnd(text: string, start: number, quote: string): number | null {
  const end = text.slice(start, start + VALUE_CHARACTERS_MAX).indexOf(quote);
  return end === -1 ? null : start + end;
}
