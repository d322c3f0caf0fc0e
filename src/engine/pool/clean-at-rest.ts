import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Less than this share of the time is rest.
const BUSY_SHARE = 0.1;

/**
 * Gives back what this thread no longer needs once nothing was worked on for a while: V8 cleans up when it runs out of room, so
 * that a thread which waits would hold for ever what its last answers left. To be told of every piece of work that ends.
 */
export function cleanAtRest(restMs: number): () => void {
  let timer: NodeJS.Timeout | null = null;
  let last = performance.eventLoopUtilization();
  const look = () => {
    const used = performance.eventLoopUtilization(last).utilization;
    last = performance.eventLoopUtilization();
    // What goes on behind the answers is waited for.
    if (used > BUSY_SHARE) return;
    clearInterval(timer!);
    timer = null;
    collect();
  };
  return () => {
    if (timer !== null) return;
    last = performance.eventLoopUtilization();
    timer = setInterval(look, restMs).unref();
  };
}

let collector: (() => void) | null = null;

// Node tells nobody how to ask for it but a context that is made after the flag is set.
function collect(): void {
  if (collector === null) {
    setFlagsFromString('--expose-gc');
    collector = runInNewContext('gc') as () => void;
  }
  collector();
}
