// Reads facts, texts and vectors of contents.
import type { LRUCache } from 'lru-cache';
import type { UnembeddedContent, UnitVectors } from '../../../ports/embedder.ts';
import type { StoredContent } from '../../../ports/store.ts';
import { unpackFacts, unpackText, unpackVectors } from '../../bytes/packed-values.ts';
import { FACTS_CACHED_AT_ONCE, lookUp, type ReadCaches } from '../../read-caches.ts';
import { firstPaths } from '../../rows.ts';
import type { SentRow } from '../connection/database.ts';
import type { OpenView, ViewScope } from '../keys.ts';
import { bytesOf, part, partFor } from '../statements.ts';
import type { Inquiry, Snapshot } from './view-reads.ts';

export async function readKnown(scope: OpenView, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set();
  const sql = 'SELECT hash FROM knap.contents WHERE workspace = ? AND hash = ANY (?::text[])';
  const rows = await scope.ask(sql, scope.workspace, hashes);
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
