import type { SignalFinder } from '../ports/signal-finder.ts';

/** A file that a framework's conventions put beside a candidate: a controller's request, a model's migration. */
export const relatedFile: SignalFinder = {
  kind: 'relatedFile',
  tier: 'structural',
  weight: 0.08,
  applies: ({ lens }) => lens.edges.includes('framework'),
  async expand({ store, view }, seeds) {
    const edges = await store.edges(
      seeds.map((seed) => seed.path),
      { kinds: ['framework'], direction: 'both' },
    );
    const strengths = new Map(
      seeds.map((seed) => [seed.path, Math.min(1, Math.max(...seed.signals.map((signal) => signal.value)))]),
    );
    return edges.flatMap((edge) => {
      const near = strengths.has(edge.from) ? edge.from : edge.to;
      const far = near === edge.from ? edge.to : edge.from;
      if (!view.files.has(far)) return [];
      const via = [{ from: near, kind: edge.kind }];
      return [
        {
          path: far,
          value: edge.weight * (strengths.get(near) ?? 0),
          because: `${edge.because} (${near})`,
          distance: 1,
          via,
        },
      ];
    });
  },
};
