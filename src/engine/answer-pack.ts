import type { Edge } from '../model/edge.ts';
import type { PackAnswer, PackInput } from '../ports/engine.ts';
import { pathsSeen } from './beside/paths-seen.ts';
import type { QuestionRun } from './question-run.ts';
import { runPack } from './run-pack.ts';

/** A pack, and how its files hang together. */
export async function answerPack(input: PackInput, context: QuestionRun): Promise<Omit<PackAnswer, 'milliseconds'>> {
  const run = await runPack(input, context);
  const { pack, text, nothing } = run;
  const ranked = new Set([...pack.files, ...pack.blocks].map(({ path }) => path));
  const edges = await edgesOut([...ranked], context);
  const explained = input.explain ? (await import('./explanation.ts')).packExplained(run) : null;
  return { pack, text, nothing, explained, edges: edges.filter((edge) => ranked.has(edge.to)) };
}

async function edgesOut(paths: readonly string[], { parts, root, beside = [] }: QuestionRun): Promise<readonly Edge[]> {
  const others = beside.map(async (one) => {
    const { own, seen } = pathsSeen(root, one.root);
    const edges = await one.parts.store.edges(
      paths.flatMap((path) => own(path) ?? []),
      { direction: 'out' },
    );
    return edges.map((edge) => ({ ...edge, from: seen(edge.from), to: seen(edge.to) }));
  });
  const all = await Promise.all([parts.store.edges(paths, { direction: 'out' }), ...others]);
  return all.flat();
}
