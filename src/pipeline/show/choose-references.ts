export interface ReferenceOptions<Item> {
  /** Code points all lines together may have; what stands between them is not counted. */
  readonly charactersMax: number;
  lengthOf(item: Item): number;
  /** Whether the page can hold these. */
  accepts(chosen: readonly Item[]): boolean;
}

/** As many whole references as fit, in their order; one that does not fit does not end the list. */
export function chooseReferences<Item>(items: readonly Item[], options: ReferenceOptions<Item>): readonly Item[] {
  let chosen: readonly Item[] = [];
  let left = options.charactersMax;
  for (const item of items) {
    const length = options.lengthOf(item);
    if (length > left || !options.accepts([...chosen, item])) continue;
    chosen = [...chosen, item];
    left -= length;
  }
  return chosen;
}
