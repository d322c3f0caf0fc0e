import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hasRoom, type Step } from './steps.ts';
import { below, type Tree, talksOf } from './tree.ts';

/** Does to the files on disk and to the model what a step says, and tells which paths were touched. A step that is impossible does nothing. */
export function takeStep(root: string, tree: Tree, step: Step): readonly string[] {
  tree.nowMs += step.waitMs;
  switch (step.kind) {
    case 'write':
      return hasRoom(tree, step.path) ? write(root, tree, step.path, step.text) : [];
    case 'touch':
      return tree.files.has(step.path) ? write(root, tree, step.path, tree.files.get(step.path)!) : [];
    case 'remove':
      return remove(root, tree, step.path);
    case 'move':
      return move(root, tree, step.from, step.to);
    case 'commit':
      return commit(root, tree, step.message, step.isAmended);
    case 'switch':
      return change(root, tree, step.branch);
    case 'unfold':
      return unfold(root, tree, step.path, step.text);
    case 'talk':
    case 'hush':
      return talk(root, tree, step);
    case 'reset':
      stage(root, tree);
      git(root, tree, 'reset', '-q', '--hard');
      return becomes(root, tree, tree.commits.get(tree.branch)!);
    default:
      return [];
  }
}

/** The first commit, of nothing. */
export function startRepository(root: string, tree: Tree): void {
  git(root, tree, 'init', '-q', '--template=');
  commit(root, tree, 'start', false);
}

function write(root: string, tree: Tree, path: string, text: string): readonly string[] {
  // Only a file that is written twice in one moment looks the same afterwards; two files never share a moment.
  if (tree.writtenAtMs.get(path) !== tree.nowMs) nextMoment(tree);
  mkdirSync(dirname(join(root, path)), { recursive: true });
  // A folder of that name may be left of files that went.
  if (statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory())
    rmSync(join(root, path), { recursive: true });
  writeFileSync(join(root, path), text);
  tree.files.set(path, text);
  tree.writtenAtMs.set(path, tree.nowMs);
  setTime(root, tree, path);
  return [path];
}

// Where the clock went back it passes the same time again: a moment that was is passed over.
function nextMoment(tree: Tree): number {
  do tree.nowMs += 1;
  while (tree.moments.has(tree.nowMs));
  tree.moments.add(tree.nowMs);
  return tree.nowMs;
}

// A folder has the name that a file had.
function unfold(root: string, tree: Tree, path: string, text: string): readonly string[] {
  if (!tree.files.has(path)) return [];
  return [...remove(root, tree, path), ...write(root, tree, `${path}/inner.md`, text)];
}

// Conversations lie elsewhere: nothing of the workspace is touched.
function talk(root: string, tree: Tree, step: Extract<Step, { kind: 'talk' | 'hush' }>): readonly string[] {
  const path = join(talksOf(root), step.file);
  if (step.kind === 'hush') rmSync(path, { force: true });
  else {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, step.text);
    const at = new Date(nextMoment(tree));
    utimesSync(path, at, at);
  }
  return [];
}

function remove(root: string, tree: Tree, path: string): readonly string[] {
  const gone = below(tree, path);
  if (gone.length === 0) return [];
  rmSync(join(root, path), { recursive: true });
  for (const file of gone) tree.files.delete(file);
  return [path];
}

function move(root: string, tree: Tree, from: string, to: string): readonly string[] {
  const moved = below(tree, from);
  if (moved.length === 0 || `${to}/`.startsWith(`${from}/`) || below(tree, to).length > 0 || !hasRoom(tree, to))
    return [];
  rmSync(join(root, to), { recursive: true, force: true });
  mkdirSync(dirname(join(root, to)), { recursive: true });
  renameSync(join(root, from), join(root, to));
  for (const path of moved) {
    const target = to + path.slice(from.length);
    tree.files.set(target, tree.files.get(path)!);
    tree.writtenAtMs.set(target, tree.writtenAtMs.get(path)!);
    tree.files.delete(path);
  }
  return [from, to];
}

function commit(root: string, tree: Tree, message: string, isAmended: boolean): readonly string[] {
  stage(root, tree);
  git(root, tree, 'commit', '-q', '--allow-empty', ...(isAmended ? ['--amend'] : []), '-m', `${message} ${tree.nowMs}`);
  tree.commits.set(tree.branch, new Map(tree.files));
  return [];
}

// Git takes a file of the same size and time for unchanged. The times here are the model's, so it must look at every byte.
function stage(root: string, tree: Tree): void {
  rmSync(join(root, '.git/index'), { force: true });
  git(root, tree, 'add', '-A');
}

function change(root: string, tree: Tree, branch: string): readonly string[] {
  commit(root, tree, 'before the switch', false);
  if (branch === tree.branch) return [];
  const there = tree.commits.get(branch);
  git(root, tree, 'checkout', '-q', ...(there ? [] : ['-b']), branch);
  tree.branch = branch;
  tree.commits.set(branch, there ?? new Map(tree.files));
  return there ? becomes(root, tree, there) : [];
}

// Git has written the files already; what it wrote gets a time by the model's clock.
function becomes(root: string, tree: Tree, files: ReadonlyMap<string, string>): readonly string[] {
  const touched = [...new Set([...tree.files.keys(), ...files.keys()])].filter(
    (path) => tree.files.get(path) !== files.get(path),
  );
  tree.files.clear();
  for (const [path, text] of files) tree.files.set(path, text);
  for (const path of touched) tree.writtenAtMs.set(path, nextMoment(tree));
  for (const path of files.keys()) setTime(root, tree, path);
  return touched;
}

function setTime(root: string, tree: Tree, path: string): void {
  const at = new Date(tree.writtenAtMs.get(path)!);
  utimesSync(join(root, path), at, at);
}

// As somebody would by the model's clock, with no configuration but git's own.
function git(root: string, tree: Tree, ...args: readonly string[]): void {
  const date = `@${Math.floor(tree.nowMs / 1000)} +0000`;
  const dates = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const own = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.c', '-c', 'init.defaultBranch=main', ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...dates, ...own },
  });
}
