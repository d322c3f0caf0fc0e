// Remembers the folders of packs and fetched repositories that this process is writing, so that it can remove them when
// it is stopped. This file is separate, because every command loads it and `--help` must load little.
import { rmSync } from 'node:fs';

const folders = new Set<string>();

export function rememberFolder(path: string): void {
  folders.add(path);
}

export function forgetFolder(path: string): void {
  folders.delete(path);
}

/** Synchronous, because it runs while the process ends. */
export function removeUnfinished(): void {
  for (const path of folders) rmSync(path, { recursive: true, force: true });
}
