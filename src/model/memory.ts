// Shorter parts are copied by the engine itself.
const VIEW_LENGTH_MIN = 13;

/**
 * The same text, made anew. A part of a text is a view that holds the whole of it in memory: what is kept for long, as
 * the key of a cache is, must not be one.
 */
export function ownText(part: string): string {
  if (part.length < VIEW_LENGTH_MIN) return part;
  return JSON.parse(JSON.stringify(part)) as string;
}

/** The same numbers, with room for at least so many; twice as many, so that growing is rare. */
export function grownFor<T extends Int32Array | Uint16Array>(list: T, length: number): T {
  if (length <= list.length) return list;
  const larger = new (list.constructor as new (length: number) => T)(Math.max(length, 2 * list.length));
  larger.set(list);
  return larger;
}

/** Keeps what was worked out in a map that may hold so many. What it held goes when it is full, and is worked out again. */
export function remember<K, V>(kept: Map<K, V>, most: number, [key, value]: readonly [K, V]): V {
  if (kept.size >= most) kept.clear();
  kept.set(key, value);
  return value;
}

/** Computes on the first call and remembers. */
export function lazy<T>(compute: () => T): () => T {
  let known: { readonly value: T } | null = null;
  return () => {
    known ??= { value: compute() };
    return known.value;
  };
}

/** Computes the answer to each question once; the key of a question is its first argument unless `keyOf` says another. */
export function memoized<Args extends readonly unknown[], Answer>(
  compute: (...args: Args) => Answer,
  keyOf: (...args: Args) => unknown = (...args) => args[0],
): (...args: Args) => Answer {
  const answers = new Map<unknown, Answer>();
  return (...args) => {
    const key = keyOf(...args);
    const answer = answers.get(key);
    if (answer !== undefined) return answer;
    const computed = compute(...args);
    answers.set(key, computed);
    return computed;
  };
}
