// Reads contents from the objects of git.
import { git } from '../git.ts';

// The header of a blob; a partial clone reports blobs that it lacks as missing.
const HEADER = /^([0-9a-f]+) (?:blob (\d+)|\w+)$/;
const NEWLINE = 0x0a;

/** Reads blobs by their ids from the repository of a folder; leaves out those it lacks. */
export async function readBlobs(folder: string, ids: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
  const blobs = new Map<string, Buffer>();
  if (ids.length === 0) return blobs;
  const input = `${[...new Set(ids)].join('\n')}\n`;
  const { stdout } = await git(folder, ['cat-file', '--batch'], { input });
  for (let index = 0; index < stdout.length; ) {
    const end = stdout.indexOf(NEWLINE, index);
    const [, id, size] = HEADER.exec(stdout.toString('latin1', index, end)) ?? [];
    index = end + 1;
    if (end < 0 || id === undefined) break;
    if (size === undefined) continue;
    blobs.set(id, stdout.subarray(index, index + Number(size)));
    index += Number(size) + 1;
  }
  return blobs;
}
