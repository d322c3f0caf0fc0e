import { type PlainText, plainCode, plainText } from './plain-text.ts';
import type { TanaDoc } from './tana-doc.ts';

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
