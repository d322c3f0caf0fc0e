// The kinds of knowledge graphs that can be imported. Their readers are loaded when a graph is read.
import { stat } from 'node:fs/promises';
import type { GraphSource } from '../ports/graph.ts';
import { stampOfPages } from './logseq/list-pages.ts';

const ID_OF_TANA = /^[\w-]{10,14}$/;
const RUN = /[a-z]+|[A-Z]+|\d+|[_-]+/g;
/** The fewest runs in an id: random characters often change between cases, digits and signs, words seldom do. */
const ID_RUNS_MIN = 6;
const ID_OF_LOGSEQ = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export const tanaExports: GraphSource = {
  name: 'tana',
  takes: 'an export (.json) or an index of supertag (.db)',
  async stampOf(path) {
    const found = await stat(path).catch(() => null);
    if (!found?.isFile()) return null;
    // SQLite may keep the newest rows of supertag's index in a log beside it.
    const log = await stat(`${path}-wal`).catch(() => null);
    const newest = Math.max(found.mtimeMs, log?.size ? log.mtimeMs : 0);
    return { stamp: `${found.size + (log?.size ?? 0)}-${newest}`, asOfMs: Math.floor(newest) };
  },
  isId: (text) => ID_OF_TANA.test(text) && (text.match(RUN)?.length ?? 0) >= ID_RUNS_MIN,
  read: async (path, call) => (await import('./tana/export/fields-and-tags.ts')).readTana(path, call),
};

export const logseqGraphs: GraphSource = {
  name: 'logseq',
  takes: 'a folder with pages/ or journals/',
  stampOf: stampOfPages,
  isId: (text) => ID_OF_LOGSEQ.test(text),
  read: async (path, call) => (await import('./logseq/logseq-graphs.ts')).readLogseq(path, call),
};

export type GraphSourceName = 'tana' | 'logseq';

/** The kinds of graphs, in the order that lists show them. */
export const GRAPH_SOURCES: readonly GraphSource[] = [tanaExports, logseqGraphs];
