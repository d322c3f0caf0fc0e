/** Order of texts by code unit: the same on every machine and in every store, whatever its own collation. */
export function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
