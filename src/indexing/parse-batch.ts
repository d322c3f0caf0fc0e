import type { DocumentContent } from '../model/document.ts';
import { invariant } from '../model/errors.ts';
import type { ContentFacts } from '../model/facts.ts';
import type { ParseResult } from '../ports/source.ts';
import type { ContentRecord, ViewRow } from '../ports/store.ts';
import { documentEntry } from './document-entry.ts';
import type { IndexParts } from './parts.ts';
import type { FreshFile } from './read-batch.ts';
import { sourceOf } from './scan-sources.ts';

type ParseParts = Pick<IndexParts, 'sources' | 'store' | 'parser' | 'rootPatterns'>;

/** Rows and contents for files whose content is new to the view; only what no file ever held is parsed. */
export async function parseBatch(
  files: readonly FreshFile[],
  parts: ParseParts,
): Promise<{ readonly contents: readonly ContentRecord[]; readonly upsert: readonly ViewRow[] }> {
  const { sources, store, parser } = parts;
  if (files.length === 0) return { contents: [], upsert: [] };
  const known = await store.contents(files.map(({ file }) => file.hash));
  const unknown = new Map(files.filter(({ file }) => !known.has(file.hash)).map((fresh) => [fresh.file.hash, fresh]));
  const requests = [...unknown].map(([hash, { path, file }]) => ({
    hash,
    text: file.text,
    language: sourceOf(sources, path).languageOf(path),
    given: file.given,
  }));
  const parsed = new Map((await parser.parse(requests)).map((result) => [result.hash, result]));
  const contents = requests.flatMap(({ hash, text, language }) => contentOf(parsed.get(hash), { text, language }));
  const languages = new Map([...known.values(), ...requests].map(({ hash, language }) => [hash, language]));
  const documents = await misreadDocuments(files, languages, parts);
  const upsert = files.map((fresh) => {
    const { hash } = fresh.file;
    const facts = (known.get(hash) ?? parsed.get(hash))?.facts;
    invariant(facts, 'a parser answers every request');
    return rowOf(fresh, parts, { facts, document: documents.get(hash) ?? facts.document });
  });
  return { contents, upsert };
}

// The same bytes may have been read under another name, as no document: an empty file most of all.
async function misreadDocuments(
  files: readonly FreshFile[],
  languages: ReadonlyMap<string, string | null>,
  { sources, parser }: ParseParts,
): Promise<ReadonlyMap<string, DocumentContent | null>> {
  const requests = files.flatMap(({ path, file: { hash, text } }) => {
    const language = sourceOf(sources, path).languageOf(path);
    return language === 'markdown' && languages.get(hash) !== language ? [{ hash, text, language }] : [];
  });
  if (requests.length === 0) return new Map();
  return new Map((await parser.parse(requests)).map(({ hash, facts }) => [hash, facts.document]));
}

function contentOf(result: ParseResult | undefined, from: { text: string; language: string | null }): ContentRecord[] {
  return result ? [{ ...result, ...from }] : [];
}

function rowOf(
  { path, size, mtimeMs, file }: FreshFile,
  { sources, rootPatterns }: ParseParts,
  { facts, document }: { facts: ContentFacts; document: DocumentContent | null },
): ViewRow {
  const { hash } = file;
  const source = sourceOf(sources, path);
  const language = source.languageOf(path);
  const row = { path, hash, source: source.name, language, role: source.roleOf(path, facts), size, mtimeMs };
  if (document === null || language !== 'markdown') return row;
  return { ...row, document: documentEntry(document, { path, hash, rootPatterns }) };
}
