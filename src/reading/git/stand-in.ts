import { copyFileSync, mkdirSync, readdirSync, type Stats, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OWN, SHARED } from './check-folder.ts';
import { type RepositoryPlace, readHead, statsOf } from './find-repository.ts';
import { openFolder } from './running.ts';

/** A git folder of our own in front of a repository: its objects, branches and index, and none of its configuration. */
export interface StandIn {
  readonly folder: string;
  /** What makes git look here. */
  readonly environment: Readonly<Record<string, string>>;
  /** Says what is configured: nothing, until this is called. */
  configure(text: string): void;
  remove(): void;
}

// These rules come before those of every other file: no path has a filter, whoever defined one.
export const NO_FILTERS = '* -filter\n';

/** With an index of its own, git may bring that up to date without touching the repository's. */
export function openStandIn(place: RepositoryPlace, options: { readonly ownIndex: boolean }): StandIn {
  const { folder, remove } = openFolder();
  for (const name of ['info', 'logs']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'HEAD'), readHead(place.own) ?? '');
  writeFileSync(join(folder, 'info/attributes'), NO_FILTERS);
  const configure = (text: string) => writeFileSync(join(folder, 'config'), text);
  configure('');
  // An index may be split in two files.
  const parts = readdirSync(place.own).filter((name) => name.startsWith('sharedindex.'));
  for (const name of SHARED) lead(join(folder, name), join(place.common, name));
  for (const name of [...OWN, ...parts]) lead(join(folder, name), join(place.own, name));
  const index = statsOf(join(place.own, 'index'));
  const isOwn = options.ownIndex || index?.isFile() === false;
  if (options.ownIndex && index?.isFile()) copyIndex(join(place.own, 'index'), join(folder, 'index'), index);
  return {
    folder,
    environment: {
      GIT_DIR: folder,
      GIT_OBJECT_DIRECTORY: join(place.common, 'objects'),
      GIT_INDEX_FILE: join(isOwn ? folder : place.own, 'index'),
      ...(place.top === null ? {} : { GIT_WORK_TREE: place.top }),
    },
    configure,
    remove,
  };
}

// Only to what git would put there: whoever opens a pipe waits for ever.
function lead(from: string, to: string): void {
  const stats = statsOf(to);
  if (!stats?.isFile() && !stats?.isDirectory()) return;
  try {
    symlinkSync(to, from, stats.isFile() ? 'file' : 'junction');
  } catch {
    // Some systems let only administrators make links to files.
    if (stats.isFile()) copyFileSync(to, from);
  }
}

// git compares a file's time with that of the index; a copy that were younger would hide what changed since.
function copyIndex(from: string, to: string, { mtimeMs }: Stats): void {
  copyFileSync(from, to);
  utimesSync(to, Math.floor(mtimeMs) / 1000, Math.floor(mtimeMs) / 1000);
}
