import type { Config } from '../../config/schema.ts';
import type { Redact } from '../../ports/reader.ts';
import { GRAPH_SOURCES } from '../../sources/graph-sources.ts';
import { createGraphSource, type GraphDocuments } from '../../sources/graphs/graph-source.ts';
import { isConfined, registeredGraphs } from '../graphs/registered-graphs.ts';

/** The knowledge graphs of a workspace as sources, one for each kind; nothing is read before the first scan. */
export function openGraphSources(
  root: string,
  { graphs }: Pick<Config, 'graphs'>,
  { redact, now }: { readonly redact: Redact; readonly now: () => number },
): readonly GraphDocuments[] {
  const registered = () => registeredGraphs(root, graphs).filter(({ path }) => isConfined(root, path));
  return GRAPH_SOURCES.map((kind) => createGraphSource(kind, { registered, redact, now }));
}
