import type { VectorModel } from '../../ports/embedder.ts';
import type { Opening } from '../../ports/store.ts';
import type { Loan, LoanTerms } from '../postgres/lender.ts';

/** What a view of one's own has of another's contents. */
export interface Loans extends LoanTerms {
  /** Of contents that are in the view, or were; by hash. */
  readonly byHash: ReadonlyMap<string, Loan>;
  /** The number in the own store by the lender's, for what is in the view. */
  readonly contentOf: ReadonlyMap<number, number>;
  /** 1 at the lender's number of everything that is in the view. */
  readonly live: Uint8Array;
  /** How many pages they are written on. */
  readonly pages: number;
}

const TERMS = 'lent.terms';
const PAGE = 'lent.page.';
// A page comes with every change that borrows; too many are written as one.
const PAGES_MAX = 40;

/** Reads the loans of a view, which stand among what it remembers. */
export function readLoans({ meta, files }: Pick<Opening, 'meta' | 'files'>): Loans {
  const byHash = new Map<string, Loan>();
  let pages = 0;
  for (; meta.has(PAGE + pages); pages += 1) readPage(meta.get(PAGE + pages)!, byHash);
  const contentOf = new Map<number, number>();
  let most = 0;
  for (const { hash, content } of byHash.size === 0 ? [] : files) {
    const id = byHash.get(hash)?.id;
    if (id === undefined) continue;
    contentOf.set(id, content);
    most = Math.max(most, id);
  }
  const live = new Uint8Array(most + 1);
  for (const id of contentOf.keys()) live[id] = 1;
  const [stamp, model] = JSON.parse(meta.get(TERMS) ?? '["",null]') as [string, VectorModel | null];
  return { byHash, contentOf, live, pages, stamp, model };
}

/** What a view must remember to have these loans as well, and those of `ended` no longer. */
export function writeLoans(
  before: Loans,
  { stamp, model }: LoanTerms,
  news: { readonly loans: ReadonlyMap<string, Loan>; readonly ended: readonly string[] },
): Readonly<Record<string, string>> {
  const terms = { [TERMS]: JSON.stringify([stamp, model]) };
  if (before.pages < PAGES_MAX) return { ...terms, [PAGE + before.pages]: printPage(news) };
  const all = new Map([...before.byHash, ...news.loans]);
  for (const hash of news.ended) all.delete(hash);
  return allLoans(before, { stamp, model }, all);
}

/** What a view must remember to have these loans and no others. */
export function allLoans(
  before: Loans,
  { stamp, model }: LoanTerms,
  loans: ReadonlyMap<string, Loan>,
): Readonly<Record<string, string>> {
  const empty = Array.from({ length: before.pages }, (_, at) => [PAGE + at, ''] as const);
  return {
    ...Object.fromEntries(empty),
    [`${PAGE}0`]: printPage({ loans, ended: [] }),
    [TERMS]: JSON.stringify([stamp, model]),
  };
}

// A line for each: its hash and the numbers, or the hash alone for one that ended.
function printPage(news: { readonly loans: ReadonlyMap<string, Loan>; readonly ended: readonly string[] }): string {
  const lines = [...news.loans].map(
    ([hash, { id, termCount, vectorPath }]) => `${hash} ${id} ${termCount} ${vectorPath}`,
  );
  return [...news.ended, ...lines].join('\n');
}

function readPage(page: string, into: Map<string, Loan>): void {
  for (const line of page === '' ? [] : page.split('\n')) {
    const [hash = '', id, termCount, vectorPath = ''] = line.split(' ');
    if (id === undefined) into.delete(hash);
    else into.set(hash, { id: Number(id), termCount: Number(termCount), vectorPath });
  }
}
