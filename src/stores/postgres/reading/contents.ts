// Reads facts, texts and vectors of contents.
import { LRUCache } from 'lru-cache';
import type { ContentFacts, Unit } from '../../../model/facts.ts';
import type { UnembeddedContent, UnitVectors } from '../../../ports/embedder.ts';
import type { StoredContent } from '../../../ports/store.ts';
import { unpackText, unpackVectors } from '../../bytes/packed-values.ts';
import { lookUp, type ReadCaches } from '../../read-caches.ts';
import { firstPaths } from '../../rows.ts';
import { bytesOf } from '../columns.ts';
import type { Ask } from '../connection/database.ts';
import type { ViewScope } from '../keys.ts';
import { part } from './combined-query.ts';
import type { Inquiry, Snapshot } from './view-reads.ts';

// Counts packed bytes; unpacked facts take about ten times as much.
const FACTS_BYTES_MAX = 6 * 1024 * 1024;
const CACHED_AT_ONCE_MAX = 500;

/** Contents read before, by hash. The content of a hash never changes. */
export type ContentCache = LRUCache<string, StoredContent>;

/** Creates a cache for the facts of some hundred files. */
export function createContentCache(): ContentCache {
  return new LRUCache({ maxSize: FACTS_BYTES_MAX });
}

/** Which of the hashes are stored, in the order asked. */
export async function readKnown(ask: Ask, scope: ViewScope, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set();
  const sql = 'SELECT hash FROM knap.contents WHERE workspace = ? AND hash = ANY (?::text[])';
  const rows = await ask(sql, scope.workspace, hashes);
  const stored = new Set(rows.map(([hash]) => hash));
  return new Set(hashes.filter((hash) => stored.has(hash)));
}

/** Facts of contents, in the order asked. */
export async function readContents(
  ask: Ask,
  scope: ViewScope,
  { hashes, cached }: { readonly hashes: readonly string[]; readonly cached: ContentCache },
): Promise<Map<string, StoredContent>> {
  const contents = new Map([...new Set(hashes)].map((hash) => [hash, cached.get(hash)]));
  const missing = [...contents].flatMap(([hash, content]) => (content === undefined ? [hash] : []));
  const rows =
    missing.length === 0
      ? []
      : await ask(
          `SELECT hash, language, is_parsed::text, encode(facts, 'base64') FROM knap.contents WHERE workspace = ? AND hash = ANY (?::text[])`,
          scope.workspace,
          missing,
        );
  for (const [hash, language, isParsed, packed] of rows) {
    const bytes = bytesOf(packed!);
    // Only `writeContents` writes these bytes, so their shape is certain.
    const [facts, units] = JSON.parse(unpackText(bytes)) as [ContentFacts, Unit[]];
    const content = { hash: hash!, language: language!, isParsed: isParsed === 'true', facts, units };
    contents.set(hash!, content);
    // A read of very many contents would push the often used ones out of the cache.
    if (hashes.length <= CACHED_AT_ONCE_MAX) cached.set(hash!, content, { size: bytes.length });
  }
  return new Map([...contents].flatMap(([hash, content]) => (content === undefined ? [] : [[hash, content]])));
}

/** The stored texts of contents, by hash or its beginning. */
export async function readTexts(ask: Ask, scope: ViewScope, hashes: readonly string[]): Promise<Map<string, string>> {
  if (hashes.length === 0) return new Map();
  // Hashes are hexadecimal, so all hashes with a prefix sort before the prefix followed by `g`.
  const rows = await ask(
    `SELECT asked.hash, encode(found.text, 'base64') FROM unnest(?::text[]) AS asked (hash) CROSS JOIN LATERAL (
       SELECT c.text FROM knap.contents c WHERE c.workspace = ? AND c.hash >= asked.hash COLLATE "C" AND c.hash < (asked.hash || 'g') COLLATE "C"
       ORDER BY c.hash LIMIT 1) AS found`,
    [...new Set(hashes)],
    scope.workspace,
  );
  const texts = new Map(rows.map(([asked, packed]) => [asked!, unpackText(bytesOf(packed!))]));
  return new Map([...new Set(hashes)].flatMap((hash) => (texts.has(hash) ? [[hash, texts.get(hash)!]] : [])));
}

/** Finds contents of the view whose vectors are missing or were made with another path. */
export function inquireUnembedded({ workspace }: ViewScope) {
  return ({ view }: Snapshot): Inquiry<readonly UnembeddedContent[]> => ({
    parts: [part(2, 'SELECT content, path FROM knap.vectors WHERE workspace = ?', workspace)],
    answer: ([rows = []]) => {
      const made = new Map(rows.map(([content, path]) => [Number(content), path]));
      return firstPaths(view.files).filter(({ path, content }) => made.get(content) !== view.keyOf.get(path));
    },
  });
}

/** Reads the vectors of these contents. */
export function inquireVectors({ workspace }: ViewScope, contents: readonly number[]) {
  return ({ opening }: Snapshot, caches: ReadCaches): Inquiry<ReadonlyMap<number, UnitVectors>> => {
    const lookup = lookUp<number, readonly UnitVectors[]>(caches.vectors, contents);
    const sql = `SELECT content, encode(bytes, 'base64') FROM knap.vectors WHERE workspace = ? AND content = ANY (?::int[])`;
    return {
      parts: lookup.missing.length > 0 && opening.vectorModel !== null ? [part(2, sql, workspace, lookup.missing)] : [],
      answer: ([rows = []]) => {
        const read = new Map(rows.map(([content, bytes]) => [Number(content), bytesOf(bytes!)]));
        const vectorsOf = (content: number): readonly UnitVectors[] => {
          const bytes = read.get(content);
          return bytes === undefined ? [] : [unpackVectors(bytes, opening.vectorModel!.dimensions)];
        };
        const vectorsByContent = lookup.fill(vectorsOf);
        return new Map(
          [...vectorsByContent].flatMap(([content, vectors]) => vectors.map((vector) => [content, vector] as const)),
        );
      },
    };
  };
}
