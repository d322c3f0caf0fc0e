// Turns texts that were read into rows and contents of the store. A content that the store already holds is not parsed
// again.
import type { DocumentContent } from '../model/document.ts';
import { ContextError, invariant } from '../model/errors.ts';
import { type ContentFacts, GRAMMAR_MISSING } from '../model/facts.ts';
import { type GraphPage, toWholeRow } from '../model/graph.ts';
import { folderOf } from '../model/paths.ts';
import { nameKey } from '../model/terms.ts';
import type { ParseRequest, ParseResult, Parser } from '../ports/source.ts';
import type {
  ContentRecord,
  DocumentCard,
  DocumentEntry,
  DocumentKey,
  DocumentKeyEntry,
  Fingerprint,
  StoreChange,
  ViewRow,
} from '../ports/store.ts';
import { REDACTION_RULES } from '../reading/redaction/redact.ts';
import { blockerKeys, referenceKeys } from '../sources/code/link/document-keys.ts';
import { placeDocument, stemOf } from '../sources/markdown/place-document.ts';
import type { IndexParts } from './index-parts.ts';
import type { FreshFile } from './read-batch.ts';
import { sourceOf } from './scan-sources.ts';

type ParseParts = Pick<IndexParts, 'sources' | 'store' | 'parser' | 'rootPatterns' | 'embedding'>;

type ParsedBatch = Required<Pick<StoreChange, 'contents' | 'upsert'>> & Pick<StoreChange, 'vectors'>;

// For fewer files starting threads ahead takes longer than it saves.
const EXPECTED_FILES_MIN = 200;
const EXPECTED_SHARE = 0.05;

/** Starts parser threads and loads grammars before a first index, while the order of files is still being decided. */
export function expectFiles(files: readonly Fingerprint[], { sources, parser }: ParseParts): void {
  if (files.length < EXPECTED_FILES_MIN) return;
  const byLanguage = Map.groupBy(files, ({ path }) => sourceOf(sources, path).languageOf(path));
  const usual = [...byLanguage].filter(
    ([, filesOfLanguage]) => filesOfLanguage.length >= EXPECTED_SHARE * files.length,
  );
  parser.prepare?.(usual.toSorted((a, b) => b[1].length - a[1].length).flatMap(([language]) => language ?? []));
}

/** Makes rows and contents for files with new content. */
export async function parseBatch(files: readonly FreshFile[], parts: ParseParts): Promise<ParsedBatch> {
  const { sources, store, parser } = parts;
  if (files.length === 0) return { contents: [], upsert: [] };
  const stored = await store.contents(files.map(({ file }) => file.hash));
  const unknown = new Map(files.filter(({ file }) => !stored.has(file.hash)).map((fresh) => [fresh.file.hash, fresh]));
  const requests = [...unknown].map(([hash, { path, file }]) => ({
    hash,
    text: file.text,
    language: sourceOf(sources, path).languageOf(path),
    given: file.given,
    path: parts.embedding === null ? undefined : path,
  }));
  const parsed = new Map((await parser.parse(requests)).map((result) => [result.hash, result]));
  const contents = requests.flatMap(({ hash, text, language }) => contentOf(parsed.get(hash), { text, language }));
  const upsert = files.map((fresh) => {
    const { hash } = fresh.file;
    const facts = (stored.get(hash) ?? parsed.get(hash))?.facts;
    invariant(facts, 'a parser answers every request');
    return rowOf(fresh, parts, facts);
  });
  return { contents, upsert, vectors: vectorsOf(requests, parsed, parts) };
}

/** The beginning of the note about files that were read without their grammar. */
export const NO_GRAMMAR = 'the grammar of';

/** A language whose grammar was missing for some of these contents; null if none was missing. */
export function lackingIn(contents: readonly ContentRecord[]): string | null {
  return contents.find(({ facts }) => facts.notes.some((note) => note.startsWith(GRAMMAR_MISSING)))?.language ?? null;
}

/**
 * The note about an index that lacks the grammar of a language. Fails as damaged once the grammar can be loaded,
 * because the index would otherwise keep the incomplete facts of these files.
 */
export async function noteLacking(parser: Parser, language: string): Promise<string | null> {
  if (language === '') return null;
  const [tried] = await parser.parse([{ hash: '', text: '', language }]);
  if (tried?.facts.notes.some((note) => note.startsWith(GRAMMAR_MISSING)))
    return `${NO_GRAMMAR} ${language} cannot be read: its files are found by their words alone`;
  throw new ContextError('STORE_DAMAGED', `The index was made while the grammar of ${language} could not be read.`);
}

// A parser with the table of the embedder makes vectors itself; others come later from `embedUnits`.
function vectorsOf(
  requests: readonly ParseRequest[],
  parsed: ReadonlyMap<string, ParseResult>,
  { embedding }: ParseParts,
): StoreChange['vectors'] {
  const contents = requests.flatMap(({ hash, path }) => {
    const vectors = parsed.get(hash)?.vectors;
    return vectors && path !== undefined ? [{ hash, path, ...vectors }] : [];
  });
  const { model: name, dimensions } = embedding?.embedder ?? { model: '', dimensions: null };
  return contents.length === 0 || dimensions === null ? undefined : { model: { name, dimensions }, contents };
}

function contentOf(result: ParseResult | undefined, from: { text: string; language: string | null }): ContentRecord[] {
  if (!result) return [];
  const { vectors: _, redacted, ...facts } = result;
  const cleanBy = redacted === undefined ? REDACTION_RULES : undefined;
  return [{ ...facts, ...from, text: redacted ?? from.text, cleanBy }];
}

function rowOf(
  { path, size, mtimeMs, file }: FreshFile,
  { sources, rootPatterns }: ParseParts,
  facts: ContentFacts,
): ViewRow {
  const { hash } = file;
  const source = sourceOf(sources, path);
  const language = source.languageOf(path);
  const row = { path, hash, source: source.name, language, role: source.roleOf(path, facts), size, mtimeMs };
  if (facts.graph) return { ...row, document: nodeEntry(facts.graph, { path, hash }) };
  if (facts.document === null) return row;
  return { ...row, document: documentEntry(facts.document, { path, hash, rootPatterns }) };
}

interface DocumentPlace {
  readonly path: string;
  readonly hash: string;
  readonly rootPatterns: readonly string[];
}

/** Makes the card of a document, and the keys by which it is looked up. */
export function documentEntry(content: DocumentContent, place: DocumentPlace): DocumentEntry {
  const card = documentCard(content, place);
  return { card, keys: keysOf(card, content) };
}

/** Makes the document of a graph page; each row is looked up by the address it would have as a document. */
function nodeEntry({ rows }: GraphPage, { path, hash }: Pick<DocumentPlace, 'path' | 'hash'>): DocumentEntry {
  const { id, name, description, tags } = toWholeRow(rows[0]!);
  const prefix = path.slice(0, path.length - id.length);
  const shown = { name, title: name, description, labels: tags, displayLength: 0, lineCount: rows.length };
  const settings = { docPriority: 0, docPosition: 0, docContextFor: [], docContextBudget: null };
  return {
    card: { path, hash, id: null, ...shown, ...settings, isRoot: false, issue: null, sections: [] },
    keys: rows.map((row) => ({ kind: 'id', key: prefix + row.id, section: null })),
  };
}

function documentCard(content: DocumentContent, { path, hash, rootPatterns }: DocumentPlace): DocumentCard {
  const { name, title, displayLength, isRoot, issue } = placeDocument(content, path, { rootPatterns });
  const { id, labels, lineCount, docPriority, docPosition, docContextFor, docContextBudget } = content;
  const shown = { name, title, description: content.description ?? content.lead, labels, displayLength, lineCount };
  const settings = { docPriority, docPosition, docContextFor, docContextBudget };
  const sections = content.sections.map(({ parent: _parent, isSetext: _isSetext, ...section }) => section);
  return { path, hash, id, ...shown, ...settings, isRoot, issue, sections };
}

function keysOf(card: DocumentCard, content: DocumentContent): readonly DocumentKeyEntry[] {
  const { path, id, name, title, labels, docContextFor, isRoot } = card;
  const of = (kind: DocumentKey, keys: readonly string[]) =>
    [...new Set(keys)].filter((key) => key !== '').map((key) => ({ kind, key, section: null }));
  return [
    ...of('id', id === null ? [] : [id]),
    ...content.sections.flatMap((section) =>
      section.id === null ? [] : [{ kind: 'id' as const, key: section.id, section: section.index }],
    ),
    ...of('name', [name, title, stemOf(path), ...content.aliases].map(nameKey)),
    ...of('label', labels.map(nameKey)),
    ...of('context-for', docContextFor.map(nameKey)),
    // The key of the root folder is the empty text.
    ...(isRoot ? [{ kind: 'folder' as const, key: folderOf(path), section: null }] : []),
    ...of('refers-to', referenceKeys(content, path)),
    ...of('blocked-by', blockerKeys(content, path)),
  ];
}
