import type { Config } from '../../config/schema.ts';
import type { EngineOptions } from '../../ports/engine.ts';
import { createRedact } from '../../reading/redaction/redact.ts';
import { type LazyGraphs, lazyGraphs } from './lazy-graphs.ts';
import { createReadBackendResolver, type ResolveReadBackend } from './read-backend.ts';

/** What answers about knowledge graphs, in one thread. */
export interface Knowledge {
  readonly graphs: LazyGraphs;
  readonly resolveReadBackend: ResolveReadBackend;
}

/** Nothing is opened before a graph is asked for. */
export function openKnowledge(options: EngineOptions, config: Config): Knowledge {
  const { now = Date.now } = options;
  const redact = createRedact();
  const graphs = lazyGraphs(options, { graphs: config.graphs, redact, now });
  return { graphs, resolveReadBackend: createReadBackendResolver({ graphs, tana: config, redact, now }) };
}
