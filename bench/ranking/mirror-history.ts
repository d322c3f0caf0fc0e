import { execFileSync } from 'node:child_process';
import { taskText } from '../../src/evaluation/tasks-from-history.ts';
import { languageOfPath } from '../../src/languages/index.ts';

/** A commit of a mirror: its message as the text of a task, and the files it changed. */
export interface MirrorCommit {
  readonly sha: string;
  readonly query: string;
  readonly changes: readonly { readonly status: string; readonly blob: string; readonly path: string }[];
}

export const FIELD = '\x1f';
const BOT = /\[bot\]|\bbot\b|dependabot|renovate|greenkeeper|github-actions|crowdin|weblate/i;
const NUMBER =
  /\s*\((?:#|GH-|gh-|!)\d+\)|\b(?:(?:fix|close|resolve)(?:e?[sd])?|refs?|see|part of):? +(?:#|GH-)\d+\.?/gi;

/** The commits from `base` (exclusive) to `end`, without merges and those of bots. */
export function commitsBetween(mirror: string, base: string, end: string): readonly MirrorCommit[] {
  const format = `--format=%x1e%H${FIELD}%P${FIELD}%an${FIELD}%B${FIELD}`;
  const log = git(mirror, ['log', '--no-merges', '--no-renames', '--raw', '--no-abbrev', format, `${base}..${end}`]);
  return entries(log).flatMap((entry) => {
    const [sha = '', parent = '', author = '', message = '', raw = ''] = entry.split(FIELD);
    if (BOT.test(author) || parent.includes(' ')) return [];
    const changes = raw.split('\n').flatMap((line) => {
      const found = /^:\d+ \d+ ([0-9a-f]+) [0-9a-f]+ ([A-Z])\d*\t(.+)$/.exec(line);
      return found ? [{ blob: found[1]!, status: found[2]!, path: found[3]! }] : [];
    });
    return [{ sha, query: cleaned(message), changes }];
  });
}

/** Commits of the main line, newest first. */
export function mainLine(mirror: string, most: number): readonly string[] {
  return git(mirror, ['rev-list', '--first-parent', `--max-count=${most}`, 'HEAD'])
    .split('\n')
    .filter(Boolean);
}

/** The blobs of the files at a commit, by path. */
export function blobsAt(mirror: string, commit: string): ReadonlyMap<string, string> {
  const rows = git(mirror, ['ls-tree', '-r', commit])
    .split('\n')
    .map((row) => /^\d+ blob ([0-9a-f]+)\t(.+)$/.exec(row));
  return new Map(rows.flatMap((row) => (row ? [[row[2]!, row[1]!]] : [])));
}

/** The language that most files are written in. */
export function mainLanguage(paths: readonly string[]): string {
  const counts = Map.groupBy(paths, (path) => languageOfPath(path)?.name ?? '');
  counts.delete('');
  return [...counts].sort((a, b) => b[1].length - a[1].length)[0]![0];
}

/** A key of the first line that ignores case, digits and punctuation, to find texts that say the same. */
export function keyOf(text: string): string {
  return (text.split('\n', 1)[0] ?? '')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();
}

export function git(mirror: string, args: readonly string[]): string {
  return execFileSync('git', ['--git-dir', mirror, ...args], { maxBuffer: 2 ** 30, encoding: 'utf8' });
}

/** The entries of an output of git whose format begins with `%x1e`. */
export function entries(output: string): readonly string[] {
  return output.split('\x1e').slice(1);
}

function cleaned(message: string): string {
  return taskText(message)
    .replace(NUMBER, '')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
