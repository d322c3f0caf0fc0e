import type { Config } from '../../config/schema.ts';
import type { EngineOptions } from '../../ports/engine.ts';
import { createRedact } from '../../reading/redaction/redact.ts';
import { lazyGraphs } from './lazy-graphs.ts';
import { createReadBackendResolver } from './read-backend.ts';

/** The knowledge graphs of a workspace, imported and live. Nothing is opened before it is asked for. */
export type GraphAccess = ReturnType<typeof createGraphAccess>;

export function createGraphAccess(
  options: Pick<EngineOptions, 'root' | 'now' | 'signal' | 'onProgress'>,
  config: Config,
) {
  const { now = Date.now } = options;
  const redact = createRedact();
  const graphs = lazyGraphs(options, { graphs: config.graphs, redact, now });
  return { graphs, resolveReadBackend: createReadBackendResolver({ graphs, tana: config, redact, now }) };
}
