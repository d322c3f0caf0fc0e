// These functions compute a value once and keep it, bound the memory of caches, and enlarge lists of numbers.

// V8 copies shorter parts of a text by itself.
const VIEW_LENGTH_MIN = 13;

/**
 * Copies a part of a text. V8 makes a longer part a view that keeps the whole text in memory, so a part that is kept
 * for long, such as the key of a cache, must be a copy.
 */
export function copyText(part: string): string {
  if (part.length < VIEW_LENGTH_MIN) return part;
  return JSON.parse(JSON.stringify(part)) as string;
}

/** Returns the same numbers with room for at least `length`; the room at least doubles, so that growing is rare. */
export function growTo<T extends Int32Array | Uint16Array>(list: T, length: number): T {
  if (length <= list.length) return list;
  const larger = new (list.constructor as new (length: number) => T)(Math.max(length, 2 * list.length));
  larger.set(list);
  return larger;
}

/** Puts an answer into a map of at most `entriesMax` entries, which is emptied when it is full. */
export function putBounded<K, V>(answers: Map<K, V>, entriesMax: number, [key, value]: readonly [K, V]): V {
  if (answers.size >= entriesMax) answers.clear();
  answers.set(key, value);
  return value;
}

/** Computes a value on the first call and keeps it. */
export function lazy<T>(compute: () => T): () => T {
  let computed: { readonly value: T } | null = null;
  return () => {
    computed ??= { value: compute() };
    return computed.value;
  };
}

/** Keeps the answer for each key, unless it is undefined; by default the key is the first argument. */
export function memoize<Args extends readonly unknown[], Answer>(
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

/** Keeps the answer for each object for as long as the object lives. */
export function memoizePerObject<Key extends object, Answer>(compute: (key: Key) => Answer): (key: Key) => Answer {
  const answers = new WeakMap<Key, { readonly answer: Answer }>();
  return (key) => {
    const previous = answers.get(key) ?? { answer: compute(key) };
    answers.set(key, previous);
    return previous.answer;
  };
}
