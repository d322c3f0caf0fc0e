// Replaces a file as a whole, so that no reader sees a part of it, even if the process is killed.
import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';

/** Writes a file by one rename; `mode` gives it permissions. */
export async function writeAtOnce(path: string, content: string, mode?: number): Promise<void> {
  const temporary = `${path}.${randomUUID()}`;
  try {
    await writeFile(temporary, content, { flag: 'wx', ...(mode === undefined ? {} : { mode }) });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
