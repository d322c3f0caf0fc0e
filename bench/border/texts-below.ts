import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

const BYTES_MAX = 1_000_000;

/** The text files below a folder that indexing would read, in a fixed order. */
export function* textsBelow(folder: string): Generator<{ readonly path: string; readonly text: string }> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).toSorted();
  for (const path of paths) {
    if (statSync(path).size > BYTES_MAX) continue;
    const bytes = readFileSync(path);
    if (!bytes.subarray(0, 8000).includes(0)) yield { path: relative(folder, path), text: bytes.toString('utf8') };
  }
}
