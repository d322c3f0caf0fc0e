import { drawPlots, type Plot } from './log-plots.ts';
import type { Percentiles } from './measured-process.ts';

/** The measures of one tree. */
export interface SizeMeasured {
  readonly size: number;
  readonly generated: number;
  readonly repositories: number;
  /** What the index holds. */
  readonly files: number;
  readonly symbols: number;
  readonly textMegabytes: number;
  readonly databaseMegabytes: number;
  readonly index: { readonly seconds: number; readonly cpuSeconds: number; readonly peakMegabytes: number };
  /** A pack of a tree without an index, and its cost. */
  readonly first: { readonly seconds: number; readonly cpuSeconds: number; readonly peakMegabytes: number };
  /** Packs on a complete index, each in a process of its own, and the greatest cost of one. */
  readonly process: Percentiles & { readonly cpuP50: number; readonly peakMegabytes: number };
  readonly server: {
    /** The first answer after the start. */
    readonly firstMs: number;
    /** Times of new tasks, then of the same tasks again. */
    readonly fresh: Percentiles;
    readonly again: Percentiles;
    /** Processor time of an answer. */
    readonly cpuMs: number;
    readonly megabytes: number;
    readonly peakMegabytes: number;
  };
  readonly load: number;
}

/** Draws cost, memory and waiting times by number of files; returns the pictures by name. */
export function drawScale(rows: readonly SizeMeasured[]): Readonly<Record<string, string>> {
  const line = (name: string, y: (row: SizeMeasured) => number) => ({
    name,
    points: rows.map((row) => [row.size, y(row)] as const),
  });
  const of = (title: string, lines: Plot['lines']): Plot => ({ title, lines });
  const spread = (title: string, told: (row: SizeMeasured) => Percentiles): Plot =>
    of(title, [
      line('p50', (row) => told(row).p50),
      line('p95', (row) => told(row).p95),
      line('p99', (row) => told(row).p99),
    ]);
  return {
    index: drawPlots('What a first index costs, by number of files', 'files', [
      of('first index, s', [
        line('waited', ({ index }) => index.seconds),
        line('processor', ({ index }) => index.cpuSeconds),
      ]),
      of('processor for each file, ms', [
        line('of the index', ({ index, files }) => (1000 * index.cpuSeconds) / files),
      ]),
      of('database, MB', [
        line('database', ({ databaseMegabytes }) => databaseMegabytes),
        line('texts', ({ textMegabytes }) => textMegabytes),
      ]),
      of('memory, MB', [
        line('first index', ({ index }) => index.peakMegabytes),
        line('one pack', (row) => row.process.peakMegabytes),
        line('warm server', ({ server }) => server.megabytes),
      ]),
    ]),
    packs: drawPlots('How long a pack takes, by number of files', 'files', [
      of('first pack, no index, s', [
        line('waited', ({ first }) => first.seconds),
        line('processor', ({ first }) => first.cpuSeconds),
      ]),
      spread('a process, ms', (row) => row.process),
      spread('a server, new task, ms', ({ server }) => server.fresh),
      spread('a server, asked again, ms', ({ server }) => server.again),
    ]),
  };
}
