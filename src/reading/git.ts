import { fetchEnvironment, sudoUser } from '../config/git-environment.ts';
import { faultOf } from './git/check-folder.ts';
import { locateRepository, type RepositoryPlace } from './git/find-repository.ts';
import { isOfAnother, isTrusted } from './git/owner.ts';
import { type GitOptions, type GitOutput, runGit } from './git/run-git.ts';
import { type RepositorySettings, settingsOf } from './git/settings.ts';
import { openStandIn, type StandIn } from './git/stand-in.ts';

export interface GitAnswer extends GitOutput {
  /** Some objects of the repository were left on its server. */
  readonly isPartial: boolean;
}

/**
 * Asks git about the repository a folder lies in. Git sees a stand-in of it and never reads what the repository
 * configures, so that no program can be named there, whatever a later git lets one name. Never rejects.
 */
export async function git(folder: string, args: readonly string[], options: GitOptions = {}): Promise<GitAnswer> {
  const place = locateRepository(folder);
  if (!place) return refused('not a git repository');
  const fault = faultOf(place);
  if (fault !== null) return refused(fault);
  let standIn: StandIn | null = null;
  try {
    // Only a comparison with the work tree would write to the index.
    standIn = openStandIn(place, { ownIndex: args[0] === 'diff' });
    const start = { startIn: standIn.folder, folder, environment: standIn.environment };
    const { text, isPartial } = await settingsBehind(place, (some) => runGit(start, some));
    standIn.configure(text);
    return { ...(await runGit(start, args, options)), isPartial };
  } catch (error) {
    if (error instanceof GitRefused) return error.answer;
    return refused(`no folder for git could be made: ${error instanceof Error ? error.message : error}`);
  } finally {
    standIn?.remove();
  }
}

/**
 * Runs git on a repository that knap made and configured itself, where it may also write. Only here, and only if it is
 * said, may it reach for another repository, by protocols that start no program a repository names.
 */
export async function ownGit(
  folder: string,
  args: readonly string[],
  { isFetching = false, ...options }: GitOptions & { readonly isFetching?: boolean } = {},
): Promise<GitAnswer> {
  const startIn = `${folder}/.git`;
  const reaching = isFetching ? { ...fetchEnvironment(), GIT_ALLOW_PROTOCOL: PROTOCOLS } : {};
  const environment = { GIT_DIR: startIn, GIT_WORK_TREE: folder, ...reaching };
  // No stranger put a pipe here, and neither a checkout nor another machine says anything while it works.
  const patient = { silenceMsMax: OWN_SILENCE_MS_MAX, ...options };
  return { ...(await runGit({ startIn, folder, environment }, args, patient)), isPartial: false };
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

function refused(complaint: string): GitAnswer {
  return { ok: false, isMissing: false, stdout: Buffer.alloc(0), complaint, isPartial: false };
}

async function settingsBehind(
  place: RepositoryPlace,
  ask: (args: readonly string[]) => Promise<GitOutput>,
): Promise<RepositorySettings> {
  if (isOfAnother(place, { user: process.geteuid?.(), sudoUser: sudoUser() })) {
    const safe = await ask(['config', '--null', '--get-all', 'safe.directory']);
    const folder = place.top ?? place.own;
    if (!isTrusted(place, safe.stdout.toString('utf8').split('\0').slice(0, -1)))
      throw new GitRefused(
        refused(`the repository belongs to another user; git config --global --add safe.directory ${folder}`),
      );
  }
  return settingsOf(place, async (file) => {
    const listed = await ask(['config', '--file', file, '--no-includes', '--null', '--list']);
    if (!listed.ok) throw new GitRefused({ ...listed, isPartial: false });
    return listed.stdout.toString('utf8');
  });
}

/** The entries of NUL-separated output; names that are not UTF-8 come apart. */
export function splitNames(output: Buffer): { readonly names: readonly string[]; readonly undecodable: number } {
  const names = output
    .toString('utf8')
    .split('\0')
    .filter((name) => name !== '');
  if (!names.some((name) => name.includes('\uFFFD'))) return { names, undecodable: 0 };
  // A replacement character is only proof of a bad name when the bytes do not hold that very character.
  const valid = names.filter((name) => !name.includes('\uFFFD') || output.includes(Buffer.from(`${name}\0`)));
  return { names: valid, undecodable: names.length - valid.length };
}
