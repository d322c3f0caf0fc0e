import type { LinkedTrace, LocatedTrace } from './locate-frames.ts';

const TRACES_KEPT_MAX = 20;

/**
 * The error one should look at comes first: of a chain its first cause, of several errors the one that came most often.
 * Among equals a log is about the last, and what a compiler or a test run prints about the first.
 */
export function leadFirst(
  traces: readonly LinkedTrace[],
  { hasPath, isLog }: { readonly hasPath: (path: string) => boolean; readonly isLog: boolean },
): readonly LocatedTrace[] {
  const groups = [...Map.groupBy(chainsOf(traces), keyOf).values()];
  const ranked = groups.map((same, at) => ({
    chain: same[0]!,
    count: same.length,
    at,
    weight: weightOf(same[0]!, hasPath),
  }));
  ranked.sort((a, b) => b.weight - a.weight || b.count - a.count || (isLog ? b.at - a.at : a.at - b.at));
  return ranked
    .flatMap(({ chain }) => chain)
    .filter((trace) => trace.frames.length > 0 || trace.message !== null)
    .slice(0, TRACES_KEPT_MAX)
    .map(({ language, message, frames }) => ({ language, message, frames }));
}

type Chain = readonly LinkedTrace[];

// What caused the one printed before it goes before that, what followed from it after it.
function chainsOf(traces: readonly LinkedTrace[]): readonly Chain[] {
  const chains: LinkedTrace[][] = [];
  let previous: LinkedTrace | null = null;
  for (const trace of traces) {
    const chain = chains.at(-1);
    if (chain === undefined || trace.link === null) chains.push([trace]);
    else if (trace.link === 'cause') chain.splice(previous === null ? 0 : chain.indexOf(previous), 0, trace);
    else chain.push(trace);
    previous = trace;
  }
  return chains;
}

// The same error again has other numbers in it.
function keyOf(chain: Chain): string {
  return JSON.stringify(chain.map(({ message, frames }) => [message?.replace(/\d+/g, '#'), frames]));
}

// A place that somebody merely mentions is no error; one outside the workspace cannot be shown.
function weightOf(chain: Chain, hasPath: (path: string) => boolean): number {
  const isShown = chain.some(({ frames }) => frames.some(({ path, among }) => among !== undefined || hasPath(path)));
  const isError = chain.some(({ message, language }) => message !== null || language !== 'generic');
  return 2 * Number(isShown) + Number(isError);
}
