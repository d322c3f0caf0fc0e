import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';

/** A work tree of `base` whose HEAD is `base`, so that no later history can be seen. */
export function checkOut(mirror: string, base: string, folder: string): string {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', folder, ...args], {
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 1 << 28,
    }).toString();
  if (!existsSync(`${folder}/.git`)) {
    mkdirSync(folder, { recursive: true });
    execFileSync('git', ['clone', '-q', '--shared', '--no-checkout', mirror, folder]);
  }
  try {
    git('checkout', '-q', '--force', '--detach', base);
  } catch {
    // A mirror may lack its largest blobs: point HEAD at the commit and write out every file that is there.
    git('update-ref', '--no-deref', 'HEAD', base);
    rmSync(`${folder}/.git/index`, { force: true });
    git('read-tree', base);
    const paths = git('ls-files', '-z').split('\0').filter(Boolean);
    for (let i = 0; i < paths.length; i += 200) {
      try {
        git('checkout-index', '-f', '-q', '--', ...paths.slice(i, i + 200));
      } catch {
        for (const path of paths.slice(i, i + 200)) {
          try {
            git('checkout-index', '-f', '-q', '--', path);
          } catch {
            // Absent in the mirror.
          }
        }
      }
    }
  }
  return folder;
}
