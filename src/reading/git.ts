// Runs git for the rest of knap: on a stand-in of the repository, with only the settings that git may use, or on a
// repository of knap's own. Also reads names and blobs from its output.
import { fetchEnvironment, sudoUser } from '../config/git-environment.ts';
import { messageOf } from '../model/errors.ts';
import { faultOf, isOfAnother, isTrusted } from './git/check-folder.ts';
import { locateRepository, type RepositoryPlace } from './git/find-repository.ts';
import { type GitOptions, type GitOutput, runGit } from './git/run-git.ts';
import { openStandIn, type RepositorySettings, type StandIn, settingsOf } from './git/stand-in.ts';

export interface GitAnswer extends GitOutput {
  /** Whether the repository is known to be a partial clone, which lacks some objects. */
  readonly isPartial: boolean;
}

/**
 * Runs git on the repository of a folder. Git works on a stand-in with a few settings of the repository, so that the
 * repository cannot name a program to run, even with future settings of git.
 */
export async function git(folder: string, args: readonly string[], options: GitOptions = {}): Promise<GitAnswer> {
  const place = locateRepository(folder);
  if (!place) return refusalAnswer('not a git repository');
  const fault = faultOf(place);
  if (fault !== null) return refusalAnswer(fault);
  let standIn: StandIn | null = null;
  try {
    // Only `diff` against the work tree writes to the index.
    standIn = openStandIn(place, { ownIndex: args[0] === 'diff' });
    const start = { startIn: standIn.folder, folder, environment: standIn.environment };
    const { text, isPartial } = await trustedSettings(place, (some) => runGit(start, some));
    standIn.configure(text);
    return { ...(await runGit(start, args, options)), isPartial };
  } catch (error) {
    if (error instanceof GitRefused) return error.answer;
    return refusalAnswer(`no folder for git could be made: ${messageOf(error)}`);
  } finally {
    standIn?.remove();
  }
}

/**
 * Runs git on a repository that knap created and configured, where git may write. Only here, and only with
 * `isFetching`, may git contact another repository, by protocols that start no program a repository names.
 */
export async function ownGit(
  folder: string,
  args: readonly string[],
  { isFetching = false, ...options }: GitOptions & { readonly isFetching?: boolean } = {},
): Promise<GitAnswer> {
  const startIn = `${folder}/.git`;
  const fetchVariables = isFetching ? { ...fetchEnvironment(), GIT_ALLOW_PROTOCOL: PROTOCOLS } : {};
  const environment = { GIT_DIR: startIn, GIT_WORK_TREE: folder, ...fetchVariables };
  // Allows a longer silence: checkouts and remote machines may be silent while they work.
  const longSilence = { silenceMsMax: OWN_SILENCE_MS_MAX, ...options };
  return { ...(await runGit({ startIn, folder, environment }, args, longSilence)), isPartial: false };
}

const OWN_SILENCE_MS_MAX = 120_000;
const PROTOCOLS = 'https:ssh:git:file';

class GitRefused extends Error {
  readonly answer: GitAnswer;
  constructor(answer: GitAnswer) {
    super(answer.complaint);
    this.answer = answer;
  }
}

function refusalAnswer(complaint: string): GitAnswer {
  return { ok: false, isMissing: false, stdout: Buffer.alloc(0), complaint, isPartial: false };
}

// Reads the settings of a repository; throws if git cannot, or if it belongs to a user whom git does not trust.
async function trustedSettings(
  place: RepositoryPlace,
  ask: (args: readonly string[]) => Promise<GitOutput>,
): Promise<RepositorySettings> {
  if (isOfAnother(place, { user: process.geteuid?.(), sudoUser: sudoUser() })) {
    const safe = await ask(['config', '--null', '--get-all', 'safe.directory']);
    const folder = place.top ?? place.own;
    if (!isTrusted(place, safe.stdout.toString('utf8').split('\0').slice(0, -1)))
      throw new GitRefused(
        refusalAnswer(`the repository belongs to another user; git config --global --add safe.directory ${folder}`),
      );
  }
  return settingsOf(place, async (file) => {
    const listed = await ask(['config', '--file', file, '--no-includes', '--null', '--list']);
    if (!listed.ok) throw new GitRefused({ ...listed, isPartial: false });
    return listed.stdout.toString('utf8');
  });
}

/** Splits NUL-separated output; leaves out names that are not UTF-8, and counts them. */
export function splitNames(output: Buffer): { readonly names: readonly string[]; readonly undecodable: number } {
  const names = output
    .toString('utf8')
    .split('\0')
    .filter((name) => name !== '');
  if (!names.some((name) => name.includes('\uFFFD'))) return { names, undecodable: 0 };
  // A replacement character shows an invalid name only if the bytes do not contain that character itself.
  const valid = names.filter((name) => !name.includes('\uFFFD') || output.includes(Buffer.from(`${name}\0`)));
  return { names: valid, undecodable: names.length - valid.length };
}

// The header of a blob, or `ID missing` for one that the repository lacks.
const HEADER = /^([0-9a-f]+) (?:blob (\d+)|\w+)$/;
const NEWLINE = 0x0a;

/** Reads blobs by their ids from the repository of a folder; leaves out those that git does not find. */
export async function readBlobs(folder: string, ids: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
  const blobs = new Map<string, Buffer>();
  if (ids.length === 0) return blobs;
  const input = `${[...new Set(ids)].join('\n')}\n`;
  const { stdout } = await git(folder, ['cat-file', '--batch'], { input });
  for (let index = 0; index < stdout.length; ) {
    const end = stdout.indexOf(NEWLINE, index);
    const [, id, size] = HEADER.exec(stdout.toString('latin1', index, end)) ?? [];
    index = end + 1;
    if (end < 0 || id === undefined) break;
    if (size === undefined) continue;
    blobs.set(id, stdout.subarray(index, index + Number(size)));
    index += Number(size) + 1;
  }
  return blobs;
}
