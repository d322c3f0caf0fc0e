import { Worker } from 'node:worker_threads';
import { type Replayed, type ReplayJob, replay } from './replay.ts';

export interface ReplayCall {
  /** The number of jobs at the same time. */
  readonly threads: number;
  onReplayed(one: Replayed): void;
  /** Called for a repository that could not be replayed. The others continue unless this throws. */
  onFailure(job: ReplayJob, error: unknown): void;
}

/** Replays jobs in parallel, each in its own thread. With one thread or one job, all work is done in this thread. */
export async function replayJobs(jobs: readonly ReplayJob[], call: ReplayCall): Promise<void> {
  const waiting = [...jobs];
  const isAlone = jobs.length <= 1 || call.threads <= 1;
  const work = async () => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      try {
        if (isAlone) for await (const one of replay(job)) call.onReplayed(one);
        else await replayInThread(job, call);
      } catch (error) {
        call.onFailure(job, error);
      }
    }
  };
  await Promise.all(Array.from({ length: isAlone ? 1 : Math.min(call.threads, jobs.length) }, work));
}

function replayInThread(job: ReplayJob, { onReplayed }: ReplayCall): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerUrl(), { workerData: job });
    worker.on('message', onReplayed);
    worker.on('error', reject);
    worker.on('exit', () => resolve());
  });
}

// The worker lies beside this file: as .ts in the sources, as .js in dist.
function workerUrl(): URL {
  const isSource = import.meta.url.endsWith('.ts');
  return new URL(isSource ? './replay-worker.ts' : './replay-worker.js', import.meta.url);
}
