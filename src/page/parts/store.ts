import { useEffect, useState } from 'preact/hooks';

/** A value that parts of the page watch. */
export interface PageStore<State> {
  get(): State;
  /** Replaces the fields that are given, and tells everyone who watches. */
  set(change: Partial<State>): void;
  watch(told: () => void): () => void;
}

export function createPageStore<State extends object>(initial: State): PageStore<State> {
  let state = initial;
  const watching = new Set<() => void>();
  return {
    get: () => state,
    set(change) {
      state = { ...state, ...change };
      for (const told of watching) told();
    },
    watch(told) {
      watching.add(told);
      return () => watching.delete(told);
    },
  };
}

/** What is picked of a store; the component is drawn again when that is another value. */
export function usePicked<State, Picked>(store: PageStore<State>, pick: (state: State) => Picked): Picked {
  const [picked, setPicked] = useState(() => pick(store.get()));
  useEffect(() => {
    const look = () => setPicked(() => pick(store.get()));
    look();
    return store.watch(look);
  }, [store]);
  return picked;
}
