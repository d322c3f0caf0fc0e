// Replays one job in a thread, which evaluate.ts starts. An error ends the thread, and evaluate.ts reports it.
import { parentPort, workerData } from 'node:worker_threads';
import { type ReplayJob, replay } from './replay.ts';

for await (const results of replay(workerData as ReplayJob)) parentPort?.postMessage(results);
