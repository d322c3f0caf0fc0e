// Writes and reads contents: facts, units, texts, definitions and vectors.
import type { LRUCache } from 'lru-cache';
import { definesNames } from '../../model/entity.ts';
import type { ContentFacts } from '../../model/facts.ts';
import { byText, nameKey } from '../../model/terms.ts';
import type { UnembeddedContent, UnitVectors, VectorModel } from '../../ports/embedder.ts';
import type { ContentRecord, Definition, FileRecord, StoreChange, StoredContent } from '../../ports/store.ts';
import {
  type FactsAndUnits,
  packFacts,
  packText,
  packVectors,
  unpackFacts,
  unpackText,
  unpackVectors,
} from '../bytes/packed-values.ts';
import { TermBytes, termCount, writePostings } from '../bytes/posting-bytes.ts';
import { FACTS_CACHED_AT_ONCE, type ReadCaches, readThrough } from '../read-caches.ts';
import { compareDefinitions, firstPaths } from '../rows.ts';
import type { UpkeepOptions } from '../upkeep.ts';
import { type Connection, decodeOrDamage, listValue } from './opening/connection.ts';
import { checkSeal } from './opening/driver.ts';
import { writeSegment } from './segments.ts';

/** Stores new contents. Runs inside a write transaction, so no other process can store them at the same time. */
export function writeContents(
  connection: Connection,
  contents: readonly ContentRecord[],
  segmentsMax: UpkeepOptions['segmentsMax'],
): void {
  const terms = new TermBytes();
  for (const content of contents) {
    if (connection.get('SELECT 1 FROM contents WHERE hash = ?', content.hash)) continue;
    const id = insertContent(connection, content);
    insertSymbols(connection, id, content.facts);
    writePostings(terms, id, content.terms);
  }
  writeSegment(connection, 'postings', { terms, segmentsMax });
}

function insertContent(connection: Connection, content: ContentRecord): number {
  const { hash, language, isParsed, facts, units, terms, cleanBy } = content;
  const id = connection.run(
    `INSERT INTO main.contents (hash, language, is_parsed, line_count, term_count, unit_count, symbol_count, clean_by)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[hash, language, Number(isParsed), facts.lineCount, termCount(terms), units.length, facts.symbols.length],
    cleanBy ?? null,
  );
  const sql = 'INSERT INTO main.bodies (content, facts, text) VALUES (?, ?, ?)';
  connection.run(sql, id, packFacts(content), packText(content.text));
  return id;
}

function insertSymbols(connection: Connection, content: number, facts: ContentFacts): void {
  for (const [ordinal, { name, qualifiedName, kind }] of facts.symbols.entries()) {
    if (!definesNames(kind)) continue;
    connection.run(
      'INSERT INTO main.symbols (key, content, ordinal, name, qualified_name, kind) VALUES (?, ?, ?, ?, ?, ?)',
      ...[nameKey(name), content, ordinal, name, qualifiedName, kind],
    );
  }
}

export function knownHashes(connection: Connection, hashes: readonly string[]): Set<string> {
  const rows = connection.all<{ hash: string }>(
    'SELECT c.hash FROM json_each(?) wanted JOIN contents c ON c.hash = wanted.value',
    listValue(hashes),
  );
  // In the order of the question, so that equal answers are the same.
  const known = new Set(rows.map(({ hash }) => hash));
  return new Set(hashes.filter((hash) => known.has(hash)));
}

/** Facts by the number of their content; a number is never given to another content. */
type FactsCache = LRUCache<number, FactsAndUnits>;

export function readContents(
  connection: Connection,
  hashes: readonly string[],
  cache: FactsCache,
): Map<string, StoredContent> {
  const rows = connection.all<{ id: number; hash: string; language: string | null; is_parsed: number }>(
    `SELECT c.id, c.hash, c.language, c.is_parsed FROM json_each(?) wanted
     JOIN contents c ON c.hash = wanted.value`,
    listValue(hashes),
  );
  const byHash = new Map(rows.map((row) => [row.hash, row]));
  const contents = new Map<string, StoredContent>();
  const isKept = hashes.length <= FACTS_CACHED_AT_ONCE;
  for (const { id, hash, language, is_parsed } of hashes.flatMap((hash) => byHash.get(hash) ?? [])) {
    const facts = cache.get(id) ?? readFacts(connection, id, isKept ? cache : null);
    contents.set(hash, { hash, language, isParsed: is_parsed === 1, ...facts });
  }
  return contents;
}

function readFacts(connection: Connection, id: number, cache: FactsCache | null) {
  const sql = 'SELECT facts_seal AS seal, facts FROM bodies WHERE content = ?';
  const row = connection.get<{ seal: number; facts: Uint8Array }>(sql, id);
  const facts = decodeOrDamage(() => {
    checkSeal(row!.seal, 'bodies.facts_seal', id, row!.facts);
    return unpackFacts(row!.facts);
  });
  cache?.set(id, facts, { size: row!.facts.length });
  return facts;
}

export function readTexts(connection: Connection, hashes: readonly string[]): Map<string, string> {
  const matches = connection.all<{ asked: string; id: number; hash: string }>(
    // Hashes are hexadecimal, so all hashes with a prefix sort before the prefix followed by `g`.
    `SELECT wanted.value AS asked, c.id, c.hash FROM json_each(?) wanted
     JOIN contents c ON c.hash >= wanted.value AND c.hash < wanted.value || 'g'`,
    listValue(hashes),
  );
  const rows = connection.all<{ content: number; seal: number; text: Uint8Array }>(
    `SELECT b.content, b.text_seal AS seal, b.text FROM json_each(?) wanted JOIN bodies b ON b.content = wanted.value`,
    listValue(matches.map(({ id }) => id)),
  );
  const texts = new Map(
    rows.map(({ content, seal, text }) => {
      checkSeal(seal, 'bodies.text_seal', content, text);
      return [content, decodeOrDamage(() => unpackText(text))];
    }),
  );
  // A prefix of several hashes means the first of them.
  const lastFirst = matches.toSorted((a, b) => byText(b.hash, a.hash));
  return new Map(lastFirst.flatMap(({ asked, id }) => (texts.has(id) ? [[asked, texts.get(id)!]] : [])));
}

export function readDefinitions(connection: Connection, keys: readonly string[], caches: ReadCaches): Definition[] {
  const found = readThrough(caches.definitions, keys, (missing) => {
    const rows = connection.lists<DefinitionRow>(
      `SELECT s.key, p.path, s.ordinal, s.name, s.qualified_name, s.kind
       FROM json_each(?) wanted JOIN symbols s ON s.key = wanted.value
       JOIN files f ON f.content = s.content JOIN paths p ON p.id = f.path`,
      listValue(missing),
    );
    const byKey = Map.groupBy(rows, ([key]) => key);
    return (key) =>
      (byKey.get(key) ?? []).map(([, path, symbol, name, qualifiedName, kind]) => {
        return { path, symbol, name, qualifiedName, kind };
      });
  });
  return [...found.values()].flat().sort(compareDefinitions);
}

type DefinitionRow = readonly [
  key: string,
  path: string,
  symbol: number,
  name: string,
  qualified: string,
  kind: string,
];

export function readVectorModel(connection: Connection): VectorModel | null {
  const row = connection.get<{ name: string; dimensions: number }>('SELECT name, dimensions FROM vector_model');
  return row ? { name: row.name, dimensions: row.dimensions } : null;
}

/** Stores vectors, after deleting those of another model. Ignores vectors of contents that are not stored. */
export function writeVectors(connection: Connection, vectors: StoreChange['vectors']): void {
  if (!vectors) return;
  const { model, contents } = vectors;
  const stored = readVectorModel(connection);
  if (stored?.name !== model.name || stored.dimensions !== model.dimensions) {
    connection.run('DELETE FROM main.vectors');
    connection.run('INSERT OR REPLACE INTO vector_model VALUES (1, ?, ?)', model.name, model.dimensions);
  }
  for (const { hash, path, scales, rows } of contents) {
    connection.run(
      'INSERT OR REPLACE INTO main.vectors (content, path, bytes) SELECT id, ?, ? FROM contents WHERE hash = ?',
      connection.pathId(path),
      packVectors({ scales, rows }),
      hash,
    );
  }
}

export function readUnembedded(connection: Connection, files: readonly FileRecord[]): UnembeddedContent[] {
  const sql = 'SELECT v.content, p.path FROM vectors v JOIN paths p ON p.id = v.path';
  const made = new Map(connection.lists<readonly [content: number, path: string]>(sql));
  return firstPaths(files).filter(({ path, content }) => made.get(content) !== path);
}

export function readVectors(connection: Connection, contents: readonly number[], caches: ReadCaches) {
  const found = readThrough(caches.vectors, contents, (missing) => {
    const read = vectorsOf(connection, missing);
    return (content) => (read.has(content) ? [read.get(content)!] : []);
  });
  return new Map([...found].flatMap(([content, vectors]) => vectors.map((vector) => [content, vector] as const)));
}

function vectorsOf(connection: Connection, contents: readonly number[]): Map<number, UnitVectors> {
  const model = readVectorModel(connection);
  if (model === null) return new Map();
  const rows = connection.lists<readonly [content: number, path: number, seal: number, bytes: Uint8Array]>(
    'SELECT v.content, v.path, v.seal, v.bytes FROM json_each(?) wanted JOIN vectors v ON v.content = wanted.value',
    listValue(contents),
  );
  return new Map(
    rows.map(([content, path, seal, bytes]) => {
      checkSeal(seal, 'vectors.seal', content, path, bytes);
      return [content, unpackVectors(bytes, model.dimensions)];
    }),
  );
}
