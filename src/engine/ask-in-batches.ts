/**
 * Turns a lookup of many keys into a lookup of one key. All keys asked for in one turn of the event loop go to `ask`
 * together, because each question to a remote store costs a round trip.
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
