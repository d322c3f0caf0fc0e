// Reads a shared store for a local index that borrows its contents (see `stores/layered`).
import type { UnitVectors, VectorModel } from '../../ports/embedder.ts';
import type { PostingList, StoredContent, Words, WordsAsked } from '../../ports/store.ts';
import { unpackVectors } from '../bytes/packed-values.ts';
import { countPostings, readPostings } from '../bytes/posting-bytes.ts';
import type { PostgresOptions } from './connection/database.ts';
import { CONTENT_TERMS, keyOf, scopeOf } from './keys.ts';
import { chunksOf, contentIn, readTexts, termsPart } from './reading/contents.ts';
import { openReading, type ReplicaOptions } from './replica.ts';
import { openTables } from './schema.ts';
import { askParts, bytesOf, part, type QuestionPart } from './statements.ts';

/** A content of the shared store that a local view borrows. */
export interface SharedContent {
  /** Its number in the shared workspace, which postings and vectors use. */
  readonly id: number;
  readonly termCount: number;
  /** The key of the path with which its vectors were made; empty if it has none. */
  readonly vectorPath: string;
}

/** A content with its facts; its text and terms stay in the shared store. */
export interface SharedFacts extends SharedContent {
  readonly content: StoredContent;
}

/** The state of a shared workspace: a new stamp means that contents were deleted or the vector model changed. */
export interface SharedState {
  /** Empty if the shared store holds nothing of the workspace. */
  readonly stamp: string;
  readonly model: VectorModel | null;
}

type WithState<Answer> = Promise<SharedState & Answer>;
type VectorsByContent = ReadonlyMap<number, UnitVectors>;

/** Reads the contents of a shared workspace for a view in another store. */
export interface SharedContents {
  readFacts(hashes: readonly string[]): WithState<{ readonly contents: ReadonlyMap<string, SharedFacts> }>;
  /** The present numbers of contents; deleted contents are left out. */
  readNumbers(hashes: readonly string[]): WithState<{ readonly numbers: ReadonlyMap<string, SharedContent> }>;
  texts(hashes: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Postings and counts over the contents whose numbers are `live`. */
  words(asked: Pick<WordsAsked, 'postings' | 'unitCounts'>, live: Uint8Array): WithState<SharedWords>;
  /** Vectors by content number; none if the workspace uses another model. */
  vectors(ids: readonly number[], model: VectorModel): WithState<{ readonly vectors: VectorsByContent }>;
  /** The key of a path, to compare with `vectorPath`. */
  keyOf(path: string): string;
  close(): Promise<void>;
}

interface SharedWords extends Pick<Words, 'unitCounts'> {
  readonly postings: ReadonlyMap<string, PostingList>;
}

const NUMBERS = `c.hash, c.id, c.term_count, (SELECT v.path FROM knap.vectors v WHERE v.workspace = c.workspace AND v.content = c.id)`;
const NUMBERS_COUNT = 4;
const THESE = 'FROM knap.contents c WHERE c.workspace = ? AND c.hash = ANY (?::text[])';

/** Opens the contents of a shared workspace. It connects to the database at the first read. */
export async function openSharedContents(
  options: PostgresOptions & ReplicaOptions & { readonly workspace: string },
): Promise<SharedContents> {
  const database = await openTables(options);
  const reading = await openReading(database, options);
  const scope = { ...scopeOf(options.workspace, ''), ask: reading.ask };
  const { workspace } = scope;
  const stateSql =
    'SELECT json_build_array(forgot, vector_name, vector_dimensions) FROM knap.workspaces WHERE workspace = ?';
  const state = part(1, stateSql, workspace);
  const ask = async (...parts: readonly (QuestionPart | null)[]) => {
    const { version, rows } = await askParts(reading.ask, state, parts);
    return { state: stateOf(version), rows };
  };
  return {
    readFacts: async (hashes) => {
      const columns = `${NUMBERS}, c.language, c.is_parsed, encode(c.facts, 'base64')`;
      const answer = await ask(part(NUMBERS_COUNT + 3, `SELECT ${columns} ${THESE}`, workspace, hashes));
      const contents = answer.rows[0]!.map((row) => {
        const { content } = contentIn([row[0]!, ...row.slice(NUMBERS_COUNT)]);
        return [content.hash, { ...numbersIn(row), content }] as const;
      });
      return { ...answer.state, contents: new Map(contents) };
    },
    readNumbers: async (hashes) => {
      const answer = await ask(part(NUMBERS_COUNT, `SELECT ${NUMBERS} ${THESE}`, workspace, hashes));
      return { ...answer.state, numbers: new Map(answer.rows[0]!.map((row) => [row[0]!, numbersIn(row)])) };
    },
    texts: (hashes) => readTexts(scope, hashes),
    words: async ({ postings = [], unitCounts = [] }, live) => {
      const answer = await ask(termsPart(scope, CONTENT_TERMS, [...postings, ...unitCounts]));
      const byTerm = Map.groupBy(answer.rows[0]!, ([key]) => key);
      const chunks = (term: string) => chunksOf(byTerm.get(keyOf(term)) ?? []);
      return {
        ...answer.state,
        postings: new Map(postings.map((term) => [term, readPostings(term, chunks(term), live)])),
        unitCounts: new Map(unitCounts.map((term) => [term, countPostings(chunks(term), live)])),
      };
    },
    vectors: async (ids, model) => {
      const sql = `SELECT content, encode(bytes, 'base64') FROM knap.vectors WHERE workspace = ? AND content = ANY (?::int[])`;
      const answer = await ask(part(2, sql, workspace, ids));
      const rows = isSameModel(answer.state.model, model) ? answer.rows[0]! : [];
      const vectors = rows.map(
        ([id, bytes]) => [Number(id), unpackVectors(bytesOf(bytes!), model.dimensions)] as const,
      );
      return { ...answer.state, vectors: new Map(vectors) };
    },
    keyOf,
    close: async () => {
      await Promise.all([database.close(), reading.close()]);
    },
  };
}

export function isSameModel(model: VectorModel | null, other: VectorModel | null): boolean {
  return model !== null && model.name === other?.name && model.dimensions === other.dimensions;
}

function stateOf(version: string): SharedState {
  const [stamp, name, dimensions] = JSON.parse(version || '["",null,null]') as [string, string | null, number];
  return { stamp, model: name === null ? null : { name, dimensions } };
}

function numbersIn([, id, termCount, vectorPath]: readonly (string | null)[]): SharedContent {
  return { id: Number(id), termCount: Number(termCount), vectorPath: vectorPath ?? '' };
}
