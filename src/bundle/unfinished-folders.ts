// Remembers the folders that this process is writing, so that it can remove them when it is stopped. This file is
// separate, because every command loads it and `--help` must load little.
import { rmSync } from 'node:fs';

const folders = new Set<string>();

/** Remembers a folder until `endFolder` is called for it. */
export function beginFolder(path: string): void {
  folders.add(path);
}

export function endFolder(path: string): void {
  folders.delete(path);
}

/** Removes the unfinished folders of this process. It is synchronous, because it runs while the process ends. */
export function removeUnfinished(): void {
  for (const path of folders) rmSync(path, { recursive: true, force: true });
}
