import { estimate } from '../../src/evaluation/statistics.ts';
import type { Pack } from '../../src/index.ts';

export interface Task {
  readonly id: string;
  readonly repo: string;
  readonly lang: string;
  readonly base: string;
  readonly query: string;
  readonly gold: readonly { readonly path: string; readonly ranges: readonly (readonly [number, number])[] }[];
}

export interface Metrics {
  n: number;
  r1: number;
  r5: number;
  r10: number;
  mrr: number;
  filesInPack: number;
  linesInPack: number;
  precision: number;
  f1: number;
  tokens: number;
  packedLines: number;
  milliseconds: number;
}

export interface Result extends Metrics {
  firstRank: number;
}

export function emptyMetrics(): Metrics {
  return {
    n: 0,
    r1: 0,
    r5: 0,
    r10: 0,
    mrr: 0,
    filesInPack: 0,
    linesInPack: 0,
    precision: 0,
    f1: 0,
    tokens: 0,
    packedLines: 0,
    milliseconds: 0,
  };
}

export function addTo(total: Metrics, one: Metrics): void {
  for (const key of Object.keys(total) as (keyof Metrics)[]) total[key] += one[key];
}

/** Scores one pack against the files and lines the fix changed. Test files are never gold, so they are not counted as ranks. */
export function measure(task: Task, pack: Pack, milliseconds: number): Result {
  const ranked = pack.files.filter((file) => !isTest(file.path)).map((file) => file.path);
  const ranks = task.gold.map(({ path }) => ranked.indexOf(path) + 1 || Number.POSITIVE_INFINITY);
  const within = (k: number) => ranks.filter((rank) => rank <= k).length / ranks.length;
  const packed = new Map<string, Set<number>>();
  for (const block of pack.blocks) {
    const lines = packed.get(block.path) ?? new Set<number>();
    for (const [first, last] of printedLines(block)) for (let line = first; line <= last; line++) lines.add(line);
    packed.set(block.path, lines);
  }
  const goldLines = task.gold.flatMap(({ path, ranges }) =>
    ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => ({ path, line: first + i }))),
  );
  const found = goldLines.filter(({ path, line }) => packed.get(path)?.has(line)).length;
  const packedLines = [...packed.values()].reduce((sum, lines) => sum + lines.size, 0);
  const firstRank = Math.min(...ranks);
  const linesInPack = goldLines.length === 0 ? 0 : found / goldLines.length;
  const precision = packedLines === 0 ? 0 : found / packedLines;
  return {
    n: 1,
    r1: within(1),
    r5: within(5),
    r10: within(10),
    mrr: 1 / firstRank,
    filesInPack: task.gold.filter(({ path }) => packed.has(path)).length / task.gold.length,
    linesInPack,
    precision,
    f1: found === 0 ? 0 : (2 * linesInPack * precision) / (linesInPack + precision),
    tokens: pack.usage.used,
    packedLines,
    milliseconds,
    firstRank,
  };
}

function printedLines(block: Pack['blocks'][number]): readonly (readonly [number, number])[] {
  return block.lines ?? [[block.startLine, block.endLine]];
}

export function isTest(path: string): boolean {
  return /(^|\/)(tests?|__tests__|spec|specs|testing|testdata|fixtures?|e2e|__fixtures__|playground)\/|[._-](test|spec)\.[a-z]+$|(^|\/)test_[^/]*\.py$|_test\.(go|py|rb|exs)$|(Test|Tests|TestCase|IT)\.(java|kt|php|cs|scala)$|_spec\.rb$/.test(
    path,
  );
}

export function printTable(rows: readonly (readonly [string, Metrics])[]): void {
  const percent = (sum: number, n: number) => ((100 * sum) / n).toFixed(1);
  console.log('| repository | n | R@1 | R@5 | R@10 | MRR | files | lines | precision | F1 | tokens | ms |');
  console.log('|---|---|---|---|---|---|---|---|---|---|---|---|');
  for (const [name, m] of rows) {
    const cells = [
      m.n,
      percent(m.r1, m.n),
      percent(m.r5, m.n),
      percent(m.r10, m.n),
      (m.mrr / m.n).toFixed(3),
      percent(m.filesInPack, m.n),
      percent(m.linesInPack, m.n),
      percent(m.precision, m.n),
      percent(m.f1, m.n),
      Math.round(m.tokens / m.n),
      (m.milliseconds / m.n).toFixed(0),
    ];
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
}

/** 95 % intervals of the means over all tasks. */
export function printIntervals(results: readonly Result[]): void {
  const cells = (['r1', 'r5', 'r10', 'mrr', 'filesInPack', 'linesInPack', 'precision', 'f1'] as const).map((key) => {
    const { low, high } = estimate(results.map((result) => result[key]));
    return key === 'mrr'
      ? `${low.toFixed(3)}..${high.toFixed(3)}`
      : `${(100 * low).toFixed(1)}..${(100 * high).toFixed(1)}`;
  });
  console.log(`| 95 % | ${results.length} | ${cells.join(' | ')} | | |`);
}
