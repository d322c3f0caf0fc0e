import { type PlainText, plainCode, plainText } from './plain-text.ts';
import type { TanaDoc } from './tana-doc.ts';

// A name may refer to a node whose name refers to a third; nobody follows that for long.
const DEPTH_MAX = 3;

export interface DocNames {
  /** The name of a document in plain text. */
  nameOf(doc: TanaDoc): string;
  /** Any text of a document, with what it refers to. */
  textOf(html: string): PlainText;
}

export const isCode = (doc: TanaDoc): boolean => doc.docType === 'codeblock';

/** Names of documents, each worked out once however many refer to it. */
export function docNames(docOf: (id: string) => TanaDoc | undefined): DocNames {
  const known = new Map<string, string>();
  const resolve = (id: string, depth: number): string | null => {
    const doc = docOf(id);
    if (!doc?.isHere || depth > DEPTH_MAX) return null;
    const before = known.get(id);
    if (before !== undefined) return before;
    const text = isCode(doc) ? plainCode(doc.name) : plainText(doc.name, (inner) => resolve(inner, depth + 1)).text;
    // A name that was cut short by the depth is right only for who came this way.
    if (depth === 1) known.set(id, text);
    return text;
  };
  return {
    nameOf: (doc) => resolve(doc.id, 1) ?? '',
    textOf: (html) => plainText(html, (id) => resolve(id, 1)),
  };
}
