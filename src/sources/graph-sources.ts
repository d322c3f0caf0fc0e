import type { GraphSource } from '../ports/graph.ts';
import { logseqGraphs } from './logseq/logseq-graphs.ts';
import { tanaExports } from './tana/export/tana-exports.ts';

/** The kinds of knowledge graphs that can be imported. A new one is a folder and a line here. */
export const GRAPH_SOURCES: readonly GraphSource[] = [tanaExports, logseqGraphs];
