import { drawPlots, type Line } from '../scale/log-plots.ts';
import type { Told } from './load.ts';
import type { Holdings } from './workspaces.ts';

/** The measures of one number of workspaces and connections. */
export interface Measured {
  readonly workspaces: number;
  readonly connections: number;
  readonly rate: number | null;
  readonly holds: Holdings;
  readonly readySeconds: number;
  /** The memory of all servers together. */
  readonly megabytes: number;
  readonly cpuSeconds: number;
  readonly databaseConnections: number;
  /** Packs about workspaces the servers had not been asked about. */
  readonly first: Told;
  readonly told: Told;
}

/** Size and times by number of workspaces. */
export function drawGrowth(rows: readonly Measured[]): string {
  const closed = rows.filter(({ rate }) => rate === null);
  const by = (connections: number, y: (row: Measured) => number): Line['points'] =>
    closed.filter((row) => row.connections === connections).map((row) => [row.workspaces, y(row)] as const);
  const counts = [...new Set(closed.map(({ connections }) => connections))];
  const named = (count: number) => `${count} connection${count === 1 ? '' : 's'}`;
  const linesOf = (y: (row: Measured) => number) =>
    counts.map((count) => ({ name: named(count), points: by(count, y) }));
  return drawPlots('Size of the database and times of packs by number of workspaces', 'workspaces', [
    {
      title: 'database, MB',
      lines: [{ name: 'all tables', points: by(counts[0] ?? 1, ({ holds }) => holds.bytes / 1e6) }],
    },
    { title: 'a pack, p50, ms', lines: linesOf(({ told }) => told.p50) },
    { title: 'a pack, p99, ms', lines: linesOf(({ told }) => told.p99) },
    { title: 'a server, MB', lines: linesOf(({ megabytes }) => megabytes) },
  ]);
}
