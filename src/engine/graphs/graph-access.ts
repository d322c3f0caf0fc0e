import type { Config } from '../../config/schema.ts';
import type { EngineOptions } from '../../ports/engine.ts';
import { createRedact } from '../../reading/redaction/redact.ts';
import { lazyGraphs } from './lazy-graphs.ts';
import { createReadBackendResolver } from './read-backend.ts';

/** The knowledge graphs of a workspace, imported and live. Nothing is opened before it is asked for. */
export type GraphAccess = ReturnType<typeof createGraphAccess>;

export function createGraphAccess(
  { root, now = Date.now, signal, onProgress }: Pick<EngineOptions, 'root' | 'now' | 'signal' | 'onProgress'>,
  config: Config,
) {
  const redact = createRedact();
  const graphs = lazyGraphs({
    ...{ root, graphs: config.graphs, redact, now, signal },
    onProgress: (done) => onProgress?.({ stage: 'import', done, total: 0 }),
  });
  return { graphs, resolveReadBackend: createReadBackendResolver({ graphs, tana: config, redact, now }) };
}
