import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { packageFile } from '../../engine/package-file.ts';
import { LANGUAGES } from '../../languages/index.ts';
import { runGit } from '../../reading/git/run-git.ts';
import type { Check } from './health.ts';

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
