/** What a name refers to, by id: how it is called, or null when it is not in the export. */
import type { TanaDoc } from './tana-doc.ts';

export type NameOf = (id: string) => string | null;

export interface PlainText {
  readonly text: string;
  /** Ids it refers to, in order. */
  readonly references: readonly string[];
  /** It is nothing but references, with commas or spaces between. */
  readonly isOnlyReferences: boolean;
}

// A reference ends where the next span begins or ends: however a name is broken, each of its characters is read once.
const SPAN = /<span\b([^<>]*)>([^<]*(?:<(?!\/?span\b)[^<]*)*)<\/span\s*>/gi;
const NODE = /\bdata-inlineref-node\s*=\s*["']([^"']+)["']/i;
const NODE_NAME = /\bdata-inlineref-node-name\s*=\s*["']([^"']*)["']/i;
const DATE = /\bdata-inlineref-date\s*=\s*(?:"([^"]*)"|'([^']*)')/i;
const UNSEEN = /<(script|style)\b[^<>]*>[^<]*(?:<(?!\/\1)[^<]*)*(?:<\/\1\s*>|$)/gi;
// Only what is HTML goes: `List<T>` and `a < b` are text.
const TAG =
  /<\/?(?:a|abbr|b|big|blockquote|br|code|del|div|em|font|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|pre|q|s|script|small|span|strike|strong|style|sub|sup|table|tbody|td|th|thead|tr|u|ul|iframe|svg|video|audio|input|button|form|label|object|embed|link|meta)(?:\s[^<>]*)?\/?>/gi;
const BLOCK = /^<\/?(?:br|div|p|li|ul|ol|h[1-6]|hr|tr|td|th|blockquote|pre|table)\b/i;
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const CONTROL = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B\u2028\u2029\uFEFF]/g;

/** A name as a person reads it: references by name, dates by day, no HTML, on one line. */
export function plainText(html: string, nameOf: NameOf): PlainText {
  if (!html.includes('<') && !html.includes('&'))
    return { text: oneLine(html), references: [], isOnlyReferences: false };
  const references: string[] = [];
  let hasOther = false;
  const seen = html.replace(UNSEEN, ' ').replace(SPAN, (whole: string, attributes: string, alias: string) => {
    const id = NODE.exec(attributes)?.[1];
    if (id !== undefined) {
      references.push(decoded(id));
      const own = bare(alias) === '' ? null : alias;
      return own ?? escaped(nameOf(decoded(id)) ?? decoded(NODE_NAME.exec(attributes)?.[1] ?? ''));
    }
    hasOther = true;
    const date = dateOf(attributes);
    return date === null ? whole : escaped(date);
  });
  const text = oneLine(decoded(withoutTags(seen)));
  const isOnlyReferences = references.length > 0 && !hasOther && /^[\s,;]*$/.test(bare(html.replace(SPAN, '')));
  return { text, references: [...new Set(references)], isOnlyReferences };
}

/** Code as it was written: nothing in it is HTML but its entities. */
export function plainCode(html: string): string {
  return decoded(html).replace(/\r\n?/g, '\n').replace(CONTROL, '').trimEnd();
}

const bare = (html: string): string => decoded(withoutTags(html)).trim();
const withoutTags = (html: string): string => html.replace(TAG, (tag) => (BLOCK.test(tag) ? ' ' : ''));
const oneLine = (text: string): string => text.replace(CONTROL, ' ').replace(/\s+/g, ' ').trim();
// What is put into HTML is taken apart with it again.
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
    return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? whole : String.fromCodePoint(code);
  });
}

function dateOf(attributes: string): string | null {
  const match = DATE.exec(attributes);
  if (!match) return null;
  try {
    const { dateTimeString } = JSON.parse(decoded(match[1] ?? match[2] ?? '')) as { dateTimeString?: unknown };
    return typeof dateTimeString === 'string' ? dateTimeString : null;
  } catch {
    // Not as Tana writes it: then the text inside the span is what there is.
    return null;
  }
}

// A name may refer to a node whose name refers to a third; nobody follows that for long.
const DEPTH_MAX = 3;

export interface DocNames {
  /** The name of a document in plain text. */
  nameOf(doc: TanaDoc): string;
  /** A text of a document, with what it refers to. */
  textOf(doc: TanaDoc, html: string): PlainText;
}

export const isCode = (doc: TanaDoc): boolean => doc.docType === 'codeblock';

/** Names of documents. Those that refer to nothing are worked out once, however many refer to them. */
export function docNames(docOf: (id: string) => TanaDoc | undefined): DocNames {
  const known = new Map<string, string>();
  const textOn = (way: readonly string[], html: string): PlainText =>
    plainText(html, (id) => (way.includes(id) || way.length > DEPTH_MAX ? null : nameOn(way, id)));
  const nameOn = (way: readonly string[], id: string): string | null => {
    const doc = docOf(id);
    if (!doc?.isHere) return null;
    const before = known.get(id);
    if (before !== undefined) return before;
    const text = isCode(doc) ? plainCode(doc.name) : textOn([...way, id], doc.name).text;
    // What refers to others says less to who came from one of them.
    if (way.length === 0 || !doc.name.includes('<')) known.set(id, text);
    return text;
  };
  return {
    nameOf: (doc) => nameOn([], doc.id) ?? '',
    textOf: (doc, html) => textOn([doc.id], html),
  };
}
