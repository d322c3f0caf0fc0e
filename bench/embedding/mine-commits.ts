import { spawn } from 'node:child_process';
import { type Pair, pairOf } from './pair.ts';

const CONTEXT_LINES = 18;
const FILES_MAX = 6;
const HUNKS_EACH = 2;
const LINES_MAX = 70;
const COMMIT_CHARACTERS_MAX = 400_000;
// Subjects that say nothing about the code they change.
const DULL =
  /^(merge|revert|bump|release|v?\d+\.\d+|chore|docs?[:(]|ci[:(]|style[:(]|tests?[:(]|build[:(]|typo|lint|format|wip\b)/i;
const TRAILER =
  /^\s*(signed-off-by|co-authored-by|reviewed-by|acked-by|tested-by|change-id|refs?|fixes|closes|see)\b.*$/gim;
const NUMBERS = /https?:\/\/\S+|\(?#\d+\)?|\b[0-9a-f]{10,40}\b|\S+@\S+/g;

interface Taking {
  readonly commitsMax: number;
  readonly isTaken: (path: string) => boolean;
  readonly keep: (pair: Pair | null) => void;
}

/** Commit messages with the lines they change, as those lines were before. */
export async function commitPairs(root: string, { commitsMax, isTaken, keep }: Taking): Promise<void> {
  const log = ['log', '--no-merges', `-n${commitsMax}`, '-p', '--no-color', '--no-renames', '--no-ext-diff'];
  const format = [`-U${CONTEXT_LINES}`, '--diff-filter=M', '--format=%x00%B%x01'];
  const child = spawn('git', ['-C', root, ...log, ...format], { stdio: ['ignore', 'pipe', 'ignore'] });
  let rest = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    const commits = (rest + chunk).split('\0');
    rest = commits.pop() ?? '';
    for (const commit of commits) for (const pair of pairsOf(commit, isTaken)) keep(pair);
  }
  for (const pair of pairsOf(rest, isTaken)) keep(pair);
}

function pairsOf(commit: string, isTaken: Taking['isTaken']): readonly (Pair | null)[] {
  const [message = '', diff = ''] = commit.split('\x01');
  if (commit.length > COMMIT_CHARACTERS_MAX || DULL.test(message.trim())) return [];
  const said = message.replace(TRAILER, ' ').replace(NUMBERS, ' ');
  const files = diff
    .split(/^diff --git /m)
    .slice(1)
    .map(changedFile);
  const taken = files.filter(({ path }) => path !== '' && isTaken(path));
  if (taken.length > FILES_MAX) return [];
  return taken.flatMap(({ path, before }) => before.map((lines) => pairOf('commit', said, lines, path)));
}

function changedFile(diff: string): { readonly path: string; readonly before: readonly string[] } {
  const path = /^\+\+\+ b\/(.+)$/m.exec(diff)?.[1] ?? '';
  const hunks = diff.split(/^@@ .*?@@/m).slice(1);
  const before = hunks.slice(0, HUNKS_EACH).map((hunk) =>
    hunk
      .split('\n')
      .filter((line) => line.startsWith(' ') || line.startsWith('-'))
      .slice(0, LINES_MAX)
      .map((line) => line.slice(1))
      .join('\n'),
  );
  return { path, before };
}
