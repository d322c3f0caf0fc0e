// Reads where words occur, all words of a question in one statement.
import { byText } from '../../../model/terms.ts';
import type { Definition, Words, WordsAsked } from '../../../ports/store.ts';
import { countPostings, filterMessagePostings, readMessagePostings, readPostings } from '../../bytes/posting-bytes.ts';
import { lookUp, type ReadCaches } from '../../read-caches.ts';
import { compareDefinitions } from '../../rows.ts';
import type { SentRow } from '../connection/database.ts';
import { CONTENT_TERMS, keyOf, keysOf, type ViewScope } from '../keys.ts';
import { bytesOf, partFor, type QuestionPart } from '../statements.ts';
import type { Inquiry, Snapshot } from './view-reads.ts';

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
