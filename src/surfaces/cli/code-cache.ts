import { mkdirSync, statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { codeFolder } from '../../config/cache-folder.ts';

const OTHERS_WRITE = 0o022;

/**
 * Keeps what Node made of the code for the next start, which then need not compile it. Whoever can write there says what is run: the
 * folder is used only if it is its user's own.
 */
export function keepCode(env: NodeJS.ProcessEnv): void {
  try {
    const folder = codeFolder(env);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = statSync(folder);
    const user = process.geteuid?.();
    if (user === undefined || (uid === user && (mode & OTHERS_WRITE) === 0)) enableCompileCache(folder);
  } catch {
    // A home that cannot be written: the code is compiled again.
  }
}
