// A question may be about a change: `--diff main` asks for what differs from a branch. This file asks git for the
// changed files and lines between a ref and the work tree, between two refs, or of what is staged.
import { join } from 'node:path';
import { ContextError } from '../../model/errors.ts';
import type { Change } from '../../model/task.ts';
import { type GitAnswer, git, splitNames } from '../../reading/git.ts';
import { readPlainFile } from '../../reading/plain-file.ts';

export interface ChangesOptions {
  /** Reads a unified diff. */
  readonly parsePatch: (patch: string) => readonly Change[];
  /** Untracked files larger than this count as added without their lines. */
  readonly fileBytesMax: number;
}

const STATUS: Readonly<Record<string, Change['status']>> = { A: 'added', C: 'added', D: 'deleted', R: 'renamed' };
const DIFF = 'diff --no-color --no-ext-diff --no-textconv --ignore-submodules -M --relative'.split(' ');
const PATCH = ['-U0', '--src-prefix=a/', '--dst-prefix=b/'] as const;

// This word means the index of git, unless a ref has that name.
const STAGED = 'staged';

/** Returns the changes, sorted by path. `A...B` compares B with the merge base, if any; `staged` means the index. */
export async function findChangesAgainst(
  root: string,
  ref: string,
  options: ChangesOptions,
): Promise<readonly Change[]> {
  await checkRepository(root, ref);
  const { sides, isWorkTree } = await sidesOf(root, ref);
  const [names, patch, untracked] = await Promise.all([
    git(root, [...DIFF, '--name-status', '-z', ...sides, '--', '.']),
    git(root, [...DIFF, ...PATCH, ...sides, '--', '.']),
    isWorkTree ? git(root, ['ls-files', '-o', '--exclude-standard', '-z']) : null,
  ]);
  const patched = new Map(options.parsePatch(patch.stdout.toString('utf8')).map((change) => [change.path, change]));
  const tracked = parseStatuses(outputOf(names, ref)).map(({ path, status }): Change => {
    const { lines = [], patch } = patched.get(path) ?? {};
    return { path, status, lines, patch };
  });
  const added = untracked === null ? [] : splitNames(outputOf(untracked, ref)).names;
  const others = added.map((path) => untrackedChange(root, path, options.fileBytesMax));
  return [...tracked, ...others].sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function sidesOf(
  root: string,
  ref: string,
): Promise<{ readonly sides: readonly string[]; readonly isWorkTree: boolean }> {
  const range = /^(.*?)(\.{2,3})(.*)$/s.exec(ref);
  if (range) {
    const [from, to] = await Promise.all([range[1], range[3]].map((side) => commitOf(root, side || 'HEAD')));
    const base = range[2] === '...' ? await git(root, ['merge-base', from!, to!]) : null;
    const start = base?.ok ? base.stdout.toString().trim() : from!;
    return { sides: ['--end-of-options', start, to!], isWorkTree: false };
  }
  if (ref === STAGED && (await findCommit(root, ref)) === null)
    return { sides: ['--cached', '--end-of-options', await commitOf(root, 'HEAD')], isWorkTree: false };
  return { sides: ['--end-of-options', await commitOf(root, ref)], isWorkTree: true };
}

async function checkRepository(root: string, ref: string): Promise<void> {
  const inside = await git(root, ['rev-parse', '--is-inside-work-tree']);
  if (inside.isMissing) throw new ContextError('NO_GIT', `Git could not be run, so ${ref} cannot be compared.`);
  if (inside.stdout.toString().trim() === 'true') return;
  const isNone = inside.complaint === '' || inside.complaint.includes('not a git repository');
  const why = isNone ? 'This folder is not in a git repository.' : `The repository is not read: ${inside.complaint}.`;
  throw new ContextError('NO_GIT', why);
}

async function commitOf(root: string, ref: string): Promise<string> {
  const commit = await findCommit(root, ref);
  if (commit === null)
    throw new ContextError('NO_SUCH_REF', `Git knows no branch, tag or commit ${JSON.stringify(ref.slice(0, 200))}.`);
  return commit;
}

async function findCommit(root: string, ref: string): Promise<string | null> {
  // No ref may begin with a dash, and some commands would read it as an option.
  if (ref === '' || ref.startsWith('-') || /[\0\n]/.test(ref)) return null;
  const answer = await git(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]);
  return answer.ok ? answer.stdout.toString().trim() : null;
}

function outputOf(answer: GitAnswer, ref: string): Buffer {
  if (!answer.ok) throw new ContextError('NO_GIT', `Git could not compare with ${ref}: ${answer.complaint}`);
  return answer.stdout;
}

// Parses the fields of `--name-status -z`: a status, then one path, or two for a renamed or copied file.
function parseStatuses(output: Buffer): { path: string; status: Change['status'] }[] {
  const fields = output.toString('utf8').split('\0');
  const changes: { path: string; status: Change['status'] }[] = [];
  for (let index = 0; index + 1 < fields.length; ) {
    const letter = fields[index]!.charAt(0);
    const pathAt = letter === 'R' || letter === 'C' ? index + 2 : index + 1;
    changes.push({ path: fields[pathAt] ?? '', status: STATUS[letter] ?? 'modified' });
    index = pathAt + 1;
  }
  return changes;
}

function untrackedChange(root: string, path: string, fileBytesMax: number): Change {
  const bytes = readPlainFile(join(root, path), { bytesMax: fileBytesMax });
  // A file that was removed or cannot be read still counts as added.
  if (typeof bytes === 'string' || bytes.length === 0) return { path, status: 'added', lines: [] };
  const text = bytes.toString('latin1').replace(/\n$/, '');
  return { path, status: 'added', lines: [[1, text.split('\n').length]] };
}
