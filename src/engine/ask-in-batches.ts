/**
 * Turns a question about many things into one about each: what is asked before the loop turns is asked together, so that
 * a store that is far away is waited for once.
 */
export function askInBatches<Key, Value>(
  ask: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let asking: { readonly keys: Key[]; readonly answer: Promise<ReadonlyMap<Key, Value>> } | null = null;
  const begin = () => {
    const keys: Key[] = [];
    const answer = new Promise<void>((turn) => setImmediate(turn)).then(() => {
      asking = null;
      return ask(keys);
    });
    return { keys, answer };
  };
  return async (key) => {
    asking ??= begin();
    asking.keys.push(key);
    return (await asking.answer).get(key);
  };
}
