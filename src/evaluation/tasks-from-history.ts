// Makes tasks of the commits of a repository, for an evaluation without a file of tasks.
import { ContextError } from '../model/errors.ts';
import { git } from '../reading/git.ts';
import { type EvalTask, type GoldFile, looksLikeCode } from './task.ts';

export interface HistoryTasksOptions {
  /** The most tasks to make, of the newest commits. */
  readonly limit: number;
  readonly commitsMax: number;
  /** Commits that change more files are left out: they are sweeps without one place to find. */
  readonly filesMax: number;
  /** Commits with fewer words in their message are left out. */
  readonly wordsMin: number;
}

interface HistoryTasks {
  /** Oldest first, so that the index moves forward. */
  readonly tasks: readonly EvalTask[];
  /** How many commits were read to find them. */
  readonly commitsSeen: number;
}

const FIELD = '\x1f';
// Messages of commits that maintain the repository, not its code.
const CHORE =
  /^(?:(?:chore|ci|build|docs?|style|release|deps?|tests?)(?:\([^)]*\))?!?:|(?:merge|revert|bump|release|version|polish|clean-?up|format|reformat|upgrade|typos?)\b|clean up\b|update (?:changelog|dependenc|lockfile|copyright|license|versions?)|(?:fix|add|remove|improve)(?: \w+)? (?:typos?|tests?|comments?|docs?)\b|v?\d+\.\d+)/i;
// A line such as `Signed-off-by: …` or `Fixes: …`.
const TRAILER = /^(?:[A-Z][A-Za-z]*(?:-[A-Za-z]+)+|Cc|Link|Refs?|Closes|Fixes): ?\S/;
const HUNK = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@/;

/** Makes tasks of recent commits: the message is the question, the changed lines are the answer. */
export async function tasksFromHistory(root: string, options: HistoryTasksOptions): Promise<HistoryTasks> {
  const log = await git(root, [
    ...['log', '--no-merges', '-z', `--format=%H${FIELD}%P${FIELD}%B`, '-n', String(options.commitsMax)],
    ...['--', '.'],
  ]);
  if (log.isMissing) throw new ContextError('NO_GIT', 'Git does not start, so there is no history to replay.');
  if (!log.ok) throw new ContextError('NO_GIT', `There is no history to replay: ${log.complaint || 'no commits'}.`);
  const commits = log.stdout.toString('utf8').split('\0').filter(Boolean);
  const tasks: EvalTask[] = [];
  let commitsSeen = 0;
  for (const entry of commits) {
    if (tasks.length >= options.limit) break;
    commitsSeen++;
    const [sha = '', parent = '', message = ''] = entry.split(FIELD);
    const query = taskText(message);
    if (parent === '' || !isTelling(query, options.wordsMin)) continue;
    const gold = await readGold(root, parent, sha, options.filesMax);
    if (gold.length > 0) tasks.push({ id: sha.slice(0, 10), repo: null, base: parent, query, gold });
  }
  return { tasks: tasks.reverse(), commitsSeen };
}

/** Whether a message describes a change of the code in enough words. */
export function isTelling(text: string, wordsMin: number): boolean {
  return !CHORE.test(text) && (text.match(/\p{L}{2,}/gu) ?? []).length >= wordsMin;
}

/** Cuts the lines that tools and reviewers add from a commit message. */
export function taskText(message: string): string {
  return message
    .split('\n')
    .filter((line, index) => index === 0 || !TRAILER.test(line))
    .join('\n')
    .trim();
}

// Takes only files that existed before, because only these can be found. A renamed file counts as removed and new.
async function readGold(root: string, parent: string, sha: string, filesMax: number): Promise<readonly GoldFile[]> {
  const diff = await git(root, [
    ...['diff', '-U0', '--no-color', '--no-ext-diff', '--no-textconv', '--no-renames', '--ignore-submodules'],
    ...['--src-prefix=a/', '--dst-prefix=b/', '--relative', '--end-of-options', parent, sha, '--', '.'],
  ]);
  if (!diff.ok) return [];
  const files = parseChangedFiles(diff.stdout.toString('utf8'));
  return files.length > filesMax ? [] : files.filter(({ path, ranges }) => ranges.length > 0 && looksLikeCode(path));
}

/** Reads files and old numbers of changed lines from a diff without context lines; the path of a new file is empty. */
export function parseChangedFiles(diff: string): readonly GoldFile[] {
  const files: { path: string; ranges: [number, number][] }[] = [];
  let isHeader = false;
  for (const line of diff.split('\n')) {
    if (line.startsWith('diff --git ')) {
      isHeader = true;
      files.push({ path: '', ranges: [] });
    } else if (isHeader && line.startsWith('--- a/')) files.at(-1)!.path = line.slice('--- a/'.length).trimEnd();
    const hunk = files.at(-1)?.path ? HUNK.exec(line) : null;
    if (!hunk) continue;
    isHeader = false;
    const first = Math.max(1, Number(hunk[1]));
    files.at(-1)!.ranges.push([first, first + Math.max(1, Number(hunk[2] ?? 1)) - 1]);
  }
  return files;
}
