import { refreshFile } from '../../indexing/refresh-file.ts';
import type { DocumentContent } from '../../model/document.ts';
import type { Redact } from '../../ports/reader.ts';
import type { DocumentCard, FileRecord, Store } from '../../ports/store.ts';
import type { EngineParts } from '../open-parts.ts';
import type { RunContext } from '../run-pack.ts';
import { type DocumentTexts, documentTexts } from './document-texts.ts';
import { type PathTables, pathTables } from './link-directory.ts';

/** How often a run starts again because files changed under it. */
const ATTEMPTS = 3;

/** What one question about documents works with. */
export interface KnowledgeRun {
  readonly store: Store;
  readonly files: ReadonlyMap<string, FileRecord>;
  readonly tables: PathTables;
  readonly texts: DocumentTexts;
  readonly redact: Redact;
  readonly rootPatterns: readonly string[];
  readonly nowMs: number;
}

/** Answers on texts that are what the index says: when one is not, it is indexed again and the question asked anew. */
export async function onFreshDocuments<Value>(
  { parts }: Pick<RunContext, 'parts'>,
  ask: (run: KnowledgeRun) => Promise<Value>,
): Promise<Value> {
  for (let attempt = 1; ; attempt++) {
    const run = await openRun(parts, attempt === ATTEMPTS);
    const value = await ask(run).catch((error: unknown) => {
      // What went wrong on changed files may be right on the new ones.
      if (run.texts.changed.size === 0) throw error;
      return null;
    });
    if (run.texts.changed.size === 0 && value !== null) return value;
    for (const path of run.texts.changed) await refreshFile(parts, path);
  }
}

async function openRun(parts: EngineParts, acceptsChanged: boolean): Promise<KnowledgeRun> {
  const files = await parts.store.files();
  return {
    store: parts.store,
    files: new Map(files.map((file) => [file.path, file])),
    tables: pathTables(files, parts.rootPatterns),
    texts: documentTexts(parts, acceptsChanged),
    redact: parts.redact,
    rootPatterns: parts.rootPatterns,
    nowMs: parts.now(),
  };
}

/** What a document holds, as it was indexed. */
export async function contentOf({ store }: KnowledgeRun, { hash }: DocumentCard): Promise<DocumentContent | null> {
  return (await store.contents([hash])).get(hash)?.facts.document ?? null;
}
