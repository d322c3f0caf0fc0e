import type { Graphs, GraphsOptions } from './open-graphs.ts';

/** The graphs of a workspace before anybody asked for one: whoever has none loads nothing for them. */
export interface LazyGraphs {
  load(): Promise<Graphs>;
  close(): Promise<void>;
}

export function lazyGraphs(options: GraphsOptions): LazyGraphs {
  let loading: Promise<Graphs> | null = null;
  return {
    load: () => {
      loading ??= import('./open-graphs.ts').then(({ openGraphs }) => openGraphs(options));
      return loading;
    },
    close: async () => (await loading)?.close(),
  };
}
