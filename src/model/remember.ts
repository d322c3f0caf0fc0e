/** A function that works its answer out once for each object and keeps it for as long as the object lives. */
export function remember<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const before = made.get(key);
    if (before) return before.value;
    const value = make(key);
    made.set(key, { value });
    return value;
  };
}

/** The same for a function that takes nothing: it works its answer out when it is first asked. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
