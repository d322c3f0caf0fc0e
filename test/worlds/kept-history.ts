import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

// What git wrote for a tree: most worlds of a worker are one of a few, and git starts five times for each.
const kept = new Map<string, ReadonlyMap<string, Buffer>>();

/** Has a history made, or puts back the one that was made for the same `source` before. */
export function keepHistory(root: string, source: unknown, make: () => void): void {
  const key = JSON.stringify(source);
  const folder = join(root, '.git');
  const known = kept.get(key);
  if (known === undefined) {
    make();
    const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const files = paths.filter((path) => statSync(join(folder, path)).isFile());
    kept.set(key, new Map(files.map((path) => [path, readFileSync(join(folder, path))])));
    return;
  }
  for (const [path, bytes] of known) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
}

const SHOP = { name: 'Shop', email: 'shop@example.org' };

/** Commits everything that is in a folder, which becomes a repository: several commands of git for one process of ours. */
export function commitAll(root: string, message: string, committer: Committer = SHOP): void {
  const start = 'test -e .git || git init -q -b main --template=';
  const commit = 'git add -A && git -c commit.gpgsign=false commit -q --allow-empty -m "$0"';
  execFileSync('sh', ['-c', `{ ${start}; } && ${commit}`, message], { cwd: root, env: environmentOf(committer) });
}

/** What tells git who commits, whatever this machine's user configured. */
export function environmentOf({ name, email, date }: Committer): NodeJS.ProcessEnv {
  const who = { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email };
  const when = date === undefined ? {} : { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  return { ...process.env, ...who, ...when };
}

export interface Committer {
  readonly name: string;
  readonly email: string;
  /** Now, unless it is said. */
  readonly date?: string;
}
