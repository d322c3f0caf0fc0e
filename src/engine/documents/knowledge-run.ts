import type { DocumentContent } from '../../model/document.ts';
import { isGraphAddress } from '../../model/entity.ts';
import type { Redact } from '../../ports/reader.ts';
import type { DocumentCard, FileRecord, Store } from '../../ports/store.ts';
import { type FreshTexts, onFreshTexts } from '../fresh-texts.ts';
import { type PathTables, pathTables } from '../links/link-directory.ts';
import type { EngineParts } from '../parts/open-parts.ts';
import type { QuestionRun } from '../question-run.ts';

/** What one question about documents works with. */
export interface KnowledgeRun {
  readonly store: Store;
  readonly files: ReadonlyMap<string, FileRecord>;
  readonly tables: PathTables;
  readonly texts: FreshTexts;
  readonly redact: Redact;
  readonly rootPatterns: readonly string[];
  readonly nowMs: number;
}

/** Answers on texts that are what the index says. */
export function onFreshDocuments<Value>(
  { parts }: Pick<QuestionRun, 'parts'>,
  ask: (run: KnowledgeRun) => Promise<Value>,
): Promise<Value> {
  return onFreshTexts(parts, async (texts) => ask(await openRun(parts, texts)));
}

async function openRun(parts: EngineParts, texts: FreshTexts): Promise<KnowledgeRun> {
  const { files } = await parts.store.opening();
  return {
    store: parts.store,
    files: new Map(files.map((file) => [file.path, file])),
    tables: pathTables(files, parts.rootPatterns),
    texts,
    redact: parts.redact,
    rootPatterns: parts.rootPatterns,
    nowMs: parts.now(),
  };
}

/** What a document holds, as it was indexed. */
export async function contentOf({ store }: KnowledgeRun, { hash }: DocumentCard): Promise<DocumentContent | null> {
  return (await store.contents([hash])).get(hash)?.facts.document ?? null;
}

const LINE_ENDS = /[\r\n\u2028\u2029]+/g;

/** Short texts out of the index with their secrets replaced, each on a line of its own. */
export async function redactLines(texts: readonly string[], redact: Redact): Promise<readonly string[]> {
  if (texts.length === 0) return [];
  const joined = texts.map((text) => text.replace(LINE_ENDS, ' ')).join('\n');
  return (await redact(joined, 'index')).text.split('\n');
}

/** Cards of the documents that are files; nodes of a graph are asked for in another way. */
export async function fileDocuments(store: Store): Promise<readonly DocumentCard[]> {
  return (await store.allDocuments()).filter(({ path }) => !isGraphAddress(path));
}
