/** Runs what it is given, at most `atOnce` at a time, in the order it came. */
export function takeTurns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      // The place goes straight to the next in line, or becomes free.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
