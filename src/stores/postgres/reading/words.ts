// Reads where words occur, all words of a question in one statement.
import { byText } from '../../../model/terms.ts';
import type { Definition, MessagePostings, PostingList, Words, WordsAsked } from '../../../ports/store.ts';
import { countPostings, filterMessagePostings, readMessagePostings, readPostings } from '../../bytes/posting-bytes.ts';
import { lookUp, type ReadCaches } from '../../read-caches.ts';
import { bytesOf } from '../columns.ts';
import type { SentRow } from '../connection/database.ts';
import { CONTENT_TERMS, keyOf, keysOf, type ViewScope } from '../keys.ts';
import { part, type QuestionPart } from './combined-query.ts';
import type { Inquiry, Snapshot } from './view-reads.ts';

/**
 * Reads where words occur: in units, paths, commit messages and names. Reads all that is not cached in one question.
 */
export function inquireWords(scope: ViewScope, asked: WordsAsked) {
  return (snapshot: Snapshot, caches: ReadCaches): Inquiry<Words> => {
    const postings = lookUp<string, PostingList>(caches.postings, asked.postings ?? []);
    const unitCounts = lookUp<string, number>(caches.unitCounts, asked.unitCounts ?? []);
    const paths = lookUp<string, readonly string[]>(caches.pathWords, asked.paths ?? []);
    const messages = lookUp<string, MessagePostings>(caches.messages, asked.messages ?? []);
    const definitions = lookUp<string, readonly Definition[]>(caches.definitions, asked.definitions ?? []);
    const wanted: QuestionPart[] = [
      termsPart(scope, CONTENT_TERMS, [...postings.missing, ...unitCounts.missing]),
      termsPart(scope, scope.view, messages.missing),
      part(
        2,
        'SELECT term, path FROM knap.path_words WHERE workspace = ? AND term = ANY (?::bigint[])',
        scope.workspace,
        keysOf(paths.missing),
      ),
      part(
        6,
        `SELECT key, content, ordinal, name, qualified_name, kind FROM knap.symbols
         WHERE workspace = ? AND key = ANY (?::bigint[])`,
        scope.workspace,
        keysOf(definitions.missing),
      ),
    ];
    const isWanted = wanted.map(({ values }) => (values.at(-1) as readonly string[]).length > 0);
    return {
      parts: wanted.filter((_, index) => isWanted[index]),
      answer: (rows) => {
        const of = rowsByKey(isWanted, rows);
        const { hidden, view } = snapshot;
        const { live } = view;
        const withoutHidden = (bytes: Uint8Array) =>
          hidden.size === 0 ? bytes : filterMessagePostings(bytes, (commit) => !hidden.has(commit));
        return {
          postings: [...postings.fill((term) => readPostings(term, chunksOf(of(0, term)), live)).values()],
          unitCounts: unitCounts.fill((term) => countPostings(chunksOf(of(0, term)), live)),
          paths: paths.fill((term) => pathsOf(of(2, term), snapshot)),
          messages: [
            ...messages.fill((term) => readMessagePostings(term, chunksOf(of(1, term)).map(withoutHidden))).values(),
          ],
          definitions: [...definitions.fill((name) => definitionsOf(of(3, name), snapshot)).values()]
            .flat()
            .sort(compare),
        };
      },
    };
  };
}

/** The question part that reads the segments of terms. */
export function termsPart({ workspace }: ViewScope, owner: string, terms: readonly string[]): QuestionPart {
  return part(
    3,
    `SELECT term, segment, encode(bytes, 'base64') FROM knap.postings WHERE workspace = ? AND owner = ? AND term = ANY (?::bigint[])`,
    ...[workspace, owner],
    keysOf(terms),
  );
}

// Assigns result rows to the wanted parts, which come without the others; the first column is the key.
function rowsByKey(isWanted: readonly boolean[], rows: readonly (readonly SentRow[])[]) {
  let next = 0;
  const byPart = isWanted.map((wanted) => Map.groupBy(wanted ? rows[next++]! : [], ([key]) => key));
  return (index: number, text: string): readonly SentRow[] => byPart[index]!.get(keyOf(text)) ?? [];
}

/** The bytes of a term, in the order of its segments: rows may come in any order. */
export function chunksOf(rows: readonly SentRow[]): readonly Uint8Array[] {
  return rows.toSorted((a, b) => Number(a[1]) - Number(b[1])).map((row) => bytesOf(row[2]!));
}

function pathsOf(rows: readonly SentRow[], { view }: Snapshot): readonly string[] {
  return rows.flatMap(([, key]) => view.pathOf.get(key!) ?? []).sort(byText);
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

const compare = (a: Definition, b: Definition): number => byText(a.path, b.path) || a.symbol - b.symbol;
