import type { Fingerprint } from '../ports/store.ts';

/** How much is in hand at once: what a batch holds bounds memory, and is what an interruption loses. */
export interface BatchLimits {
  readonly batchFiles: number;
  readonly batchBytes: number;
}

/** Cuts files into batches in their order; a file larger than a batch is one of its own. */
export function batchesOf(files: readonly Fingerprint[], limits: BatchLimits): readonly (readonly Fingerprint[])[] {
  const batches: Fingerprint[][] = [];
  let bytes = 0;
  for (const file of files) {
    const current = batches.at(-1);
    if (current && current.length < limits.batchFiles && bytes + file.size <= limits.batchBytes) {
      current.push(file);
      bytes += file.size;
    } else {
      batches.push([file]);
      bytes = file.size;
    }
  }
  return batches;
}
