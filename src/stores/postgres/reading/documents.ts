// Reads cards of documents, and finds documents by key.
import { byText } from '../../../model/terms.ts';
import type { DocumentCard, DocumentHit, DocumentKey } from '../../../ports/store.ts';
import { compareHits, parseCard, WHOLE } from '../../rows.ts';
import type { SentRow } from '../connection/database.ts';
import { keyOf, keysOf, type OpenView } from '../keys.ts';

const CARDS = 'SELECT name, hash, card FROM knap.documents WHERE workspace = ? AND view = ?';

export async function readDocuments(scope: OpenView, paths: readonly string[]): Promise<Map<string, DocumentCard>> {
  if (paths.length === 0) return new Map();
  const rows = await scope.ask(`${CARDS} AND path = ANY (?::bigint[])`, scope.workspace, scope.view, keysOf(paths));
  const cards = new Map(rows.map(cardOf).map((card) => [card.path, card]));
  return new Map([...new Set(paths)].flatMap((path) => (cards.has(path) ? [[path, cards.get(path)!]] : [])));
}

export async function readAllDocuments(scope: OpenView): Promise<DocumentCard[]> {
  const rows = await scope.ask(CARDS, scope.workspace, scope.view);
  return rows.map(cardOf).sort((a, b) => byText(a.path, b.path));
}

export async function readDocumentsBy(
  scope: OpenView,
  kind: DocumentKey,
  keys: readonly string[],
): Promise<DocumentHit[]> {
  if (keys.length === 0) return [];
  const rows = await scope.ask(
    `SELECT k.key, d.name, k.section FROM knap.document_keys k
     JOIN knap.documents d ON d.workspace = k.workspace AND d.view = k.view AND d.path = k.path
     WHERE k.workspace = ? AND k.view = ? AND k.kind = ? AND k.key = ANY (?::bigint[])`,
    ...[scope.workspace, scope.view, kind],
    keysOf(keys),
  );
  const textOf = new Map(keys.map((key) => [keyOf(key), key]));
  return rows
    .map(([key, path, section]) => ({
      key: textOf.get(key!)!,
      path: path!,
      section: Number(section) === WHOLE ? null : Number(section),
    }))
    .sort(compareHits);
}

const cardOf = ([path, hash, card]: SentRow): DocumentCard => parseCard({ path: path!, hash: hash!, card: card! });
