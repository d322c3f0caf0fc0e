import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { packageFile } from '../../config/this-package.ts';
import { LANGUAGES } from '../../languages/index.ts';
import { runGit } from '../../reading/git/run-git.ts';
import type { LocalCall } from '../cli/local-call.ts';
import { installedAgents } from '../setup/installed.ts';
import { launchFor } from '../setup/launch.ts';
import { placesOf } from '../setup/setup.ts';
import { whyNoAnswer } from '../setup/try-launch.ts';

export const node: Check = async () => [{ state: 'well', says: `${process.versions.node}, ${process.execPath}` }];

/** A language without its grammar is still searched by words, and nobody would notice. */
export const languages: Check = async () => {
  const folder = packageFile('dist/grammars');
  const files = filesIn(folder);
  const wanted = LANGUAGES.filter(({ grammar }) => grammar !== null);
  const missing = wanted.filter(({ grammar }) => !files.some((file) => file.startsWith(`${grammar}.wasm`)));
  if (missing.length === 0) return [{ state: 'well', says: `${wanted.length} with a grammar` }];
  const names = missing.map(({ name }) => name).join(', ');
  return [
    {
      state: 'wrong',
      says: `no grammar in ${folder} for ${names}: no symbols there, only words`,
      mend: 'install knap again (in a clone of it: npm run build)',
    },
  ];
};

// What is promised about strange repositories was tried with gits from this one on.
const GIT_LEAST = [2, 34] as const;

export const git: Check = async () => {
  const start = { startIn: tmpdir(), folder: tmpdir(), environment: {} };
  const { ok, stdout, complaint } = await runGit(start, ['--version']);
  if (!ok)
    return [
      {
        state: 'poor',
        says: `no git can be started${complaint ? ` (${complaint})` : ''}: no history, no diffs, ignore files read by knap alone`,
        mend: 'install git',
      },
    ];
  const version = /\d+\.\d+[.\d]*/.exec(stdout.toString('utf8'))?.[0] ?? 'unknown';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = major < GIT_LEAST[0] || (major === GIT_LEAST[0] && minor < GIT_LEAST[1]);
  return [
    isOld
      ? {
          state: 'poor',
          says: `${version}, older than any knap is tried with`,
          mend: `install git ${GIT_LEAST.join('.')}`,
        }
      : { state: 'well', says: version },
  ];
};

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // A folder that cannot be read holds nothing for anybody.
    return [];
  }
}

/** The agents of this machine: whether they know knap, and whether what they would start answers. */
export const agents: Check = async (call) => {
  const places = placesOf(call);
  const { agents: found } = installedAgents(places);
  if (found.length === 0) return [{ state: 'well', says: 'none was found in your home; name yours: knap setup AGENT' }];
  const why = found.some(({ knows }) => knows.length > 0)
    ? await whyNoAnswer(launchFor('user'), { cwd: call.root, env: { ...places.env } })
    : null;
  return found.map(({ client, title, knows, gone, old }): LookedAt => {
    const mend = `knap setup ${client} --write`;
    if (gone !== null) return { state: 'wrong', says: `${title} would start ${gone}, which is not there`, mend };
    if (knows.length === 0) return { state: 'poor', says: `${title} does not know knap`, mend };
    if (old !== null) return { state: 'poor', says: `${title} has an entry of an older knap, which ${old}`, mend };
    if (why === null) return { state: 'well', says: `${title} knows knap (${knows.join(', ')})` };
    return { state: 'wrong', says: `${title} knows knap, which does not answer: ${why}`, mend: 'install knap again' };
  });
};

/** How one thing stands. */
export interface Health {
  readonly name: string;
  /** Poor: answers are worse than they could be. Wrong: something does not work. */
  readonly state: 'well' | 'poor' | 'wrong';
  readonly says: string;
  /** What to do, best a line to copy; null where nothing is to be done. */
  readonly mend: string | null;
}

export type LookedAt = Pick<Health, 'state' | 'says'> & { readonly mend?: string };

/** Looks at one thing; what it throws is what is wrong. */
export type Check = (call: LocalCall) => Promise<readonly LookedAt[]>;
