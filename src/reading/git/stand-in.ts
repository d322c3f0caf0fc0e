// Makes a temporary git folder that stands in for that of a repository, with only the few settings that git may use.
import { copyFileSync, mkdirSync, readdirSync, type Stats, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { putBounded } from '../../model/memoize.ts';
import { OWN, SHARED } from './check-folder.ts';
import { type RepositoryPlace, readHead, smallText, statsOf } from './find-repository.ts';
import { openFolder } from './run-git.ts';

/** A temporary git folder with the objects, branches and index of a repository, and only some of its settings. */
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

/** The settings of a repository that git may use here, and whether objects were left on the server. */
export interface RepositorySettings {
  /** As a configuration file. */
  readonly text: string;
  readonly isPartial: boolean;
}

const SWITCH = /^(?:true|false|yes|no|on|off|0|1|)$/i;
const PLAIN = /^[^\0-\x1f\x7f]{1,1000}$/;
// Keys that change which files, lines and branches git reports, and make it run or fetch nothing.
const ALLOWED: readonly (readonly [key: RegExp, value: RegExp])[] = [
  [/^core\.(?:ignorecase|precomposeunicode|symlinks|filemode|trustctime|longpaths)$/, SWITCH],
  [/^core\.checkstat$/, /^(?:default|minimal)$/],
  [/^core\.autocrlf$/, /^(?:true|false|input)$/i],
  [/^core\.eol$/, /^(?:lf|crlf|native)$/i],
  [/^core\.excludesfile$/, PLAIN],
  [/^extensions\.objectformat$/, /^(?:sha1|sha256)$/],
  [/^extensions\.refstorage$/, /^(?:files|reftable)$/],
  // Needed for `@{upstream}`.
  [/^branch\..{1,500}\.(?:remote|merge)$/s, PLAIN],
  [/^remote\..{1,500}\.fetch$/s, /^\^?\+?refs\/[^\0-\x20\x7f]{1,1000}$/],
];
// Keys of a partial clone, which left objects on the server.
const PARTIAL = /^(?:remote\..*\.(?:partialclonefilter|promisor)|extensions\.partialclone)$/s;
const SETTINGS_BYTES_MAX = 4 * 1024 * 1024;
const CACHED_MAX = 200;

const cache = new Map<string, { readonly version: string; readonly settings: Promise<RepositorySettings> }>();

/** Parses the settings if the file is as git writes it, else asks git by `list`. Caches them until the file changes. */
export function settingsOf(
  place: RepositoryPlace,
  list: (file: string) => Promise<string>,
): Promise<RepositorySettings> {
  const file = join(place.common, 'config');
  const stats = statsOf(file);
  if (!stats?.isFile() || stats.size > SETTINGS_BYTES_MAX) return Promise.resolve(chooseSettings([], place));
  const version = `${stats.ino}:${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}`;
  const before = cache.get(file);
  if (before?.version === version) return before.settings;
  const plain = plainEntries(smallText(file) ?? '"');
  const listed = plain === null ? list(file).then((text) => text.split('\0').filter(Boolean)) : Promise.resolve(plain);
  const settings = listed.then((entries) => chooseSettings(entries, place));
  putBounded(cache, CACHED_MAX, [file, { version, settings }]);
  // Removes a failed listing, so that the next call tries again.
  settings.catch(() => cache.delete(file));
  return settings;
}

// Lines as git writes them: `[remote "origin"]` and `url = value`, without quotes, escapes or comments in the value.
const SECTION = /^\[([A-Za-z0-9-]+)(?: "([^"\\\p{Cc}]*)")?\]$/u;
const ENTRY = /^[ \t]*([A-Za-z][A-Za-z0-9-]*) = ([^\s"\\#;\p{Cc}]+(?: [^\s"\\#;\p{Cc}]+)*)$/u;

/** Lists the entries of a file as git would, if every line is as git writes it; else null. */
function plainEntries(text: string): readonly string[] | null {
  const entries: string[] = [];
  let section: string | null = null;
  for (const line of text.split('\n')) {
    const head = SECTION.exec(line);
    const entry = head === null ? ENTRY.exec(line) : null;
    if (head) section = head[1]!.toLowerCase() + (head[2] === undefined ? '' : `.${head[2]}`);
    else if (entry && section !== null) entries.push(`${section}.${entry[1]!.toLowerCase()}\n${entry[2]}`);
    else if (line !== '') return null;
  }
  return entries;
}

// An entry is a key, a newline and a value; a key alone means true.
function chooseSettings(entries: readonly string[], place: RepositoryPlace): RepositorySettings {
  const settings = entries.map((entry): [key: string, value: string] => {
    const end = entry.indexOf('\n');
    return end < 0 ? [entry, 'true'] : [entry.slice(0, end), entry.slice(end + 1)];
  });
  const allowed = settings.filter(([key, value]) => isAllowed(key, value, place));
  const format = allowed.some(([key]) => key.startsWith('extensions.')) ? '1' : '0';
  const all = [['core.repositoryformatversion', format], ['core.bare', String(place.top === null)], ...allowed];
  return {
    text: all.map(([key = '', value = '']) => writeSetting(key, value)).join(''),
    isPartial: settings.some(([key]) => PARTIAL.test(key)),
  };
}

function isAllowed(key: string, value: string, { top }: RepositoryPlace): boolean {
  const isKnown = ALLOWED.some(([keys, values]) => keys.test(key) && values.test(value));
  if (!isKnown || key !== 'core.excludesfile' || value.startsWith('~')) return isKnown;
  // Outside home folders accepts only a plain file, because reading a pipe would block forever.
  return (isAbsolute(value) || top !== null) && statsOf(resolve(top ?? '', value))?.isFile() === true;
}

function writeSetting(key: string, value: string): string {
  const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
  const [first, last] = [key.indexOf('.'), key.lastIndexOf('.')];
  const part = first === last ? '' : ` ${quoted(key.slice(first + 1, last))}`;
  return `[${key.slice(0, first)}${part}]\n\t${key.slice(last + 1)} = ${quoted(value)}\n`;
}
