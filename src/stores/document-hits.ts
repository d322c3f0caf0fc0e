import { byText } from '../model/terms.ts';
import type { DocumentHit } from '../ports/store.ts';

/** The order of hits: by key, path and section, a document before its sections. */
export function compareHits(a: DocumentHit, b: DocumentHit): number {
  return byText(a.key, b.key) || byText(a.path, b.path) || (a.section ?? -1) - (b.section ?? -1);
}
