import type { LikelihoodTable } from '../../src/rankers/likelihood.ts';

/** A prediction, its outcome and its weight. */
export interface Said {
  readonly said: number;
  readonly came: number;
  readonly weight: number;
}

interface Block {
  value: number;
  came: number;
  weight: number;
}

/** Fits a curve that never falls; each of its points rests on about `cameEach` positive outcomes. */
export function monotoneTable(all: readonly Said[], cameEach: number): LikelihoodTable {
  const blocks: Block[] = [];
  for (const block of binned(all, cameEach)) {
    blocks.push({ ...block });
    for (let last = blocks.at(-1)!; blocks.length > 1 && rate(blocks.at(-2)!) >= rate(last); last = blocks.at(-1)!) {
      blocks.pop();
      const into = blocks.at(-1)!;
      into.value += last.value;
      into.came += last.came;
      into.weight += last.weight;
    }
  }
  const points = blocks.map((block) => [round(block.value / block.weight), round(rate(block))] as const);
  return points.filter(([value], at) => at === 0 || value > points[at - 1]![0]);
}

/** Groups predictions from the lowest on, each group with `cameEach` positive outcomes; the last may have fewer. */
function binned(all: readonly Said[], cameEach: number): readonly Block[] {
  const sorted = all.toSorted((a, b) => a.said - b.said);
  const blocks: Block[] = [{ value: 0, came: 0, weight: 0 }];
  for (const { said, came, weight } of sorted) {
    const block = blocks.at(-1)!;
    block.value += weight * said;
    block.came += weight * came;
    block.weight += weight;
    if (block.came >= cameEach) blocks.push({ value: 0, came: 0, weight: 0 });
  }
  const last = blocks.at(-1)!;
  if (blocks.length > 1 && last.came < cameEach / 2) {
    blocks.pop();
    const into = blocks.at(-1)!;
    into.value += last.value;
    into.came += last.came;
    into.weight += last.weight;
  }
  return blocks.filter(({ weight }) => weight > 0);
}

// Adds half an outcome on either side, because a few equal outcomes prove no certainty.
const rate = ({ came, weight }: Block): number => (came + 0.5) / (weight + 1);
const round = (value: number): number => Number(value.toFixed(4));
