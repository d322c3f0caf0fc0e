import { rmSync } from 'node:fs';

// The folders that this process is writing. This file is separate because every command loads it, and `--help` must load little.
const folders = new Set<string>();

/** Remembers a folder until it is complete, so that a process that is stopped can remove it. */
export function beginFolder(path: string): void {
  folders.add(path);
}

export function endFolder(path: string): void {
  folders.delete(path);
}

/** Removes the unfinished folders of this process. Synchronous, because it runs while the process ends. */
export function removeUnfinished(): void {
  for (const path of folders) rmSync(path, { recursive: true, force: true });
}
