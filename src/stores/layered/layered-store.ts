import { ContextError } from '../../model/errors.ts';
import type { ContentRecord, Opening, PostingList, Store, StoreChange, WordsAsked } from '../../ports/store.ts';
import { isSameModel, type Lender, type LentContent, type LoanTerms } from '../postgres/lender.ts';
import { allLoans, type Loans, readLoans, writeLoans } from './loans.ts';

// Somebody else writes more often than a question takes; it will not last.
const ATTEMPTS_MAX = 8;

/**
 * A view of one's own whose contents are borrowed where somebody has stored them already. The own store holds the view, with its edges,
 * documents and history, the facts of everything, and all of what nobody else has; texts, terms and vectors of borrowed contents are
 * asked of the lender. Nothing is ever written there.
 */
export function layerStores(own: Store, lender: Lender): Store {
  const layers: Layers = { own, lender, current: rememberLoans(own), offered: new Map(), latest: null };
  return {
    ...own,
    name: `${own.name} over postgres`,
    known: async (hashes) => {
      const near = await own.known(hashes);
      const { loans } = await lender.review(hashes.filter((hash) => !near.has(hash)));
      return new Set(hashes.filter((hash) => near.has(hash) || loans.has(hash)));
    },
    contents: async (hashes) => {
      const near = await own.contents(hashes);
      const missing = hashes.filter((hash) => !near.has(hash));
      await borrow(layers, missing);
      return filled(hashes, (hash) => near.get(hash) ?? layers.offered.get(hash)?.content);
    },
    texts: async (hashes) => {
      const near = await own.texts(hashes);
      // What was borrowed has an empty text here, and so has an empty file.
      const far = hashes.filter((hash) => !near.get(hash));
      const found = far.length === 0 ? new Map<string, string>() : await lender.texts(far);
      return filled(hashes, (hash) => found.get(hash) ?? near.get(hash));
    },
    words: (asked) => askBoth(layers, (loans) => wordsOfBoth(layers, { asked, loans })),
    unembedded: async () => {
      const [{ byHash, model }, opening] = [await layers.current(), await own.opening()];
      const isBorrowed = isSameModel(model, opening.vectorModel);
      const made = (hash: string, path: string) => isBorrowed && byHash.get(hash)?.vectorPath === lender.keyOf(path);
      return (await own.unembedded()).filter(({ hash, path }) => !made(hash, path));
    },
    vectors: (contents) => askBoth(layers, (loans) => vectorsOfBoth(layers, { contents, loans })),
    apply: (change) => applyOver(layers, change),
    close: async () => {
      await Promise.all([own.close(), lender.close()]);
    },
  };
}

interface Layers {
  readonly own: Store;
  readonly lender: Lender;
  /** The loans of the view as it is now; the same ones until it changes. */
  readonly current: () => Promise<Loans>;
  /** What was lent and is not in the own store yet. */
  readonly offered: Map<string, LentContent>;
  /** What the last loans hang on. */
  latest: LoanTerms | null;
}

async function borrow(layers: Layers, hashes: readonly string[]): Promise<void> {
  const unasked = hashes.filter((hash) => !layers.offered.has(hash));
  if (unasked.length === 0) return;
  const { contents, ...terms } = await layers.lender.lend(unasked);
  layers.latest = terms;
  for (const [hash, content] of contents) layers.offered.set(hash, content);
}

// Asks both until neither changed meanwhile.
async function askBoth<T>(
  layers: Layers,
  work: (loans: Loans) => Promise<{ readonly answer: T; readonly terms: LoanTerms | null }>,
): Promise<T> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const loans = await layers.current();
    const { answer, terms } = await work(loans);
    if (terms !== null && terms.stamp !== loans.stamp) await review(layers, loans);
    if ((await layers.current()) === loans) return answer;
  }
  throw new ContextError('STORE_BUSY', 'The workspace is changed faster than it can be read.');
}

async function applyOver(layers: Layers, change: StoreChange): Promise<void> {
  const { own, current, offered } = layers;
  const { missing, brought } = await unknownOf(own, change);
  await borrow(layers, missing);
  const lent = filled(missing, (hash) => offered.get(hash));
  const before = await current();
  const terms = layers.latest ?? before;
  if (lent.size > 0 && before.byHash.size > 0 && terms.stamp !== before.stamp) await review(layers, before);
  const loans = await current();
  // What is parsed here after all was forgotten there.
  const ended = brought.filter((hash) => loans.byHash.has(hash));
  const meta = lent.size + ended.length === 0 ? {} : writeLoans(loans, terms, { loans: lent, ended });
  const contents = [...(change.contents ?? []), ...[...lent.values()].map(borrowed)];
  await own.apply({ ...change, contents, meta: { ...change.meta, ...meta } });
  for (const hash of lent.keys()) offered.delete(hash);
}

// What there is, in the order asked.
function filled<Key, Value extends {}>(keys: readonly Key[], at: (key: Key) => Value | undefined): Map<Key, Value> {
  return new Map(
    keys.flatMap((key) => {
      const value = at(key);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

function rememberLoans(own: Store): () => Promise<Loans> {
  let known: { readonly opening: Opening; readonly loans: Loans } | null = null;
  return async () => {
    const opening = await own.opening();
    if (known?.opening !== opening) known = { opening, loans: readLoans(opening) };
    return known.loans;
  };
}

async function wordsOfBoth({ own, lender }: Layers, { asked, loans }: { asked: WordsAsked; loans: Loans }) {
  const { postings = [], unitCounts = [] } = asked;
  const near = own.words(asked);
  if (loans.contentOf.size === 0 || postings.length + unitCounts.length === 0)
    return { answer: await near, terms: null };
  const [words, far] = await Promise.all([near, lender.words({ postings, unitCounts }, loans.live)]);
  const contentOf = (id: number) => loans.contentOf.get(id)!;
  const answer = {
    ...words,
    postings: words.postings.map((list) => joinPostings(list, far.postings.get(list.term)!, contentOf)),
    unitCounts: new Map([...words.unitCounts].map(([term, count]) => [term, count + far.unitCounts.get(term)!])),
  };
  return { answer, terms: far };
}

async function vectorsOfBoth(
  { own, lender }: Layers,
  { contents, loans }: { contents: readonly number[]; loans: Loans },
) {
  const near = await own.vectors(contents);
  const { vectorModel } = await own.opening();
  const missing = new Set(contents.filter((content) => !near.has(content)));
  const ids = [...loans.contentOf].flatMap(([id, content]) => (missing.has(content) ? [id] : []));
  if (ids.length === 0 || vectorModel === null) return { answer: near, terms: null };
  const far = await lender.vectors(ids, vectorModel);
  const found = new Map([...far.vectors].map(([id, vectors]) => [loans.contentOf.get(id)!, vectors]));
  const answer = filled(contents, (content) => near.get(content) ?? found.get(content));
  return { answer, terms: far };
}

// Contents that are not here yet: those a change speaks of, and those it brings.
async function unknownOf(own: Store, { upsert = [], contents = [] }: StoreChange) {
  const brought = new Set(contents.map(({ hash }) => hash));
  const all = [...new Set([...upsert.map(({ hash }) => hash), ...brought])];
  const near = all.length === 0 ? new Set() : await own.known(all);
  const unknown = all.filter((hash) => !near.has(hash));
  return {
    missing: unknown.filter((hash) => !brought.has(hash)),
    brought: unknown.filter((hash) => brought.has(hash)),
  };
}

// The facts without text and terms; how many terms there are is told by the length of its units.
function borrowed({ content, termCount }: LentContent): ContentRecord {
  const none = {
    terms: [],
    places: new Uint32Array(),
    entries: new Uint32Array(),
    units: new Uint32Array(),
    body: new Uint8Array(),
    name: new Uint8Array(),
    doc: new Uint8Array(),
  };
  return { ...content, text: '', terms: { ...none, unitLengths: Uint32Array.of(termCount) } };
}

// Looks whether all that was borrowed is still there; where it is not, the view has to be made again.
async function review({ own, lender }: Layers, loans: Loans): Promise<void> {
  const opening = await own.opening();
  const hashes = [...new Set(opening.files.map(({ hash }) => hash))].filter((hash) => loans.byHash.has(hash));
  const { loans: now, ...terms } = await lender.review(hashes);
  const isGone = hashes.some((hash) => now.get(hash)?.id !== loans.byHash.get(hash)!.id);
  const isOtherModel = isSameModel(loans.model, opening.vectorModel) && !isSameModel(terms.model, loans.model);
  if (isGone || isOtherModel)
    throw new ContextError('STORE_DAMAGED', 'The shared store forgot contents that this index borrowed.');
  await own.apply({ meta: allLoans(loans, terms, now) });
}

/** The postings of both, ordered by content and unit; those of `far` speak of contents by other numbers. */
function joinPostings(near: PostingList, far: PostingList, contentOf: (id: number) => number): PostingList {
  if (far.contents.length === 0) return near;
  const split = near.contents.length;
  const length = split + far.contents.length;
  const contents = new Uint32Array(length);
  contents.set(near.contents);
  for (const [at, id] of far.contents.entries()) contents[split + at] = contentOf(id);
  const unitAt = (at: number) => (at < split ? near.units[at]! : far.units[at - split]!);
  const order = Uint32Array.from({ length }, (_, at) => at).sort(
    (a, b) => contents[a]! - contents[b]! || unitAt(a) - unitAt(b),
  );
  const ordered = <List extends Uint32Array | Uint8Array>(into: List, one: List, other: List): List => {
    for (const [at, from] of order.entries()) into[at] = from < split ? one[from]! : other[from - split]!;
    return into;
  };
  return {
    term: near.term,
    contents: Uint32Array.from(order, (at) => contents[at]!),
    units: ordered(new Uint32Array(length), near.units, far.units),
    unitLengths: ordered(new Uint32Array(length), near.unitLengths, far.unitLengths),
    body: ordered(new Uint8Array(length), near.body, far.body),
    name: ordered(new Uint8Array(length), near.name, far.name),
    doc: ordered(new Uint8Array(length), near.doc, far.doc),
  };
}
