// Makes a temporary git folder with the objects of a repository but none of its configuration.
import { copyFileSync, mkdirSync, readdirSync, type Stats, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OWN, SHARED } from './check-folder.ts';
import { type RepositoryPlace, readHead, statsOf } from './find-repository.ts';
import { openFolder } from './processes.ts';

/** A temporary git folder with the objects, branches and index of a repository, but none of its configuration. */
export interface StandIn {
  readonly folder: string;
  /** The environment variables that make git use this folder. */
  readonly environment: Readonly<Record<string, string>>;
  /** Writes the configuration, which is empty before. */
  configure(text: string): void;
  remove(): void;
}

// Turns off all filters; these attributes override those of every other file.
export const NO_FILTERS = '* -filter\n';

/** Creates a stand-in. With `ownIndex` git updates a copy of the index instead of the repository's. */
export function openStandIn(place: RepositoryPlace, options: { readonly ownIndex: boolean }): StandIn {
  const { folder, remove } = openFolder();
  for (const name of ['info', 'logs']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'HEAD'), readHead(place.own) ?? '');
  writeFileSync(join(folder, 'info/attributes'), NO_FILTERS);
  const configure = (text: string) => writeFileSync(join(folder, 'config'), text);
  configure('');
  // Git may split an index into two files.
  const parts = readdirSync(place.own).filter((name) => name.startsWith('sharedindex.'));
  for (const name of SHARED) linkTo(join(folder, name), join(place.common, name));
  for (const name of [...OWN, ...parts]) linkTo(join(folder, name), join(place.own, name));
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

// Links only plain files and folders, because opening a pipe would block forever.
function linkTo(from: string, to: string): void {
  const stats = statsOf(to);
  if (!stats?.isFile() && !stats?.isDirectory()) return;
  try {
    symlinkSync(to, from, stats.isFile() ? 'file' : 'junction');
  } catch {
    // Some systems let only administrators create links to files.
    if (stats.isFile()) copyFileSync(to, from);
  }
}

// Git compares the time of a file with that of the index, so a copy with a newer time would hide changes.
function copyIndex(from: string, to: string, { mtimeMs }: Stats): void {
  copyFileSync(from, to);
  utimesSync(to, Math.floor(mtimeMs) / 1000, Math.floor(mtimeMs) / 1000);
}
