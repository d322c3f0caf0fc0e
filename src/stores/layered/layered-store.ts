// Joins a local index with a shared store: contents that the shared store already has are read from it instead of being
// parsed here. The `meta` of the local index records them with their numbers in the shared store.
import { ContextError } from '../../model/errors.ts';
import type { VectorModel } from '../../ports/embedder.ts';
import type { ContentRecord, Opening, PostingList, Store, StoreChange, WordsAsked } from '../../ports/store.ts';
import { READ_ATTEMPTS_MAX } from '../postgres/reading/view-reads.ts';
import {
  isSameModel,
  type SharedContent,
  type SharedContents,
  type SharedFacts,
  type SharedState,
} from '../postgres/shared-contents.ts';

/**
 * A local view that borrows contents from a shared store. The local store holds the view with its edges, documents and
 * history, the facts of all contents, and everything about contents that the shared store lacks. Texts and terms of
 * borrowed contents are read from the shared store, and so are vectors that the local store lacks.
 */
export function layerStores(local: Store, shared: SharedContents): Store {
  const layers: Layers = { local, shared, current: cacheBorrowed(local), fetched: new Map(), latest: null };
  return {
    ...local,
    name: `${local.name} over postgres`,
    known: async (hashes) => {
      const localPart = await local.known(hashes);
      const { numbers } = await shared.readNumbers(hashes.filter((hash) => !localPart.has(hash)));
      return new Set(hashes.filter((hash) => localPart.has(hash) || numbers.has(hash)));
    },
    contents: async (hashes) => {
      const localPart = await local.contents(hashes);
      const missing = hashes.filter((hash) => !localPart.has(hash));
      await borrow(layers, missing);
      return fillMap(hashes, (hash) => localPart.get(hash) ?? layers.fetched.get(hash)?.content);
    },
    texts: async (hashes) => {
      const localPart = await local.texts(hashes);
      // The local store holds an empty text for a borrowed content, as for an empty file.
      const far = hashes.filter((hash) => !localPart.get(hash));
      const remoteTexts = far.length === 0 ? new Map<string, string>() : await shared.texts(far);
      return fillMap(hashes, (hash) => remoteTexts.get(hash) ?? localPart.get(hash));
    },
    words: (asked) => askBoth(layers, (borrowed) => wordsOfBoth(layers, asked, borrowed)),
    unembedded: async () => {
      const [{ byHash, model }, opening] = [await layers.current(), await local.opening()];
      const isBorrowed = isSameModel(model, opening.vectorModel);
      const made = (hash: string, path: string) => isBorrowed && byHash.get(hash)?.vectorPath === shared.keyOf(path);
      return (await local.unembedded()).filter(({ hash, path }) => !made(hash, path));
    },
    vectors: (contents) => askBoth(layers, (borrowed) => vectorsOfBoth(layers, contents, borrowed)),
    apply: (change) => applyOver(layers, change),
    close: async () => {
      await Promise.all([local.close(), shared.close()]);
    },
  };
}

interface Layers {
  readonly local: Store;
  readonly shared: SharedContents;
  /** The borrowed contents; returns the same object until the local store changes. */
  readonly current: () => Promise<BorrowedContents>;
  /** Contents read from the shared store that the local store does not hold yet. */
  readonly fetched: Map<string, SharedFacts>;
  /** The state of the shared store at the last read of facts from it. */
  latest: SharedState | null;
}

async function borrow(layers: Layers, hashes: readonly string[]): Promise<void> {
  const unasked = hashes.filter((hash) => !layers.fetched.has(hash));
  if (unasked.length === 0) return;
  const { contents, ...state } = await layers.shared.readFacts(unasked);
  layers.latest = state;
  for (const [hash, content] of contents) layers.fetched.set(hash, content);
}

// Reads both stores, again if one of them changed meanwhile.
async function askBoth<T>(
  layers: Layers,
  work: (borrowed: BorrowedContents) => Promise<{ readonly answer: T; readonly state: SharedState | null }>,
): Promise<T> {
  for (let attempt = 0; attempt < READ_ATTEMPTS_MAX; attempt += 1) {
    const borrowed = await layers.current();
    const { answer, state } = await work(borrowed);
    if (state !== null && state.stamp !== borrowed.stamp) await checkBorrowed(layers, borrowed);
    if ((await layers.current()) === borrowed) return answer;
  }
  throw new ContextError('STORE_BUSY', 'The workspace is changed faster than it can be read.');
}

async function applyOver(layers: Layers, change: StoreChange): Promise<void> {
  const { local, current, fetched } = layers;
  const { missing, brought } = await unknownOf(local, change);
  await borrow(layers, missing);
  const fromShared = fillMap(missing, (hash) => fetched.get(hash));
  const before = await current();
  const state = layers.latest ?? before;
  if (fromShared.size > 0 && before.byHash.size > 0 && state.stamp !== before.stamp)
    await checkBorrowed(layers, before);
  const borrowed = await current();
  // The shared store deleted these contents, so they were parsed locally.
  const ended = brought.filter((hash) => borrowed.byHash.has(hash));
  const meta = fromShared.size + ended.length === 0 ? {} : addBorrowed(borrowed, state, { added: fromShared, ended });
  const contents = [...(change.contents ?? []), ...[...fromShared.values()].map(recordOf)];
  await local.apply({ ...change, contents, meta: { ...change.meta, ...meta } });
  for (const hash of fromShared.keys()) fetched.delete(hash);
}

function fillMap<Key, Value extends {}>(keys: readonly Key[], at: (key: Key) => Value | undefined): Map<Key, Value> {
  return new Map(
    keys.flatMap((key) => {
      const value = at(key);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

function cacheBorrowed(local: Store): () => Promise<BorrowedContents> {
  let known: { readonly opening: Opening; readonly borrowed: BorrowedContents } | null = null;
  return async () => {
    const opening = await local.opening();
    if (known?.opening !== opening) known = { opening, borrowed: readBorrowed(opening) };
    return known.borrowed;
  };
}

async function wordsOfBoth({ local, shared }: Layers, asked: WordsAsked, borrowed: BorrowedContents) {
  const { postings = [], unitCounts = [] } = asked;
  const localPart = local.words(asked);
  if (borrowed.contentOf.size === 0 || postings.length + unitCounts.length === 0)
    return { answer: await localPart, state: null };
  const [words, far] = await Promise.all([localPart, shared.words({ postings, unitCounts }, borrowed.live)]);
  const contentOf = (id: number) => borrowed.contentOf.get(id)!;
  const answer = {
    ...words,
    postings: words.postings.map((list) => joinPostings(list, far.postings.get(list.term)!, contentOf)),
    unitCounts: new Map([...words.unitCounts].map(([term, count]) => [term, count + far.unitCounts.get(term)!])),
  };
  return { answer, state: far };
}

async function vectorsOfBoth({ local, shared }: Layers, contents: readonly number[], borrowed: BorrowedContents) {
  const localPart = await local.vectors(contents);
  const { vectorModel } = await local.opening();
  const missing = new Set(contents.filter((content) => !localPart.has(content)));
  const ids = [...borrowed.contentOf].flatMap(([id, content]) => (missing.has(content) ? [id] : []));
  if (ids.length === 0 || vectorModel === null) return { answer: localPart, state: null };
  const far = await shared.vectors(ids, vectorModel);
  const remote = new Map([...far.vectors].map(([id, vectors]) => [borrowed.contentOf.get(id)!, vectors]));
  const answer = fillMap(contents, (content) => localPart.get(content) ?? remote.get(content));
  return { answer, state: far };
}

// Contents the local store lacks: those a change only names, and those it contains.
async function unknownOf(local: Store, { upsert = [], contents = [] }: StoreChange) {
  const brought = new Set(contents.map(({ hash }) => hash));
  const all = [...new Set([...upsert.map(({ hash }) => hash), ...brought])];
  const localPart = all.length === 0 ? new Set() : await local.known(all);
  const unknown = all.filter((hash) => !localPart.has(hash));
  return {
    missing: unknown.filter((hash) => !brought.has(hash)),
    brought: unknown.filter((hash) => brought.has(hash)),
  };
}

// The record of a borrowed content, without text and terms. `unitLengths` holds only the number of all its terms.
function recordOf({ content, termCount }: SharedFacts): ContentRecord {
  const [none, bytes] = [new Uint32Array(), new Uint8Array()];
  const postings = { terms: [], places: none, entries: none, units: none, body: bytes, name: bytes, doc: bytes };
  return { ...content, text: '', terms: { ...postings, unitLengths: Uint32Array.of(termCount) } };
}

// Fails as damaged if the shared store lacks borrowed contents of the view or their vectors; the view is then rebuilt.
async function checkBorrowed({ local, shared }: Layers, borrowed: BorrowedContents): Promise<void> {
  const opening = await local.opening();
  const hashes = [...new Set(opening.files.map(({ hash }) => hash))].filter((hash) => borrowed.byHash.has(hash));
  const { numbers: now, ...state } = await shared.readNumbers(hashes);
  const isGone = hashes.some((hash) => now.get(hash)?.id !== borrowed.byHash.get(hash)!.id);
  const isOtherModel = isSameModel(borrowed.model, opening.vectorModel) && !isSameModel(state.model, borrowed.model);
  if (isGone || isOtherModel)
    throw new ContextError('STORE_DAMAGED', 'The shared store forgot contents that this index borrowed.');
  await local.apply({ meta: replaceBorrowed(borrowed, state, now) });
}

/** Joins the postings of both stores by content and unit; `contentOf` translates the content numbers of `far`. */
function joinPostings(localPart: PostingList, far: PostingList, contentOf: (id: number) => number): PostingList {
  if (far.contents.length === 0) return localPart;
  const join = <List extends Uint32Array | Uint8Array>(own: List, other: List): List => {
    const both = new (own.constructor as new (length: number) => List)(own.length + other.length);
    both.set(own);
    both.set(other, own.length);
    return both;
  };
  const contents = join(localPart.contents, far.contents.map(contentOf));
  const units = join(localPart.units, far.units);
  const order = Uint32Array.from(contents.keys()).sort((a, b) => contents[a]! - contents[b]! || units[a]! - units[b]!);
  const inOrder = <List extends Uint32Array | Uint8Array>(list: List): List =>
    list.map((_, index) => list[order[index]!]!) as List;
  return {
    term: localPart.term,
    contents: inOrder(contents),
    units: inOrder(units),
    unitLengths: inOrder(join(localPart.unitLengths, far.unitLengths)),
    body: inOrder(join(localPart.body, far.body)),
    name: inOrder(join(localPart.name, far.name)),
    doc: inOrder(join(localPart.doc, far.doc)),
  };
}

interface BorrowedContents extends SharedState {
  /** By hash, also contents that have left the view. */
  readonly byHash: ReadonlyMap<string, SharedContent>;
  /** The content number in the local store, by the number in the shared store, for contents in the view. */
  readonly contentOf: ReadonlyMap<number, number>;
  /** 1 at the shared store's number of every borrowed content in the view, else 0. */
  readonly live: Uint8Array;
  /** The number of pages in the store's `meta` that list them; the pages behind these are empty. */
  readonly pages: number;
}

const STATE = 'lent.terms';
const PAGE = 'lent.page.';
// Every change that borrows, or ends borrowing, adds a page; when there are too many, all are joined to one.
const PAGES_MAX = 40;

function readBorrowed({ meta, files }: Pick<Opening, 'meta' | 'files'>): BorrowedContents {
  const byHash = new Map<string, SharedContent>();
  let pages = 0;
  for (; meta.get(PAGE + pages); pages += 1) readPage(meta.get(PAGE + pages)!, byHash);
  const contentOf = new Map<number, number>();
  let max = 0;
  for (const { hash, content } of byHash.size === 0 ? [] : files) {
    const id = byHash.get(hash)?.id;
    if (id === undefined) continue;
    contentOf.set(id, content);
    max = Math.max(max, id);
  }
  const live = new Uint8Array(max + 1);
  for (const id of contentOf.keys()) live[id] = 1;
  const [stamp, model] = JSON.parse(meta.get(STATE) ?? '["",null]') as [string, VectorModel | null];
  return { byHash, contentOf, live, pages, stamp, model };
}

interface BorrowedNews {
  readonly added: ReadonlyMap<string, SharedContent>;
  readonly ended: readonly string[];
}

/** The `meta` entries that add borrowed contents and remove those of `ended`. */
function addBorrowed(
  before: BorrowedContents,
  { stamp, model }: SharedState,
  news: BorrowedNews,
): Readonly<Record<string, string>> {
  const state = { [STATE]: JSON.stringify([stamp, model]) };
  if (before.pages < PAGES_MAX) return { ...state, [PAGE + before.pages]: printPage(news) };
  const all = new Map([...before.byHash, ...news.added]);
  for (const hash of news.ended) all.delete(hash);
  return replaceBorrowed(before, { stamp, model }, all);
}

function replaceBorrowed(
  before: BorrowedContents,
  { stamp, model }: SharedState,
  added: ReadonlyMap<string, SharedContent>,
): Readonly<Record<string, string>> {
  const empty = Array.from({ length: before.pages }, (_, index) => [PAGE + index, ''] as const);
  return {
    ...Object.fromEntries(empty),
    [`${PAGE}0`]: printPage({ added, ended: [] }),
    [STATE]: JSON.stringify([stamp, model]),
  };
}

// One line for each content: its hash, numbers and path key, or the hash alone if it is no longer borrowed.
function printPage(news: BorrowedNews): string {
  const lines = [...news.added].map(([hash, one]) => `${hash} ${one.id} ${one.termCount} ${one.vectorPath}`);
  return [...news.ended, ...lines].join('\n');
}

function readPage(page: string, into: Map<string, SharedContent>): void {
  for (const line of page.split('\n')) {
    const [hash = '', id, termCount, vectorPath = ''] = line.split(' ');
    if (id === undefined) into.delete(hash);
    else into.set(hash, { id: Number(id), termCount: Number(termCount), vectorPath });
  }
}
