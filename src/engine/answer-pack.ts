import type { PackAnswer, PackInput } from '../ports/engine.ts';
import type { RunContext } from './run.ts';
import { runPack } from './run-pack.ts';

/** A pack, and how its files hang together. */
export async function answerPack(input: PackInput, context: RunContext): Promise<Omit<PackAnswer, 'milliseconds'>> {
  const { pack, text, nothing } = await runPack(input, context);
  const ranked = new Set([...pack.files, ...pack.blocks].map(({ path }) => path));
  const edges = await context.parts.store.edges([...ranked], { direction: 'out' });
  return { pack, text, nothing, edges: edges.filter((edge) => ranked.has(edge.to)) };
}
