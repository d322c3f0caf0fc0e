// Writes and reads cards of documents and the keys to find them by.
import { byText } from '../../model/terms.ts';
import type { DocumentCard, DocumentEntry, DocumentHit, DocumentKey } from '../../ports/store.ts';
import { type CardRow, compareHits, parseCard, printCard, WHOLE } from '../rows.ts';
import { type Connection, decodeOrDamage, listValue } from './opening/connection.ts';

/** CROSS JOIN fixes the order of the tables: SQLite takes the given keys and finds the other rows by an index. */
export const DOCUMENT_QUERIES = {
  byPath: `SELECT p.path, d.hash, d.card FROM json_each(?) wanted CROSS JOIN paths p ON p.path = wanted.value
    CROSS JOIN documents d ON d.path = p.id ORDER BY wanted.key`,
  byKey: `SELECT k.key, p.path, k.section FROM json_each(?) wanted
    CROSS JOIN document_keys k ON k.kind = ? AND k.key = wanted.value CROSS JOIN paths p ON p.id = k.path`,
} as const;

/** Updates the document of a changed file: replaces it, keeps it if the content is the same, or removes it. */
export function writeDocument(
  connection: Connection,
  path: number,
  file: { readonly hash: string; readonly document?: DocumentEntry },
): void {
  const stored = connection.get<{ hash: string }>('SELECT hash FROM documents WHERE path = ?', path);
  if (stored && (file.document || stored.hash !== file.hash)) removeDocument(connection, path);
  if (!file.document) return;
  const { card, keys } = file.document;
  connection.run('INSERT INTO documents (path, hash, card) VALUES (?, ?, ?)', path, card.hash, printCard(card));
  for (const { kind, key, section } of keys) {
    const sql = 'INSERT OR IGNORE INTO document_keys (kind, key, path, section) VALUES (?, ?, ?, ?)';
    connection.run(sql, kind, key, path, section ?? WHOLE);
  }
}

export function removeDocument(connection: Connection, path: number): void {
  connection.run('DELETE FROM documents WHERE path = ?', path);
  connection.run('DELETE FROM document_keys WHERE path = ?', path);
}

export function readDocuments(connection: Connection, paths: readonly string[]): Map<string, DocumentCard> {
  const rows = connection.all<CardRow>(DOCUMENT_QUERIES.byPath, listValue(paths));
  return new Map(rows.map((row) => [row.path, decodeOrDamage(() => parseCard(row))]));
}

export function readAllDocuments(connection: Connection): DocumentCard[] {
  const rows = connection.all<CardRow>('SELECT p.path, d.hash, d.card FROM documents d JOIN paths p ON p.id = d.path');
  return rows.sort((a, b) => byText(a.path, b.path)).map((row) => decodeOrDamage(() => parseCard(row)));
}

export function readDocumentsBy(connection: Connection, kind: DocumentKey, keys: readonly string[]): DocumentHit[] {
  return connection
    .all<{ key: string; path: string; section: number }>(DOCUMENT_QUERIES.byKey, listValue(keys), kind)
    .map(({ key, path, section }) => ({ key, path, section: section === WHOLE ? null : section }))
    .sort(compareHits);
}
