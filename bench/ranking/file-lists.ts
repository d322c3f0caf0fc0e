import { FILE_FEATURES } from '../../src/rankers/file-features.ts';
import type { DumpedTask } from './dataset.ts';
import { hardest, type List, sumsOf } from './listwise.ts';

export interface Recall {
  r1: number;
  r5: number;
  r10: number;
  mrr: number;
}

export interface FileList extends List {
  readonly id: string;
  readonly goldFiles: number;
}

/** The candidate files of a task without its tests, which are never gold. */
export function fileList(task: DumpedTask): FileList {
  const width = FILE_FEATURES.length;
  const kept = task.paths.flatMap((_, index) => (task.tests[index] ? [] : [index]));
  const rows = new Float32Array(kept.length * width);
  for (const [to, from] of kept.entries())
    rows.set(task.fileRows.subarray(from * width, (from + 1) * width), to * width);
  const golds = kept.map((index) => task.golds[index]!);
  const found = golds.reduce((sum, gold) => sum + gold, 0);
  const wanted = Float64Array.from(golds, (gold) => (found === 0 ? 0 : gold / found));
  return { group: task.repo, id: task.id, rows, count: kept.length, wanted, goldFiles: task.gold.files };
}

/** How well weights order the files of a list. */
export function recallOf(list: FileList, weights: Float64Array): Recall {
  const sums = sumsOf(list, weights);
  const order = [...sums.keys()].sort((a, b) => sums[b]! - sums[a]! || a - b);
  const ranks = order.flatMap((index, rank) => (list.wanted[index]! > 0 ? [rank + 1] : []));
  const within = (k: number) => ranks.filter((rank) => rank <= k).length / list.goldFiles;
  return { r1: within(1), r5: within(5), r10: within(10), mrr: ranks.length > 0 ? 1 / ranks[0]! : 0 };
}

export function meanRecall(all: readonly Recall[]): Recall {
  const mean = (key: keyof Recall) => all.reduce((sum, one) => sum + one[key], 0) / Math.max(1, all.length);
  return { r1: mean('r1'), r5: mean('r5'), r10: mean('r10'), mrr: mean('mrr') };
}

export function recallCells({ r1, r5, r10, mrr }: Recall): string {
  return `${[r1, r5, r10].map((share) => (100 * share).toFixed(1)).join(' | ')} | ${mrr.toFixed(3)}`;
}

const HARD_MAX = 50;

/** Keeps the wanted files and those that these weights rank first, because training learns from hard cases. */
export function hardFiles(list: FileList, weights: Float64Array): FileList {
  return { ...list, ...hardest(list, weights, HARD_MAX) };
}
