import type { GraphSource } from '../ports/graph.ts';
import { logseqGraphs } from './logseq/logseq-graphs.ts';
import { tanaExports } from './tana/export/tana-exports.ts';

const GRAPH_SOURCE_NAMES = ['tana', 'logseq'] as const;
export type GraphSourceName = (typeof GRAPH_SOURCE_NAMES)[number];
const BY_NAME: Readonly<Record<GraphSourceName, GraphSource>> = { tana: tanaExports, logseq: logseqGraphs };

/** The kinds of knowledge graphs that can be imported. A new one is a folder and a line here. */
export const GRAPH_SOURCES: readonly GraphSource[] = GRAPH_SOURCE_NAMES.map((name) => BY_NAME[name]);
