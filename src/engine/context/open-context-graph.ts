import { invariant } from '../../model/errors.ts';
import type { ContextInput } from '../../ports/context.ts';
import type { GraphBackend, GraphBackendName } from '../../ports/graph.ts';
import type { RunContext } from '../run-pack.ts';

/** A graph that can be asked, and what is to be said about it afterwards. */
export interface ContextGraph {
  readonly backend: GraphBackend;
  readonly workspace: string;
  /** The kind of graph: tana, logseq. */
  readonly source: string;
  used(): BackendUse;
  close(): Promise<void>;
}

export interface BackendUse {
  readonly backend: GraphBackendName;
  readonly reason: string;
  readonly asOfMs: number | null;
  readonly notes: readonly string[];
}

export async function openContextGraph(input: ContextInput, { graphs }: RunContext): Promise<ContextGraph> {
  invariant(graphs, 'an engine knows its graphs');
  const { workspace, store, notes } = await (await graphs.load()).openGraph(input.workspace);
  const origin = await store.origin();
  const use = { backend: store.name, reason: 'the imported graph', asOfMs: store.asOfMs, notes };
  return { backend: store, workspace, source: origin?.source ?? 'tana', used: () => use, close: async () => {} };
}
