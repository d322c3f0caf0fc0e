// Records in a local index which contents it borrows from a shared store, with their numbers in both.
import type { VectorModel } from '../../ports/embedder.ts';
import type { Opening } from '../../ports/store.ts';
import type { SharedContent, SharedState } from '../postgres/shared-contents.ts';

export interface BorrowedContents extends SharedState {
  /** By hash, also contents that have left the view. */
  readonly byHash: ReadonlyMap<string, SharedContent>;
  /** The content number in the local store, by the number in the shared store, for contents in the view. */
  readonly contentOf: ReadonlyMap<number, number>;
  /** 1 at the shared store's number of every content in the view, else 0. */
  readonly live: Uint8Array;
  /** The number of pages in the store's `meta` that list them. */
  readonly pages: number;
}

const STATE = 'lent.terms';
const PAGE = 'lent.page.';
// Every change that borrows adds a page; when there are too many, all are joined to one.
const PAGES_MAX = 40;

export function readBorrowed({ meta, files }: Pick<Opening, 'meta' | 'files'>): BorrowedContents {
  const byHash = new Map<string, SharedContent>();
  let pages = 0;
  for (; meta.has(PAGE + pages); pages += 1) readPage(meta.get(PAGE + pages)!, byHash);
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
export function addBorrowed(
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

/** The `meta` entries that replace all borrowed contents. */
export function replaceBorrowed(
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

// One line for each content: its hash and numbers, or the hash alone if it is no longer borrowed.
function printPage(news: BorrowedNews): string {
  const lines = [...news.added].map(([hash, one]) => `${hash} ${one.id} ${one.termCount} ${one.vectorPath}`);
  return [...news.ended, ...lines].join('\n');
}

function readPage(page: string, into: Map<string, SharedContent>): void {
  for (const line of page === '' ? [] : page.split('\n')) {
    const [hash = '', id, termCount, vectorPath = ''] = line.split(' ');
    if (id === undefined) into.delete(hash);
    else into.set(hash, { id: Number(id), termCount: Number(termCount), vectorPath });
  }
}
