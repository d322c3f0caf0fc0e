import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type EngineOptions, openEngine } from '../../src/index.ts';
import { commitAll, environmentOf, keepHistory } from './kept-history.ts';

const SOMEBODY = { name: 'T', email: 't@example.invalid', date: '2026-01-01T00:00:00Z' };

export type Files = Readonly<Record<string, string>>;

/** A folder with files, and a git history when commits are given; gone when it is disposed. */
export function makeWorld(files: Files, commits: readonly { message: string; files: Files }[] = []) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'knap-world-')));
  const write = (more: Files) => {
    for (const [path, text] of Object.entries(more)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
  };
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', root, '-c', 'commit.gpgsign=false', ...args], {
      env: environmentOf(SOMEBODY),
    }).toString();
  write(files);
  // Old enough to be taken at their word: files touched just now are read again by every run.
  for (const path of Object.keys(files)) utimesSync(join(root, path), new Date('2026-01-01'), new Date('2026-01-01'));
  if (commits.length > 0)
    keepHistory(root, [files, commits], () => {
      commitAll(root, 'Start', SOMEBODY);
      for (const commit of commits) {
        write(commit.files);
        commitAll(root, commit.message, SOMEBODY);
      }
    });
  for (const commit of commits) write(commit.files);
  return {
    root,
    write,
    git,
    open: (more: Partial<EngineOptions> = {}) => openEngine({ root, now: () => Date.UTC(2026, 5, 1), ...more }),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}

export type World = ReturnType<typeof makeWorld>;
