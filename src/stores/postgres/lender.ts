import type { ContentFacts, Unit } from '../../model/facts.ts';
import type { UnitVectors, VectorModel } from '../../ports/embedder.ts';
import type { PostingList, StoredContent, Words, WordsAsked } from '../../ports/store.ts';
import { unpackText } from '../bytes/packed-text.ts';
import { readPostings } from '../bytes/posting-bytes.ts';
import { countPostings } from '../bytes/posting-count.ts';
import { unpackVectors } from '../bytes/vector-bytes.ts';
import { openDatabase, type PostgresOptions } from './connection/database.ts';
import { openReading, type ReplicaOptions } from './connection/replica.ts';
import { keyOf } from './keys.ts';
import { onCurrentTables } from './migrate.ts';
import { bytesOf } from './reading/column-bytes.ts';
import { readTexts } from './reading/contents.ts';
import { askParts, part, type QuestionPart } from './reading/question-parts.ts';
import { chunksOf, termsPart } from './reading/words.ts';
import { CONTENT_TERMS, scopeOf } from './view-scope.ts';

/** What a workspace knows of a content that somebody has in a view of his own. */
export interface Loan {
  /** Its number in the workspace, which postings and vectors speak of. */
  readonly id: number;
  readonly termCount: number;
  /** The key of the path its vectors were made under; empty where it has none. */
  readonly vectorPath: string;
}

/** A content with all that is worth having at hand: its text and its terms stay where they are. */
export interface LentContent extends Loan {
  readonly content: StoredContent;
}

/** What all loans hang on: another stamp means that something was forgotten, or is compared by another model. */
export interface LoanTerms {
  /** Empty where nobody has stored anything of the workspace. */
  readonly stamp: string;
  readonly model: VectorModel | null;
}

/** The contents of a workspace, for whoever keeps his view elsewhere. Nothing is ever written through it. */
export interface Lender {
  lend(hashes: readonly string[]): Promise<LoanTerms & { readonly contents: ReadonlyMap<string, LentContent> }>;
  /** The loans as they are now; those that are gone are left out. */
  review(hashes: readonly string[]): Promise<LoanTerms & { readonly loans: ReadonlyMap<string, Loan> }>;
  texts(hashes: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Postings and counts over the contents whose numbers are `live`. */
  words(asked: Pick<WordsAsked, 'postings' | 'unitCounts'>, live: Uint8Array): Promise<LoanTerms & LentWords>;
  /** Vectors of that model by number. */
  vectors(
    ids: readonly number[],
    model: VectorModel,
  ): Promise<LoanTerms & { readonly vectors: ReadonlyMap<number, UnitVectors> }>;
  /** The key under which vectors of a path are known. */
  keyOf(path: string): string;
  close(): Promise<void>;
}

interface LentWords extends Pick<Words, 'unitCounts'> {
  readonly postings: ReadonlyMap<string, PostingList>;
}

const NUMBERS = `c.hash, c.id, c.term_count, (SELECT v.path FROM knap.vectors v WHERE v.workspace = c.workspace AND v.content = c.id)`;
const THESE = 'FROM knap.contents c WHERE c.workspace = ? AND c.hash = ANY (?::text[])';

/** Opens the contents of a workspace. Nobody is connected before the first question. */
export async function openLender(
  options: PostgresOptions & ReplicaOptions & { readonly workspace: string; readonly partitions: number },
): Promise<Lender> {
  const database = onCurrentTables(await openDatabase(options), options.partitions);
  const reading = await openReading(database, options);
  const scope = scopeOf(options.workspace, '');
  const { workspace } = scope;
  const terms = part(
    1,
    'SELECT json_build_array(forgot, vector_name, vector_dimensions) FROM knap.workspaces WHERE workspace = ?',
    workspace,
  );
  const ask = async (...parts: readonly QuestionPart[]) => {
    const { version, rows } = await askParts(reading.ask, terms, parts);
    return { terms: termsOf(version), rows };
  };
  return {
    lend: async (hashes) => {
      const columns = `${NUMBERS}, c.language, c.is_parsed, encode(c.facts, 'base64')`;
      const answer = await ask(part(7, `SELECT ${columns} ${THESE}`, workspace, hashes));
      const contents = answer.rows[0]!.map((row) => [row[0]!, { ...loanOf(row), content: contentOf(row) }] as const);
      return { ...answer.terms, contents: new Map(contents) };
    },
    review: async (hashes) => {
      const answer = await ask(part(4, `SELECT ${NUMBERS} ${THESE}`, workspace, hashes));
      return { ...answer.terms, loans: new Map(answer.rows[0]!.map((row) => [row[0]!, loanOf(row)])) };
    },
    texts: (hashes) => readTexts(reading.ask, scope, hashes),
    words: async ({ postings = [], unitCounts = [] }, live) => {
      const answer = await ask(termsPart(scope, CONTENT_TERMS, [...postings, ...unitCounts]));
      const byTerm = Map.groupBy(answer.rows[0]!, ([key]) => key);
      const chunks = (term: string) => chunksOf(byTerm.get(keyOf(term)) ?? []);
      return {
        ...answer.terms,
        postings: new Map(postings.map((term) => [term, readPostings(term, chunks(term), live)])),
        unitCounts: new Map(unitCounts.map((term) => [term, countPostings(chunks(term), live)])),
      };
    },
    vectors: async (ids, model) => {
      const sql = `SELECT content, encode(bytes, 'base64') FROM knap.vectors WHERE workspace = ? AND content = ANY (?::int[])`;
      const answer = await ask(part(2, sql, workspace, ids));
      const rows = isSameModel(answer.terms.model, model) ? answer.rows[0]! : [];
      const vectors = rows.map(
        ([id, bytes]) => [Number(id), unpackVectors(bytesOf(bytes!), model.dimensions)] as const,
      );
      return { ...answer.terms, vectors: new Map(vectors) };
    },
    keyOf,
    close: async () => {
      await Promise.all([database.close(), reading.close()]);
    },
  };
}

/** Whether vectors of two models can be compared. */
export function isSameModel(one: VectorModel | null, other: VectorModel | null): boolean {
  return one !== null && one.name === other?.name && one.dimensions === other.dimensions;
}

function termsOf(version: string): LoanTerms {
  const [stamp, name, dimensions] = JSON.parse(version || '["",null,null]') as [string, string | null, number];
  return { stamp, model: name === null ? null : { name, dimensions } };
}

function loanOf([, id, termCount, vectorPath]: readonly (string | null)[]): Loan {
  return { id: Number(id), termCount: Number(termCount), vectorPath: vectorPath ?? '' };
}

function contentOf([hash, , , , language, isParsed, packed]: readonly (string | null)[]): StoredContent {
  // Written by `writeContents` and by nothing else, so the shape is known.
  const [facts, units] = JSON.parse(unpackText(bytesOf(packed!))) as [ContentFacts, Unit[]];
  return { hash: hash!, language: language ?? null, isParsed: isParsed === 'true', facts, units };
}
