// Handles `--repo`: fetches a repository, or finds a local one, and makes it the first workspace.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { repositoriesFolder } from '../../config/workspace-folders.ts';
import { ContextError } from '../../model/errors.ts';
import type { Progress } from '../../ports/engine.ts';
import { parseRepository } from '../../reading/fetched/repository-address.ts';
import { isBareRepository, locateRepository } from '../../reading/git/find-repository.ts';
import type { ParsedCommand } from './program.ts';
import type { Terminal } from './terminal.ts';

// The commands that take `--repo`. Nobody may change a fetched repository, so `check --fix` is refused there.
const READ_COMMANDS: readonly string[] = [
  ...['pack', 'query', 'grep', 'uses', 'explain', 'show', 'ready', 'list', 'search', 'links', 'check'],
  ...['index', 'status', 'packs list', 'packs open'],
];

/** Fetches the repository of `--repo` if needed, and puts its folder before those of `--root`. */
export async function fetchRepository(
  repo: string,
  { globals: { root = [] }, listed, given }: Pick<ParsedCommand, 'globals' | 'listed' | 'given'>,
  { cwd, env }: Terminal,
  onProgress: (progress: Progress) => void,
) {
  const command = listed.name.join(' ');
  if (!READ_COMMANDS.includes(command))
    throw new ContextError('BAD_INPUT', `knap ${command} does not work with --repo.`);
  const address = parseRepository(repo, {
    resolve: (path) => resolve(cwd, path),
    isFolder: (path) => statSync(resolve(cwd, path), { throwIfNoEntry: false })?.isDirectory() === true,
    isBare: isBareRepository,
    isRepository: (path) => locateRepository(path) !== null,
  });
  if ('folder' in address) return { roots: [address.folder, ...root], notes: [] };
  if (given.options.fix) throw new ContextError('BAD_INPUT', '--fix cannot change a fetched repository.');
  const { cachedRepository } = await import('../../reading/fetched/fetch-repository.ts');
  const cached = await cachedRepository(address, {
    folder: repositoriesFolder(env),
    nowMs: Date.now(),
    onProgress: (done, total) => onProgress({ stage: 'fetch', done, total }),
  });
  return { roots: [cached.root, ...root], notes: [cached.note] };
}
