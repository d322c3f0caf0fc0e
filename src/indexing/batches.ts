// Indexing and `verify` read files in batches of a bounded size. This file splits a list of files into them.
import type { Fingerprint } from '../ports/store.ts';

/** The size of a batch, which bounds memory and the work that an interruption loses. */
export interface BatchLimits {
  readonly batchFiles: number;
  readonly batchBytes: number;
}

/** Splits files into batches in their order; a file larger than the limit forms a batch alone. */
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
