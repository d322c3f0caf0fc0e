/** What only one of two sets holds. */
export function inOneAlone(a: ReadonlySet<string>, b: ReadonlySet<string>): readonly string[] {
  return [...[...a].filter((one) => !b.has(one)), ...[...b].filter((one) => !a.has(one))];
}
