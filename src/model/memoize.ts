// V8 copies parts that are shorter.

const VIEW_LENGTH_MIN = 13;

/**
 * A copy of a part of a text. V8 makes a longer part a view that holds the whole text in memory, so whatever is held for
 * long, such as the key of a cache, must be a copy.
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

/** Puts an answer into a map that holds at most so many. A full map is emptied first; its answers are worked out again. */
export function putBounded<K, V>(answers: Map<K, V>, most: number, [key, value]: readonly [K, V]): V {
  if (answers.size >= most) answers.clear();
  answers.set(key, value);
  return value;
}

/** Computes a value on the first call and returns the same one on every later call. */
export function lazy<T>(compute: () => T): () => T {
  let computed: { readonly value: T } | null = null;
  return () => {
    computed ??= { value: compute() };
    return computed.value;
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

/** Computes the answer for each object once, and holds it for as long as the object lives. */
export function memoizedPerObject<Key extends object, Answer>(compute: (key: Key) => Answer): (key: Key) => Answer {
  const answers = new WeakMap<Key, { readonly answer: Answer }>();
  return (key) => {
    const previous = answers.get(key) ?? { answer: compute(key) };
    answers.set(key, previous);
    return previous.answer;
  };
}
