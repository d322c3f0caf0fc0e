import { join } from 'node:path';
import { ContextError } from '../../model/errors.ts';
import type { LineRange } from '../../model/facts.ts';
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
const DIFF = [
  'diff',
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--ignore-submodules',
  '-M',
  '--relative',
] as const;
const PATCH = ['-U0', '--src-prefix=a/', '--dst-prefix=b/'] as const;

/** What differs between the work tree and a git ref, untracked files included; sorted by path. */
export async function changesAgainst(root: string, ref: string, options: ChangesOptions): Promise<readonly Change[]> {
  const commit = await commitOf(root, ref);
  const [names, patch, untracked] = await Promise.all([
    git(root, [...DIFF, '--name-status', '-z', '--end-of-options', commit, '--', '.']),
    git(root, [...DIFF, ...PATCH, '--end-of-options', commit, '--', '.']),
    git(root, ['ls-files', '-o', '--exclude-standard', '-z']),
  ]);
  const lines = new Map(options.parsePatch(patch.stdout.toString('utf8')).map((change) => [change.path, change.lines]));
  const tracked = statuses(outputOf(names, ref)).map((change) => ({ ...change, lines: lines.get(change.path) ?? [] }));
  const added = splitNames(outputOf(untracked, ref)).names.map((path) =>
    untrackedChange(root, path, options.fileBytesMax),
  );
  return [...tracked, ...added].sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function commitOf(root: string, ref: string): Promise<string> {
  const inside = await git(root, ['rev-parse', '--is-inside-work-tree']);
  if (inside.isMissing) throw new ContextError('NO_GIT', `Git could not be run, so ${ref} cannot be compared.`);
  if (inside.stdout.toString().trim() !== 'true')
    throw new ContextError('NO_GIT', 'This folder is not in a git repository.');
  // What begins with a dash would be read as an option by some commands, and no ref may begin with one.
  const isRef = ref !== '' && !ref.startsWith('-') && !/[\0\n]/.test(ref);
  const answer = isRef
    ? await git(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`])
    : null;
  if (!answer?.ok)
    throw new ContextError('NO_SUCH_REF', `Git knows no branch, tag or commit ${JSON.stringify(ref.slice(0, 200))}.`);
  return answer.stdout.toString().trim();
}

function outputOf(answer: GitAnswer, ref: string): Buffer {
  if (!answer.ok) throw new ContextError('NO_GIT', `Git could not compare with ${ref}: ${answer.complaint}`);
  return answer.stdout;
}

// Fields of `--name-status -z`: a status, then one path, or two where it was renamed or copied.
function statuses(output: Buffer): { path: string; status: Change['status'] }[] {
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
  const count = lineCount(join(root, path), fileBytesMax);
  const lines: LineRange[] = count === 0 ? [] : [[1, count]];
  return { path, status: 'added', lines };
}

function lineCount(path: string, fileBytesMax: number): number {
  const bytes = readPlainFile(path, { bytesMax: fileBytesMax });
  // Gone since git listed it, or not to be read: that it was added still stands.
  if (typeof bytes === 'string' || bytes.length === 0) return 0;
  const text = bytes.toString('latin1');
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}
