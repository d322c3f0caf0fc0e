import { ContextError } from '../../model/errors.ts';
import type { ReadId } from '../../pipeline/context/resolve-seeds.ts';
import type { ContextInput } from '../../ports/context.ts';
import { GRAPH_SOURCES } from '../../sources/graph-sources.ts';
import type { ReadBackend } from '../graphs/read-backend.ts';

/** An id as a page prints it: `tana:main/ID`. */
const CITATION = /^([a-z]+):([a-z0-9][a-z0-9-]*)\/./;

/** The graph that is asked: the one named, or the one that what is cited lies in. */
export function graphAsked({ seeds, seedsAre, workspace }: ContextInput): string | undefined {
  const cited = seedsAre === 'topics' ? [] : seeds.flatMap((seed) => citedGraph(seed) ?? []);
  const [asked, other] = new Set(workspace === undefined ? cited : [workspace, ...cited]);
  if (other === undefined) return asked;
  throw new ContextError('BAD_INPUT', `Ask about one graph at a time: this is about ${asked} and about ${other}.`);
}

/** How texts are read for ids of a graph. */
export function idsOf({ source, workspace }: Pick<ReadBackend, 'source' | 'workspace'>): ReadId {
  const prefix = `${source}:${workspace}/`;
  const isId = GRAPH_SOURCES.find(({ name }) => name === source)?.isId ?? (() => false);
  return (text) => {
    const given = text.trim();
    if (given.startsWith(prefix)) return { id: given.slice(prefix.length), isSure: true };
    return { id: given, isSure: citedGraph(given) !== null || isId(given) };
  };
}

function citedGraph(text: string): string | null {
  const [, source, alias = null] = CITATION.exec(text.trim()) ?? [];
  return GRAPH_SOURCES.some(({ name }) => name === source) ? alias : null;
}
