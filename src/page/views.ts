// The list of views; each is loaded when it opens.
import type { FunctionComponent } from 'preact';

export interface PageView {
  /** The name in the address, which is also the title of the tab. */
  readonly name: string;
  /** The shortcut key. */
  readonly key: string;
  /** Also shown before the first answer. */
  readonly showsEarly?: true;
  load(): Promise<FunctionComponent>;
}

/** All views, in the order of their tabs. A new one is a file in `views/` and a row here. */
export const VIEWS: readonly PageView[] = [
  { name: 'pack', key: 'p', load: async () => (await import('./views/pack.tsx')).PackView },
  { name: 'ranked', key: 'r', load: async () => (await import('./views/ranked.tsx')).RankedView },
  { name: 'budget', key: 'b', load: async () => (await import('./views/budget.tsx')).BudgetView },
  { name: 'library', key: 'd', showsEarly: true, load: async () => (await import('./views/library.tsx')).LibraryView },
  { name: 'history', key: 'h', showsEarly: true, load: async () => (await import('./views/history.tsx')).HistoryView },
];
