// Filters and sorts documents and issues for `list` by the fields of their cards.
import { byText } from '../../model/terms.ts';
import type { ListInput, ListSort } from '../../ports/knowledge.ts';
import type { DocumentCard } from '../../ports/store.ts';

export interface ListFilter extends Omit<ListInput, 'sort' | 'limit' | 'ready'> {
  /** Null keeps the order documents come in. */
  readonly sort: ListSort | null;
}

type Order = (a: DocumentCard, b: DocumentCard) => number;

/** The type of documents that are not issues. */
export const DOCUMENT_TYPE = 'doc';

// The most urgent and the newest first; what has no priority or no date comes after them.
const ORDERS: Readonly<Record<ListSort, Order>> = {
  path: () => 0,
  name: (a, b) => byText(a.name.toLowerCase(), b.name.toLowerCase()),
  priority: (a, b) => (a.issue?.priority ?? Number.MAX_VALUE) - (b.issue?.priority ?? Number.MAX_VALUE),
  created: (a, b) => byText(b.issue?.createdAt ?? '', a.issue?.createdAt ?? ''),
  updated: (a, b) => byText(b.issue?.updatedAt ?? '', a.issue?.updatedAt ?? ''),
};

/** Returns the documents that pass every filter, sorted if asked: equal ones by path, all reversed if asked. */
export function listDocuments(cards: readonly DocumentCard[], filter: ListFilter): readonly DocumentCard[] {
  const matching = cards.filter((card) => isMatching(card, filter));
  const order = filter.sort === null ? null : ORDERS[filter.sort];
  const sorted = order === null ? matching : matching.toSorted((a, b) => order(a, b) || byText(a.path, b.path));
  return filter.reverse ? sorted.toReversed() : sorted;
}

function isMatching(card: DocumentCard, filter: ListFilter): boolean {
  const { status, priorityMin, priorityMax, type, label: all, labelAny: some, nameContains, under } = filter;
  const { issue } = card;
  const labels = new Set(card.labels.flatMap(labelWithParents).map((label) => label.toLowerCase()));
  const has = (label: string) => labels.has(label.toLowerCase());
  const priority = issue?.priority ?? null;
  return (
    (!filter.isIdentified || card.id !== null || issue !== null) &&
    (status === undefined || status.includes(issue?.status ?? '')) &&
    (priorityMin === undefined || (priority !== null && priority >= priorityMin)) &&
    (priorityMax === undefined || (priority !== null && priority <= priorityMax)) &&
    (type === undefined || type.includes(issue?.type ?? DOCUMENT_TYPE)) &&
    (all === undefined || all.every(has)) &&
    (some === undefined || some.some(has)) &&
    (nameContains === undefined || card.name.toLowerCase().includes(nameContains.toLowerCase())) &&
    (under === undefined || isBelow(card.path, under))
  );
}

/** Returns a label and its parents: `a/b` counts as `a` too. */
export function labelWithParents(label: string): readonly string[] {
  const parts = label.split('/');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/')).filter((part) => part !== '');
}

/** Whether a path is that of the given file or folder, or lies below it. */
export function isBelow(path: string, folder: string): boolean {
  const trimmed = folder.replace(/^\.(?:\/|$)|\/+$/g, '');
  return trimmed === '' || path === trimmed || path.startsWith(`${trimmed}/`);
}
