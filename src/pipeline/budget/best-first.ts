/** Things of which the best is taken next, and put back with another worth when it has more to give. */
export interface BestFirst<Thing> {
  put(thing: Thing): void;
  take(): Thing | undefined;
}

/** A binary heap: each step costs as much as the number of things has digits. `isBefore` must settle every tie. */
export function bestFirst<Thing>(isBefore: (a: Thing, b: Thing) => boolean): BestFirst<Thing> {
  const heap: Thing[] = [];
  const swap = (a: number, b: number): void => {
    [heap[a], heap[b]] = [heap[b]!, heap[a]!];
  };
  const better = (a: number, b: number): number => (b < heap.length && isBefore(heap[b]!, heap[a]!) ? b : a);
  return {
    put(thing) {
      heap.push(thing);
      for (let at = heap.length - 1; at > 0; ) {
        const parent = (at - 1) >> 1;
        if (!isBefore(heap[at]!, heap[parent]!)) return;
        swap(at, parent);
        at = parent;
      }
    },
    take() {
      const best = heap[0];
      const last = heap.pop();
      if (heap.length === 0 || last === undefined) return best;
      heap[0] = last;
      for (let at = 0; ; ) {
        const next = better(better(at, 2 * at + 1), 2 * at + 2);
        if (next === at) return best;
        swap(at, next);
        at = next;
      }
    },
  };
}
