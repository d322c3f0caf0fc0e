/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** A whole number from 0 up to, and without, the limit. */
  below(limit: number): number;
  pick<T>(from: readonly T[]): T;
  /** True in so many of a hundred cases. */
  chance(percent: number): boolean;
}

export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const below = (limit: number) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
  return { below, pick: (from) => from[below(from.length)]!, chance: (percent) => below(100) < percent };
}
