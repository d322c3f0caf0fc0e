import { git } from '../../src/reading/git.ts';
import type { AgentSession } from './agent-session.ts';

/** The commit on which a session began, and how it is known. */
export interface CommitBefore {
  readonly commit: string;
  readonly from: 'transcript' | 'time';
}

/** The commit that the transcript names, if this repository has it; else the last one before the session began. */
export async function commitBefore(
  root: string,
  { commit, startedMs }: Pick<AgentSession, 'commit' | 'startedMs'>,
): Promise<CommitBefore | null> {
  if (commit !== null && /^[0-9a-f]{7,64}$/i.test(commit)) {
    const known = await git(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`]);
    if (known.ok) return { commit: known.stdout.toString().trim(), from: 'transcript' };
  }
  if (startedMs === null) return null;
  const before = `--before=${Math.floor(startedMs / 1000)}`;
  const last = (await git(root, ['rev-list', '-1', before, 'HEAD'])).stdout.toString().trim();
  return last === '' ? null : { commit: last, from: 'time' };
}
