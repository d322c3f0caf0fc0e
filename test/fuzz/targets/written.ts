import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const files = new Map<string, string>();
/** One file at a time, in a folder that lives as long as the process. */
export function written(name: string, text: string): string {
  let folder = files.get(name);
  if (folder === undefined) {
    folder = mkdtempSync(join(tmpdir(), 'knap-fuzz-'));
    files.set(name, folder);
    const made = folder;
    process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  }
  const path = join(folder, name);
  rmSync(path, { force: true });
  writeFileSync(path, text);
  return path;
}
