import { rmSync } from 'node:fs';

// Folders this process is writing right now. A file of its own: every command loads it, and help loads little.
const folders = new Set<string>();

/** Remembers a folder until it is whole, so that a process told to stop leaves nothing half done behind. */
export function beginFolder(path: string): void {
  folders.add(path);
}

export function endFolder(path: string): void {
  folders.delete(path);
}

/** Removes what this process was writing. Synchronous: it runs while the process ends. */
export function removeUnfinished(): void {
  for (const path of folders) rmSync(path, { recursive: true, force: true });
}
