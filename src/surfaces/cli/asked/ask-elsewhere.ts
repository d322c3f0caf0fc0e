import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { repositoriesFolder } from '../../../config/workspace-folders.ts';
import type { Progress } from '../../../engine.ts';
import { ContextError } from '../../../model/errors.ts';
import { readRepository } from '../../../reading/elsewhere/address.ts';
import { isBareRepository, locateRepository } from '../../../reading/git/find-repository.ts';
import type { ParsedCommand } from '../program.ts';
import type { Terminal } from '../terminal.ts';

// Those that only read: what is fetched is nobody's to change.
const READING: readonly string[] = [
  ...['pack', 'query', 'grep', 'uses', 'explain', 'show', 'ready', 'list', 'search', 'links', 'check'],
  ...['index', 'status', 'packs list', 'packs open'],
];

interface AskedFrom extends Pick<ParsedCommand, 'globals' | 'listed'> {
  readonly terminal: Terminal;
  readonly onProgress: (progress: Progress) => void;
}

export interface Elsewhere {
  readonly roots: readonly string[];
  readonly notes: readonly string[];
}

/** The folders a command names, with the repository it names elsewhere before them, which is fetched where it must be. */
export async function askElsewhere(
  repo: string,
  { globals, listed, terminal: { cwd, env }, onProgress }: AskedFrom,
): Promise<Elsewhere> {
  const { root = [] } = globals;
  if (!READING.includes(listed.name.join(' ')))
    throw new ContextError('BAD_INPUT', `knap ${listed.name.join(' ')} is not for a repository elsewhere.`);
  const meant = readRepository(repo, {
    resolve: (path) => resolve(cwd, path),
    isFolder: (path) => statSync(resolve(cwd, path), { throwIfNoEntry: false })?.isDirectory() === true,
    isBare: isBareRepository,
    isRepository: (path) => locateRepository(path) !== null,
  });
  if ('folder' in meant) return { roots: [meant.folder, ...root], notes: [] };
  const { cachedRepository } = await import('../../../reading/elsewhere/cached-repository.ts');
  const kept = await cachedRepository(meant, {
    folder: repositoriesFolder(env),
    nowMs: Date.now(),
    onProgress: (done, total) => onProgress({ stage: 'fetch', done, total }),
  });
  return { roots: [kept.root, ...root], notes: [kept.note] };
}
