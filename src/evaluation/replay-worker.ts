import { parentPort, workerData } from 'node:worker_threads';
import { type ReplayJob, replay } from './replay.ts';

// Whoever starts this file hands over one job and listens; an error ends the thread and is theirs to report.
for await (const results of replay(workerData as ReplayJob)) parentPort?.postMessage(results);
