import type { EngineOptions } from '../../ports/engine.ts';
import type { Graphs, GraphsOptions } from './open-graphs.ts';

/** The graphs of a workspace before anybody asked for one: whoever has none loads nothing for them. */
export interface LazyGraphs {
  load(): Promise<Graphs>;
  close(): Promise<void>;
}

export function lazyGraphs(
  { root, signal, onProgress }: EngineOptions,
  parts: Pick<GraphsOptions, 'graphs' | 'redact' | 'now'>,
): LazyGraphs {
  let loading: Promise<Graphs> | null = null;
  const load = async () => {
    const { openGraphs } = await import('./open-graphs.ts');
    const report = (done: number) => onProgress?.({ stage: 'import', done, total: 0 });
    return openGraphs({ ...parts, root, signal, onProgress: report });
  };
  return {
    load: () => {
      loading ??= load();
      return loading;
    },
    close: async () => (await loading)?.close(),
  };
}
