import { parentPort, workerData } from 'node:worker_threads';
import { type ReplayJob, replay } from './replay.ts';

// evaluate.ts starts this file with one job. An error ends the thread, and the starter reports it.
for await (const results of replay(workerData as ReplayJob)) parentPort?.postMessage(results);
