/** A place that a walk reached, and after how many steps. */
export type WalkedTo<Place> = Place & { readonly distance: number };

interface Steps<Place> {
  /** What the lens allows. */
  readonly depthMax: number;
  idOf(place: Place): string;
  /** One step from all places of a level: the next places, best first, without those met before. */
  next(level: readonly Place[], distance: number, met: ReadonlyMap<string, WalkedTo<Place>>): Promise<readonly Place[]>;
  /** Whether the walk goes on from the place. */
  leadsOn?(place: Place): boolean;
}

/** Walks along the edges of a lens, level by level, over files as over nodes of a graph. */
export async function walkEdges<Place>(
  from: readonly Place[],
  { depthMax, idOf, next, leadsOn = () => true }: Steps<Place>,
): Promise<ReadonlyMap<string, WalkedTo<Place>>> {
  const met = new Map(from.map((place) => [idOf(place), { ...place, distance: 0 }]));
  let level = from;
  for (let distance = 1; distance <= depthMax && level.length > 0; distance++) {
    const fresh = await next(level, distance, met);
    for (const place of fresh) met.set(idOf(place), { ...place, distance });
    level = fresh.filter(leadsOn);
  }
  return met;
}
