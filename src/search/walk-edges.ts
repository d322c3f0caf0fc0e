// Edges connect files, and the nodes of graphs. This walk follows them step by step.

export type WalkedPlace<Place> = Place & { readonly distance: number };

interface EdgeWalkOptions<Place> {
  /** The most steps. */
  readonly depthMax: number;
  idOf(place: Place): string;
  /** Takes one step from all places of a level: returns the next places, best first, without those reached before. */
  next(
    level: readonly Place[],
    distance: number,
    reached: ReadonlyMap<string, WalkedPlace<Place>>,
  ): Promise<readonly Place[]>;
  /** Returns whether the walk continues from a place that it reached. */
  leadsOn?(place: Place): boolean;
}

/** Returns the places of the start and all that the walk reaches, by id, each with its distance from the start. */
export async function walkEdges<Place>(
  from: readonly Place[],
  { depthMax, idOf, next, leadsOn = () => true }: EdgeWalkOptions<Place>,
): Promise<ReadonlyMap<string, WalkedPlace<Place>>> {
  const reached = new Map(from.map((place) => [idOf(place), { ...place, distance: 0 }]));
  let level = from;
  for (let distance = 1; distance <= depthMax && level.length > 0; distance++) {
    const fresh = await next(level, distance, reached);
    for (const place of fresh) reached.set(idOf(place), { ...place, distance });
    level = fresh.filter(leadsOn);
  }
  return reached;
}
