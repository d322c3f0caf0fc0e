// What questions about documents share: the index, the tables of paths and the texts of one answer.
import { filesByPath } from '../../indexing/view-caches.ts';
import type { DocumentContent } from '../../model/document.ts';
import { isGraphAddress } from '../../model/entity.ts';
import type { Redact } from '../../ports/reader.ts';
import type { DocumentCard, FileRecord, Store } from '../../ports/store.ts';
import { type FreshTexts, onFreshTexts } from '../fresh-texts.ts';
import { type PathTables, pathTables } from '../links/link-directory.ts';
import type { EngineParts } from '../open/open-parts.ts';
import type { QuestionRun } from '../question-run.ts';

export interface DocumentRun extends Pick<EngineParts, 'store' | 'redact' | 'rootPatterns'> {
  readonly files: ReadonlyMap<string, FileRecord>;
  readonly tables: PathTables;
  readonly texts: FreshTexts;
  readonly nowMs: number;
}

/** Answers on texts that match the index, as `onFreshTexts` does. */
export function onFreshDocuments<Value>(
  { parts }: Pick<QuestionRun, 'parts'>,
  ask: (run: DocumentRun) => Promise<Value>,
): Promise<Value> {
  const { store, redact, rootPatterns, now } = parts;
  return onFreshTexts(parts, async (texts) => {
    const { files } = await store.opening();
    const tables = pathTables(files, rootPatterns);
    return ask({ store, redact, rootPatterns, texts, tables, files: filesByPath(files), nowMs: now() });
  });
}

export async function contentOf({ store }: DocumentRun, { hash }: DocumentCard): Promise<DocumentContent | null> {
  return (await store.contents([hash])).get(hash)?.facts.document ?? null;
}

const LINE_ENDS = /[\r\n\u2028\u2029]+/g;

/** Redacts short texts of the index, and joins the lines of each to one. */
export async function redactLines(texts: readonly string[], redact: Redact): Promise<readonly string[]> {
  if (texts.length === 0) return [];
  const allLines = texts.map((text) => text.replace(LINE_ENDS, ' ')).join('\n');
  return (await redact(allLines, 'index')).text.split('\n');
}

/** The cards of all documents but those of knowledge graphs. */
export async function fileDocuments(store: Store): Promise<readonly DocumentCard[]> {
  return (await store.allDocuments()).filter(({ path }) => !isGraphAddress(path));
}
