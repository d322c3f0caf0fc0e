/** What stands before the target and what after it. */
export interface Arranged<Item> {
  readonly before: readonly Item[];
  readonly after: readonly Item[];
}

/**
 * Places chosen documents by their `doc-position`: negative ones before the target, 0 after it, positive ones after
 * those. Equal positions keep their order. Arranging never changes what was chosen.
 */
export function arrangeContext<Item extends { readonly position: number }>(items: readonly Item[]): Arranged<Item> {
  const sorted = items.toSorted((a, b) => a.position - b.position);
  return {
    before: sorted.filter(({ position }) => position < 0),
    after: sorted.filter(({ position }) => position >= 0),
  };
}
