import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type EvalTask, looksLikeCode, looksLikeTest, readTasks } from '../../src/evaluation/task.ts';
import { isTelling, parseChangedFiles } from '../../src/evaluation/tasks-from-history.ts';
import { roleOf } from '../../src/sources/code/role.ts';
import {
  blobsAt,
  commitsBetween,
  entries,
  FIELD,
  git,
  keyOf,
  type MirrorCommit,
  mainLanguage,
  mainLine,
} from './mirror-history.ts';

// Makes training tasks from the history of mirrors. Each repository has a few bases; the tasks of a base are later commits
// whose changed files are the same at the base as before the commit, so that the changed lines are lines of the base:
// node bench/ranking/mine.ts --mirrors DIR --to FILE [--repos FILE] [--apart FILE,FILE] [--each 60] [--bases 2] [--files 2500]
// --repos lists `owner/name`, one a line; without it all mirrors are used. Leaves out the repositories and texts of the
// tasks in the files of --apart.
const { values } = parseArgs({
  options: {
    mirrors: { type: 'string' },
    repos: { type: 'string' },
    apart: { type: 'string', default: '' },
    to: { type: 'string' },
    each: { type: 'string', default: '60' },
    bases: { type: 'string', default: '2' },
    files: { type: 'string', default: '2500' },
  },
});
const { mirrors, to } = values;
if (!mirrors || !to) throw new Error('usage: mine.ts --mirrors DIR --to FILE');

/** The number of commits between two bases; the commits between them are the tasks of the older. */
const WINDOW = 300;
const WINDOWS = 5;
const GOLD_MAX = 5;
const LINES_MAX = 150;
const WORDS_MIN = 5;
const CHANGED_MAX = 15;

const apart = (
  await Promise.all(
    values.apart
      .split(',')
      .filter(Boolean)
      .map((file) => readTasks(file)),
  )
).flat();
const others = new Set(apart.map(({ repo }) => repo));
const said = new Set(apart.map(({ query }) => keyOf(query)));
const tasks: EvalTask[] = [];
for (const repo of reposOf(mirrors, values.repos)) {
  if (others.has(repo)) {
    console.error(`${repo}: left out, it is in another set`);
    continue;
  }
  const mined = mine(`${mirrors}/${repo.replace('/', '+')}/repo`, repo);
  tasks.push(...mined);
  console.error(repo, mined[0]?.lang ?? '', mined.length);
}
writeFileSync(to, tasks.map((task) => `${JSON.stringify(task)}\n`).join(''));
console.error(`${tasks.length} tasks`);

function reposOf(folder: string, list: string | undefined): readonly string[] {
  if (list === undefined) return readdirSync(folder).map((name) => name.replace('+', '/'));
  const lines = readFileSync(list, 'utf8').split('\n');
  return lines.map((line) => line.trim().split(' ')[0]!).filter((name) => name.includes('/'));
}

function mine(mirror: string, repo: string): readonly EvalTask[] {
  const chain = mainLine(mirror, WINDOW * WINDOWS + 1);
  const found: (readonly EvalTask[])[] = [];
  for (let at = Math.min(WINDOW, chain.length - 1); at > 0 && at < chain.length; at += WINDOW) {
    const [base, end] = [chain[at]!, chain[Math.max(0, at - WINDOW)]!];
    const blobs = blobsAt(mirror, base);
    const code = [...blobs.keys()].filter(isGold);
    if (code.length === 0 || code.length > Number(values.files)) break;
    const commits = commitsBetween(mirror, base, end).filter((commit) => isTask(commit, blobs));
    found.push(tasksOf(mirror, { repo, base, lang: mainLanguage(code) }, commits));
  }
  // Each base needs an index of its own, so only the bases with most tasks are used.
  const best = found.toSorted((a, b) => b.length - a.length).slice(0, Number(values.bases));
  return best.flat().slice(0, Number(values.each));
}

/** Whether the message says enough, and the changed code is the same at the base as before the commit. */
function isTask({ query, changes }: MirrorCommit, blobs: ReadonlyMap<string, string>): boolean {
  if (!isTelling(query, WORDS_MIN) || changes.length > CHANGED_MAX) return false;
  const code = changes.filter(({ path }) => looksLikeCode(path));
  const gold = code.filter(({ path, status }) => status === 'M' && isGold(path));
  return (
    gold.length > 0 &&
    gold.length <= GOLD_MAX &&
    code.every(({ status }) => status === 'M' || status === 'A') &&
    gold.every(({ path, blob }) => blobs.get(path) === blob)
  );
}

function tasksOf(
  mirror: string,
  task: Pick<EvalTask, 'repo' | 'base' | 'lang'>,
  commits: readonly MirrorCommit[],
): readonly EvalTask[] {
  if (commits.length === 0) return [];
  const shas = commits.map(({ sha }) => sha);
  const shown = git(mirror, ['show', '-U0', '--no-color', '--no-renames', `--format=%x1e%H${FIELD}`, ...shas]);
  const diffs = new Map(entries(shown).map((entry) => [entry.slice(0, entry.indexOf(FIELD)), entry] as const));
  return commits.flatMap(({ sha, query }) => {
    const gold = parseChangedFiles(diffs.get(sha) ?? '').filter(
      ({ path, ranges }) => ranges.length > 0 && isGold(path),
    );
    const count = gold.flatMap(({ ranges }) => ranges).reduce((sum, [first, last]) => sum + last - first + 1, 0);
    if (gold.length === 0 || count > LINES_MAX || said.has(keyOf(query))) return [];
    said.add(keyOf(query));
    return [{ id: `${task.repo!.replace('/', '__')}-${sha.slice(0, 10)}`, ...task, query, gold }];
  });
}

function isGold(path: string): boolean {
  const role = roleOf(path, false);
  return looksLikeCode(path) && !looksLikeTest(path) && (role === 'source' || role === 'config');
}
