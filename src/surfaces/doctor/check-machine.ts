// The checks of `knap doctor` on this machine: Node, grammars, git and agents.
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { packageFile } from '../../config/this-package.ts';
import { LANGUAGES } from '../../languages/index.ts';
import { runGit } from '../../reading/git/run-git.ts';
import type { LocalCall } from '../cli/local-call.ts';
import { installedAgents } from '../setup/installed-agents.ts';
import { launchFor, whyNoAnswer } from '../setup/launch-command.ts';
import { placesOf } from '../setup/setup.ts';

/** A result of a check. `well`: in order. `poor`: answers are worse than they could be. `wrong`: something fails. */
export interface CheckResult {
  readonly state: 'well' | 'poor' | 'wrong';
  readonly says: string;
  /** How to fix it, as a command to copy if possible; null if `says` is all that is known. */
  readonly mend: string | null;
}

/** An error that a check throws counts as `wrong`. */
export type Check = (call: LocalCall) => Promise<CheckResult | readonly CheckResult[]>;

export const well = (says: string): CheckResult => ({ state: 'well', says, mend: null });
export const poor = (says: string, mend: string | null = null): CheckResult => ({ state: 'poor', says, mend });
export const wrong = (says: string, mend: string | null = null): CheckResult => ({ state: 'wrong', says, mend });

export const node: Check = async () => well(`${process.versions.node}, ${process.execPath}`);

/** Checks that every grammar is installed: without one, knap searches a language by words only. */
export const languages: Check = async () => {
  const folder = packageFile('dist/grammars');
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const wanted = LANGUAGES.filter(({ grammar }) => grammar !== null);
  const missing = wanted.filter(({ grammar }) => !files.some((file) => file.startsWith(`${grammar}.wasm`)));
  if (missing.length === 0) return well(`${wanted.length} with a grammar`);
  const names = missing.map(({ name }) => name).join(', ');
  return wrong(
    `no grammar in ${folder} for ${names}: no symbols there, only words`,
    'install knap again (in a clone of it: npm run build)',
  );
};

// The oldest git that knap is tested with.
const GIT_LEAST = [2, 34] as const;

export const gitProgram: Check = async () => {
  const start = { startIn: tmpdir(), folder: tmpdir(), environment: {} };
  const { ok, stdout, complaint } = await runGit(start, ['--version']);
  if (!ok) {
    const why = complaint ? ` (${complaint})` : '';
    return poor(`git does not start${why}: no history, no diffs, and knap reads ignore files itself`, 'install git');
  }
  // Apple and Windows add words of their own to the version.
  const version = /\d+\.\d+[.\d]*/.exec(stdout.toString('utf8'))?.[0] ?? 'unknown';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = major < GIT_LEAST[0] || (major === GIT_LEAST[0] && minor < GIT_LEAST[1]);
  if (!isOld) return well(version);
  return poor(
    `${version} is older than the oldest version that knap is tested with`,
    `install git ${GIT_LEAST.join('.')}`,
  );
};

/** Checks whether knap is set up for the agents found here, and whether the command that `knap setup` writes answers. */
export const agents: Check = async (call) => {
  const places = placesOf(call);
  const { agents: installed } = installedAgents(places);
  if (installed.length === 0) return well('no agent found in your home folder; to set one up: knap setup AGENT');
  const why = installed.some(({ knows }) => knows.length > 0)
    ? await whyNoAnswer(launchFor('user'), { cwd: call.root, env: { ...places.env } })
    : null;
  return installed.map(({ client, title, knows, gone, old }) => {
    const mend = `knap setup ${client} --write`;
    if (gone !== null) return wrong(`${title} would start ${gone}, which does not exist`, mend);
    if (knows.length === 0) return poor(`knap is not set up for ${title}`, mend);
    if (old !== null) return poor(`${title} has an entry of an older knap, which ${old}`, mend);
    if (why === null) return well(`knap is set up for ${title} (${knows.join(', ')})`);
    return wrong(`knap is set up for ${title} but does not answer: ${why}`, 'install knap again');
  });
};
