import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { generatedTasks, writeModules } from './generated.ts';

/** The folders of real repositories: bare ones as DIR/owner+name/repo, and work trees. */
export interface Origins {
  readonly mirrors: string | undefined;
  readonly trees: readonly string[];
}

/** A tree made of several repositories, as a git repository with one commit. */
export interface Corpus {
  readonly root: string;
  /** The number of generated files. */
  readonly generated: number;
  readonly repositories: number;
  /** Subjects of commits in the repositories it is made of. */
  readonly tasks: readonly string[];
}

interface Repository {
  readonly name: string;
  readonly gitDir: string;
  readonly files: number;
}

const TASKS = 400;
// So many repositories at least, however large a few of them are.
const SHARE_MIN = 4;
const MADE = 'made.json';
const GIT_BYTES_MAX = 1 << 28;

/** The repositories in a fixed order that is independent of their names and sizes. */
export function repositoriesOf({ mirrors, trees }: Origins): readonly Repository[] {
  const bare = mirrors === undefined ? [] : readdirSync(mirrors).map((name) => [name, join(mirrors, name, 'repo')]);
  const checked = trees.map((tree) => [basename(resolve(tree)), resolve(tree, '.git')]);
  return [...bare, ...checked]
    .flatMap(([name, gitDir]) => (existsSync(join(gitDir!, 'HEAD')) ? { name: name!, gitDir: gitDir! } : []))
    .map((one) => ({
      ...one,
      files: git(one.gitDir, ['ls-tree', '-r', '--name-only', '-z', 'HEAD']).split('\0').length - 1,
    }))
    .toSorted((a, b) => (shuffled(a.name) < shuffled(b.name) ? -1 : 1));
}

/** Makes a tree of so many files once: whole repositories as long as they fit, generated modules for the rest. */
export function makeCorpus(size: number, repositories: readonly Repository[], work: string): Corpus {
  const root = join(work, `files-${size}`);
  const made = `${root}.${MADE}`;
  if (existsSync(made)) return { root, ...(JSON.parse(readFileSync(made, 'utf8')) as Omit<Corpus, 'root'>) };
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  const chosen: Repository[] = [];
  let left = size;
  for (const one of repositories) {
    if (one.files > Math.min(left, size / SHARE_MIN) || !writeOut(one.gitDir, join(root, one.name))) continue;
    chosen.push(one);
    left -= one.files;
  }
  writeModules(join(root, 'generated'), left);
  commitAll(root);
  const corpus = { generated: left, repositories: chosen.length, tasks: tasksOf(chosen) };
  writeFileSync(made, JSON.stringify(corpus));
  return { root, ...corpus };
}

// A mirror without its large files is left out as a whole.
function writeOut(gitDir: string, folder: string): boolean {
  mkdirSync(folder);
  const archive = 'git --git-dir "$0" archive HEAD | tar x -C "$1"';
  const { status } = spawnSync('bash', ['-o', 'pipefail', '-c', archive, gitDir, folder], { stdio: 'ignore' });
  if (status !== 0) rmSync(folder, { recursive: true });
  return status === 0;
}

function commitAll(root: string): void {
  const inRoot = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { stdio: 'ignore' });
  inRoot('init', '-q');
  // Attributes of the repositories must not change the bytes.
  writeFileSync(join(root, '.git/info/attributes'), '* -text -filter -ident !working-tree-encoding\n');
  // Forced, because a repository may track files that it ignores.
  inRoot('add', '--all', '--force');
  inRoot(
    '-c',
    'user.name=bench',
    '-c',
    'user.email=bench@localhost',
    'commit',
    '-q',
    '--no-gpg-sign',
    '-m',
    'All files',
  );
}

// Takes one subject of each repository in turn, so that the first tasks are about many of them.
function tasksOf(repositories: readonly Repository[]): readonly string[] {
  const each = Math.ceil(TASKS / Math.max(1, repositories.length));
  const lists = repositories.map(({ gitDir }) =>
    git(gitDir, ['log', '--no-merges', '--format=%s', '-n', String(10 * each)])
      .split('\n')
      .filter((line) => line.split(' ').length > 4),
  );
  const inTurn = Array.from({ length: each }, (_, at) => lists.flatMap((list) => list[at] ?? []));
  return [...new Set([...inTurn.flat(), ...generatedTasks()])].slice(0, TASKS);
}

function git(gitDir: string, args: readonly string[]): string {
  return execFileSync('git', ['--git-dir', gitDir, ...args], { maxBuffer: GIT_BYTES_MAX }).toString();
}

function shuffled(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}
