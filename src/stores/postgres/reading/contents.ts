// Reads contents of a workspace: facts, texts, vectors, and where words occur in those of a view.
import type { LRUCache } from 'lru-cache';
import { byText } from '../../../model/terms.ts';
import type { UnembeddedContent, UnitVectors } from '../../../ports/embedder.ts';
import type { Definition, StoredContent, Words, WordsAsked } from '../../../ports/store.ts';
import { unpackFacts, unpackText, unpackVectors } from '../../bytes/packed-values.ts';
import { countPostings, filterMessagePostings, readMessagePostings, readPostings } from '../../bytes/posting-bytes.ts';
import { FACTS_CACHED_AT_ONCE, lookUp, type ReadCaches } from '../../read-caches.ts';
import { compareDefinitions, firstPaths } from '../../rows.ts';
import type { SentRow } from '../connection/database.ts';
import { CONTENT_TERMS, keyOf, keysOf, type OpenView, type ViewScope } from '../keys.ts';
import { bytesOf, part, partFor, type QuestionPart } from '../statements.ts';
import type { Inquiry, Snapshot } from './view-reads.ts';

export async function readKnown(scope: OpenView, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set();
  const sql = 'SELECT hash FROM knap.contents WHERE workspace = ? AND hash = ANY (?::text[])';
  const rows = await scope.ask(sql, scope.workspace, hashes);
  // In the order of the question, so that equal answers are the same.
  const stored = new Set(rows.map(([hash]) => hash));
  return new Set(hashes.filter((hash) => stored.has(hash)));
}

export async function readContents(
  scope: OpenView,
  hashes: readonly string[],
  cache: LRUCache<string, StoredContent>,
): Promise<Map<string, StoredContent>> {
  const contents = new Map([...new Set(hashes)].map((hash) => [hash, cache.get(hash)]));
  const missing = [...contents].flatMap(([hash, content]) => (content === undefined ? [hash] : []));
  const sql = `SELECT hash, language, is_parsed::text, encode(facts, 'base64') FROM knap.contents WHERE workspace = ? AND hash = ANY (?::text[])`;
  for (const row of missing.length === 0 ? [] : await scope.ask(sql, scope.workspace, missing)) {
    const { content, bytes } = contentIn(row);
    contents.set(content.hash, content);
    if (hashes.length <= FACTS_CACHED_AT_ONCE) cache.set(content.hash, content, { size: bytes });
  }
  return new Map([...contents].flatMap(([hash, content]) => (content === undefined ? [] : [[hash, content]])));
}

export function contentIn([hash, language, isParsed, packed]: SentRow) {
  const facts = bytesOf(packed!);
  const content = { hash: hash!, language: language ?? null, isParsed: isParsed === 'true', ...unpackFacts(facts) };
  return { content, bytes: facts.length };
}

export async function readTexts(scope: OpenView, hashes: readonly string[]): Promise<Map<string, string>> {
  if (hashes.length === 0) return new Map();
  // Hashes are hexadecimal, so all hashes with a prefix sort before the prefix followed by `g`.
  const rows = await scope.ask(
    `SELECT asked.hash, encode(found.text, 'base64') FROM unnest(?::text[]) AS asked (hash) CROSS JOIN LATERAL (
       SELECT c.text FROM knap.contents c WHERE c.workspace = ? AND c.hash >= asked.hash COLLATE "C" AND c.hash < (asked.hash || 'g') COLLATE "C"
       ORDER BY c.hash LIMIT 1) AS found`,
    [...new Set(hashes)],
    scope.workspace,
  );
  const texts = new Map(rows.map(([asked, packed]) => [asked!, unpackText(bytesOf(packed!))]));
  return new Map([...new Set(hashes)].flatMap((hash) => (texts.has(hash) ? [[hash, texts.get(hash)!]] : [])));
}

export function inquireUnembedded({ workspace }: ViewScope) {
  return ({ view }: Snapshot): Inquiry<readonly UnembeddedContent[]> => ({
    parts: [part(2, 'SELECT content, path FROM knap.vectors WHERE workspace = ?', workspace)],
    answer: ([rows = []]) => {
      const made = new Map(rows.map(([content, path]) => [Number(content), path]));
      return firstPaths(view.files).filter(({ path, content }) => made.get(content) !== view.keyOf.get(path));
    },
  });
}

export function inquireVectors({ workspace }: ViewScope, contents: readonly number[]) {
  return ({ opening }: Snapshot, caches: ReadCaches): Inquiry<ReadonlyMap<number, UnitVectors>> => {
    const lookup = lookUp(caches.vectors, contents);
    const sql = `SELECT content, encode(bytes, 'base64') FROM knap.vectors WHERE workspace = ? AND content = ANY (?::int[])`;
    return {
      parts: [opening.vectorModel === null ? null : partFor(2, sql, [workspace], lookup.missing)],
      answer: ([rows = []]) => {
        const read = new Map(rows.map(([content, bytes]) => [Number(content), bytesOf(bytes!)]));
        const found = lookup.fill((content) => {
          const bytes = read.get(content);
          return bytes === undefined ? [] : [unpackVectors(bytes, opening.vectorModel!.dimensions)];
        });
        return new Map([...found].flatMap(([content, vectors]) => vectors.map((vector) => [content, vector] as const)));
      },
    };
  };
}

/** Reads where words occur, in units, paths, commit messages and names; all that is not cached in one question. */
export function inquireWords(scope: ViewScope, asked: WordsAsked) {
  return (snapshot: Snapshot, caches: ReadCaches): Inquiry<Words> => {
    const { hidden, view } = snapshot;
    const postings = lookUp(caches.postings, asked.postings ?? []);
    const unitCounts = lookUp(caches.unitCounts, asked.unitCounts ?? []);
    const messages = lookUp(caches.messages, asked.messages ?? []);
    const paths = lookUp(caches.pathWords, asked.paths ?? []);
    const definitions = lookUp(caches.definitions, asked.definitions ?? []);
    const pathSql = 'SELECT term, path FROM knap.path_words WHERE workspace = ? AND term = ANY (?::bigint[])';
    const symbolSql = `SELECT key, content, ordinal, name, qualified_name, kind FROM knap.symbols
      WHERE workspace = ? AND key = ANY (?::bigint[])`;
    return {
      parts: [
        termsPart(scope, CONTENT_TERMS, [...postings.missing, ...unitCounts.missing]),
        termsPart(scope, scope.view, messages.missing),
        partFor(2, pathSql, [scope.workspace], keysOf(paths.missing)),
        partFor(6, symbolSql, [scope.workspace], keysOf(definitions.missing)),
      ],
      answer: (rows) => {
        // The first column of every part is the key.
        const byPart = rows.map((part) => Map.groupBy(part, ([key]) => key));
        const rowsOf = (part: number, text: string) => byPart[part]!.get(keyOf(text)) ?? [];
        const chunks = (part: number, term: string) => chunksOf(rowsOf(part, term));
        const withoutHidden = (bytes: Uint8Array) =>
          hidden.size === 0 ? bytes : filterMessagePostings(bytes, (commit) => !hidden.has(commit));
        const found = definitions.fill((name) => definitionsOf(rowsOf(3, name), snapshot));
        return {
          postings: [...postings.fill((term) => readPostings(term, chunks(0, term), view.live)).values()],
          unitCounts: unitCounts.fill((term) => countPostings(chunks(0, term), view.live)),
          messages: [
            ...messages.fill((term) => readMessagePostings(term, chunks(1, term).map(withoutHidden))).values(),
          ],
          paths: paths.fill((term) =>
            rowsOf(2, term)
              .flatMap(([, key]) => view.pathOf.get(key!) ?? [])
              .sort(byText),
          ),
          definitions: [...found.values()].flat().sort(compareDefinitions),
        };
      },
    };
  };
}

export function termsPart({ workspace }: ViewScope, owner: string, terms: readonly string[]): QuestionPart | null {
  const sql = `SELECT term, segment, encode(bytes, 'base64') FROM knap.postings WHERE workspace = ? AND owner = ? AND term = ANY (?::bigint[])`;
  return partFor(3, sql, [workspace, owner], keysOf(terms));
}

/** The bytes of a term, in the order of its segments: rows may come in any order. */
export function chunksOf(rows: readonly SentRow[]): readonly Uint8Array[] {
  return rows.toSorted((a, b) => Number(a[1]) - Number(b[1])).map((row) => bytesOf(row[2]!));
}

function definitionsOf(rows: readonly SentRow[], { view }: Snapshot): readonly Definition[] {
  return rows.flatMap(([, content, ordinal, name, qualifiedName, kind]) =>
    (view.pathsOf.get(Number(content)) ?? []).map((path) => ({
      path,
      symbol: Number(ordinal),
      name: name!,
      qualifiedName: qualifiedName!,
      kind: kind!,
    })),
  );
}
