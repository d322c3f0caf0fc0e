import { pickByName } from '../config/did-you-mean.ts';
import { CONVERSATIONS, isDocumentLanguage, isGraphSource } from '../model/entity.ts';
import type { FileRecord } from '../ports/store.ts';
import { GRAPH_SOURCES } from '../sources/graph-sources.ts';

/** The sources whose files are indexed. */
export const FILE_SOURCES = [{ name: 'code' }, { name: 'markdown' }, { name: CONVERSATIONS }] as const;
const SOURCES = [...FILE_SOURCES, { name: 'history' }] as const;
export type SourceName = (typeof SOURCES)[number]['name'];
const ALL_SOURCES: readonly { readonly name: string }[] = [...SOURCES, ...GRAPH_SOURCES];

/** Whether a caller wants a source; all of them where none was named. */
export function wants({ sources = [] }: { readonly sources?: readonly string[] | undefined }, source: string): boolean {
  const wanted = sources.map((name) => pickByName(ALL_SOURCES, name, 'source').name);
  return wanted.length === 0 || wanted.includes(source);
}

/** Which source a file of the view belongs to. */
export function sourceNameOf({ source, language }: FileRecord): string {
  if (source === CONVERSATIONS) return CONVERSATIONS;
  if (isGraphSource(source)) return source;
  return isDocumentLanguage(language) ? 'markdown' : 'code';
}
