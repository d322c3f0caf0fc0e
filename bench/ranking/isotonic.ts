import type { LikelihoodTable } from '../../src/rankers/likelihood.ts';

/** What was said of something, what came, and how much it counts. */
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

/** A curve that never falls, through as few points as there is evidence for: each stands for so many that came. */
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

/** Lowest first, each with as much that came; the lowest also cut by number, since next to nothing of it comes. */
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

// Half of one more on either side: what was always so is not yet certain.
const rate = ({ came, weight }: Block): number => (came + 0.5) / (weight + 1);
const round = (value: number): number => Number(value.toFixed(4));
