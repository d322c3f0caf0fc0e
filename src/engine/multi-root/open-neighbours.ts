// Opens the other workspaces that questions also go to (`--root` given several times), and keeps their indexes up to
// date together.
import type { Config } from '../../config/schema.ts';
import type { CallOptions, EngineOptions, IndexReport } from '../../ports/engine.ts';
import type { NeighbourBasis } from '../answers.ts';
import { createFreshIndex, type FreshIndex } from '../fresh/fresh-index.ts';
import type { PartialQuestion } from '../fresh/partial-index.ts';
import { storedViewOf } from '../open/shared-names.ts';
import { refuseOverlap } from './workspace-paths.ts';

export interface NeighbourWorkspace {
  readonly root: string;
  readonly config: Config;
}

export interface NeighbourIndex extends NeighbourWorkspace {
  readonly index: FreshIndex;
}

export async function openNeighbours(
  neighbours: readonly NeighbourWorkspace[],
  { root, ...options }: EngineOptions,
  config: Config,
): Promise<readonly NeighbourIndex[]> {
  refuseOverlap([{ root, config }, ...neighbours].map((neighbour) => storedViewOf(neighbour.config) ?? neighbour.root));
  return Promise.all(
    neighbours.map(async (neighbour) => ({
      ...neighbour,
      index: await createFreshIndex({ ...options, root: neighbour.root }, neighbour.config),
    })),
  );
}

/** Runs `work` once all of these indexes can answer the question. */
export function onFreshIndexes<T>(
  indexes: readonly NeighbourIndex[],
  request: { readonly call: CallOptions; readonly question: PartialQuestion | null },
  work: (neighbours: readonly NeighbourBasis[]) => Promise<T>,
): Promise<T> {
  const [first, ...rest] = indexes;
  if (first === undefined) return work([]);
  const { root, config, index } = first;
  return index.on(
    request.call,
    (ready) => onFreshIndexes(rest, request, (others) => work([{ root, config, ...ready }, ...others])),
    request.question,
  );
}

export function joinReports(reports: readonly IndexReport[]): IndexReport {
  const sum = (key: Exclude<keyof IndexReport, 'notes'>) => reports.reduce((total, report) => total + report[key], 0);
  return {
    files: sum('files'),
    symbols: sum('symbols'),
    commits: sum('commits'),
    added: sum('added'),
    changed: sum('changed'),
    removed: sum('removed'),
    milliseconds: Math.max(...reports.map((report) => report.milliseconds)),
    notes: [...new Set(reports.flatMap(({ notes }) => notes))],
  };
}
