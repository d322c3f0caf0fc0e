/** The same numbers, with room for at least so many; twice as many, so that growing is rare. */
export function grownFor<T extends Int32Array | Uint16Array>(list: T, length: number): T {
  if (length <= list.length) return list;
  const larger = new (list.constructor as new (length: number) => T)(Math.max(length, 2 * list.length));
  larger.set(list);
  return larger;
}
