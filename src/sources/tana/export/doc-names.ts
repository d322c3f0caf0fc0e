// Tana writes names as HTML with references in spans. This file converts them to plain text and lists the references.
import { isRecord, parseJson } from '../../../model/records.ts';
import type { TanaDoc } from './tana-doc.ts';

interface PlainText {
  readonly text: string;
  /** The ids of documents that it refers to, in order. */
  readonly references: readonly string[];
  /** Whether it holds only references, separated by commas, semicolons or spaces. */
  readonly isOnlyReferences: boolean;
}

// A reference ends at the next start or end of a span, so that each character is read once, even in a broken name.
const SPAN = /<span\b([^<>]*)>([^<]*(?:<(?!\/?span\b)[^<]*)*)<\/span\s*>/gi;
const NODE = /\bdata-inlineref-node\s*=\s*["']([^"']+)["']/i;
const NODE_NAME = /\bdata-inlineref-node-name\s*=\s*["']([^"']*)["']/i;
const DATE = /\bdata-inlineref-date\s*=\s*(?:"([^"]*)"|'([^']*)')/i;
const INVISIBLE = /<(script|style)\b[^<>]*>[^<]*(?:<(?!\/\1)[^<]*)*(?:<\/\1\s*>|$)/gi;
// Matches only common tags of HTML, because `List<T>` and `a < b` are text.
const TAG =
  /<\/?(?:a|abbr|b|big|blockquote|br|code|del|div|em|font|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|pre|q|s|script|small|span|strike|strong|style|sub|sup|table|tbody|td|th|thead|tr|u|ul|iframe|svg|video|audio|input|button|form|label|object|embed|link|meta)(?:\s[^<>]*)?\/?>/gi;
// These tags become a space; others are removed.
const BLOCK = /^<\/?(?:br|div|p|li|ul|ol|h[1-6]|hr|tr|td|th|blockquote|pre|table)\b/i;
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const CONTROL = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B\u2028\u2029\uFEFF]/g;

/**
 * Converts a name to one line of plain text: references become their alias or name, dates their text, and HTML is
 * removed. `nameOf` returns the name of a document by its id; null if it is not known.
 */
export function toPlainText(html: string, nameOf: (id: string) => string | null): PlainText {
  if (!html.includes('<') && !html.includes('&'))
    return { text: oneLine(html), references: [], isOnlyReferences: false };
  const references: string[] = [];
  let hasOther = false;
  const seen = html.replace(INVISIBLE, ' ').replace(SPAN, (whole: string, attributes: string, alias: string) => {
    const id = NODE.exec(attributes)?.[1];
    if (id !== undefined) {
      references.push(decodeEntities(id));
      return bareText(alias) !== ''
        ? alias
        : escapeHtml(nameOf(decodeEntities(id)) ?? decodeEntities(NODE_NAME.exec(attributes)?.[1] ?? ''));
    }
    hasOther = true;
    const date = readDate(attributes);
    return date === null ? whole : escapeHtml(date);
  });
  const text = oneLine(decodeEntities(removeTags(seen)));
  const isOnlyReferences = references.length > 0 && !hasOther && /^[\s,;]*$/.test(bareText(html.replace(SPAN, '')));
  return { text, references: [...new Set(references)], isOnlyReferences };
}

/** Converts code to plain text. Code contains entities, and no other HTML. */
export function toPlainCode(html: string): string {
  return decodeEntities(html).replace(/\r\n?/g, '\n').replace(CONTROL, '').trimEnd();
}

const bareText = (html: string): string => decodeEntities(removeTags(html)).trim();
const removeTags = (html: string): string => html.replace(TAG, (tag) => (BLOCK.test(tag) ? ' ' : ''));
const oneLine = (text: string): string => text.replace(CONTROL, ' ').replace(/\s+/g, ' ').trim();
// Escapes a text that is put into HTML, because the entities of that HTML are decoded later.
const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
    return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? whole : String.fromCodePoint(code);
  });
}

function readDate(attributes: string): string | null {
  const [, double, single] = DATE.exec(attributes) ?? [];
  const date = parseJson(decodeEntities(double ?? single ?? ''));
  return isRecord(date) && typeof date.dateTimeString === 'string' ? date.dateTimeString : null;
}

// A name may refer to a node whose name refers to another node; references are followed to this depth.
const DEPTH_MAX = 3;

export type DocNames = ReturnType<typeof readNames>;

export const isCode = (doc: TanaDoc): boolean => doc.docType === 'codeblock';

export function readNames(docOf: (id: string) => TanaDoc | undefined) {
  const cached = new Map<string, string>();
  const textOf = (path: readonly string[], html: string): PlainText =>
    toPlainText(html, (id) => (path.includes(id) || path.length > DEPTH_MAX ? null : nameOf(path, id)));
  const nameOf = (path: readonly string[], id: string): string | null => {
    const doc = docOf(id);
    if (!doc?.isHere) return null;
    const before = cached.get(id);
    if (before !== undefined) return before;
    const text = isCode(doc) ? toPlainCode(doc.name) : textOf([...path, id], doc.name).text;
    // Below the top, a name with references may be shortened, so it is not cached.
    if (path.length === 0 || !doc.name.includes('<')) cached.set(id, text);
    return text;
  };
  return {
    docOf,
    /** Returns the name of a document in plain text. */
    nameOf: (doc: TanaDoc) => nameOf([], doc.id) ?? '',
    /** Converts a text of a document to plain text, and lists its references. */
    textOf: (doc: TanaDoc, html: string) => textOf([doc.id], html),
  };
}
