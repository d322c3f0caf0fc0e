/** Above this the time something takes grows faster than its size: it is 8 where both grow alike, 64 where one is the square. */
export const GROWTH_MAX = 24;

const SHARE = 8;
// Less than this says nothing about how it grows: a collection of garbage takes as long.
const NOTICEABLE_MICROSECONDS = 100_000;
const TRIES = 8;

/** How many times as much processor time a text takes as its first eighth. */
export const growthOf = (read: (text: string) => unknown, text: string): Promise<number> =>
  growth(
    () => read(text.slice(0, text.length / SHARE)),
    () => read(text),
  );

/** How many times as much processor time the whole of something takes as an eighth of it. */
export async function growth(eighth: () => unknown, whole: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  // The best of a few: what is compiled or collected meanwhile is not the fault of what is measured.
  for (let tried = 0; tried < TRIES && least > GROWTH_MAX; tried++) {
    const cost = await costOf(whole);
    if (cost < NOTICEABLE_MICROSECONDS) return SHARE;
    least = Math.min(least, cost / (await costOf(eighth)));
  }
  return least;
}

// Processor time of this thread: what the code takes, not what the machine was doing besides.
async function costOf(run: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await run();
  const { user, system } = process.threadCpuUsage(before);
  return user + system + 1;
}
