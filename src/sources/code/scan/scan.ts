// A scan finds the files of a folder that are worth reading: those that git lists or a walk finds, less what built-in
// patterns, the root and the user leave out. It notes left-out files that a user may miss.
import { realpathSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { STATE_FOLDER } from '../../../config/workspace-folders.ts';
import type { Scan } from '../../../ports/source.ts';
import type { Fingerprint } from '../../../ports/store.ts';
import {
  followLink,
  type GitListing,
  listNested,
  listWithGit,
  type MeasuredPath,
  measure,
  walk,
} from './list-files.ts';
import { openSearch, type ScanOptions, type Search } from './unwanted-paths.ts';

/** What a caller may give: a listing that may still run, the files of the last index, and who hears of progress. */
interface ScanInput {
  readonly listing?: Promise<GitListing> | undefined;
  readonly onSeen?: ((files: number) => void) | undefined;
  readonly known?: readonly Fingerprint[] | undefined;
}

/** Finds the files of the root that are worth reading. `isListed` says that git listed all, so no walk was needed. */
export async function scan(
  root: string,
  options: ScanOptions,
  { listing = listWithGit(root), onSeen, known = [] }: ScanInput = {},
): Promise<Scan & { readonly isListed: boolean }> {
  const search = openSearch(root, options);
  const measured = await measureMeanwhile(root, known, listing);
  const { paths, isListed } = await listCandidates(search, await listing);
  // When there are too many paths, the first ones by name are read.
  const ordered = paths.length > options.filesMax ? paths.toSorted() : paths;
  const wanted = await measurePaths(search, ordered, { onSeen, measured });
  noteLinks(search, wanted.files, wanted.links);
  return { ...closeSearch(search, wanted.files, wanted.beyond), isListed };
}

/** Returns the files of a search, sorted, at most `filesMax`, with the notes. */
export function closeSearch<File extends Fingerprint>(search: Search, found: readonly File[], beyond = 0) {
  const { tally, notes, options } = search;
  const total = found.length + beyond;
  const files = found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const givenUp = search.rootRules.givenUp + search.excludeRules.givenUp + search.includeRules.givenUp;
  if (givenUp > 0) notes.push(`${givenUp} paths left out: the patterns of what is ignored take too long`);
  if (total > options.filesMax) notes.push(`only the first ${options.filesMax} of ${total} files are read`);
  return { files: files.slice(0, options.filesMax), notes: [...notes, ...tally.notes()] };
}

// While git lists the folder, files of the last index are measured, because git will list most of them again.
const MEANWHILE_PATHS = 200;

async function measureMeanwhile(
  root: string,
  known: readonly Fingerprint[],
  listing: Promise<unknown>,
): Promise<ReadonlyMap<string, MeasuredPath>> {
  const measured = new Map<string, MeasuredPath>();
  let isListed = false;
  listing.then(() => {
    isListed = true;
  });
  for (let index = 0; index < known.length && !isListed; index += MEANWHILE_PATHS) {
    for (const { path } of known.slice(index, index + MEANWHILE_PATHS)) measured.set(path, measure(root, path));
    await setImmediate();
  }
  return measured;
}

async function listCandidates(
  search: Search,
  listing: GitListing,
): Promise<{ readonly paths: readonly string[]; readonly isListed: boolean }> {
  noteUndecodable(search, listing.undecodable);
  if (listing.complaint)
    search.notes.push(`git could not list the files, so the folder was walked: ${listing.complaint}`);
  // Git lists a folder as empty when an outer repository ignores it.
  if (listing.paths === null || listing.paths.length === 0) return { paths: walk(search), isListed: false };
  // The state folder ignores itself, so git lists files in it only where somebody committed them.
  if (listing.paths.some((path) => path.startsWith(`${STATE_FOLDER}/`))) search.notes.push(STATE_COMMITTED);
  if (!search.includeRules.reincludes) return { paths: listing.paths, isListed: true };
  const included = walk(search).filter((path) => search.includeRules.verdict(path) === 'in');
  return { paths: [...new Set([...listing.paths, ...included])], isListed: false };
}

const STATE_COMMITTED = `${STATE_FOLDER} is committed to this repository, and nothing it brought is used: git rm -r --cached ${STATE_FOLDER}`;

// Measuring pauses after this many paths, so that timers and signals are handled.
const BREATH_PATHS = 5000;

/**
 * Measures the wanted files among some paths and in nested repositories; returns links without following them. `beyond`
 * counts the wanted paths that were not measured, because the limit was reached; `measured` holds earlier measurements.
 */
export async function measurePaths(
  search: Search,
  paths: readonly string[],
  { onSeen, measured }: Pick<ScanInput, 'onSeen'> & { readonly measured?: ReadonlyMap<string, MeasuredPath> } = {},
) {
  const files: Fingerprint[] = [];
  const links: string[] = [];
  let beyond = 0;
  let waiting = paths;
  while (waiting.length > 0) {
    const folders: string[] = [];
    for (const [index, path] of waiting.entries()) {
      const verdict = search.verdict(path);
      if (files.length >= search.options.filesMax) beyond += verdict === 'keep' ? 1 : 0;
      else if (verdict === 'secret') search.tally.add('secret', path);
      else if (verdict === 'keep') {
        const found = measured?.get(path) ?? measure(search.root, path);
        if (found.kind === 'file') keepFile(search, found.file, files);
        else if (found.kind === 'link') links.push(path);
        else if (found.kind === 'folder') folders.push(path);
        else if (found.kind === 'unreadable') search.tally.add('unreadable', path);
        else if (found.kind === 'gone' && path.includes('\uFFFD')) search.tally.add('name', path);
      }
      if (index % BREATH_PATHS !== BREATH_PATHS - 1) continue;
      onSeen?.(files.length);
      await setImmediate();
    }
    const nested: (readonly string[])[] = [];
    for (const folder of folders) nested.push(await filesOfNested(search, folder));
    waiting = nested.flat();
  }
  return { files, links, beyond };
}

/** Keeps a file, or notes that it is too large. */
export function keepFile<File extends Fingerprint>(search: Search, file: File, files: File[]): void {
  if (file.size > search.options.fileBytesMax) search.tally.add('large', file.path);
  else files.push(file);
}

async function filesOfNested(search: Search, folder: string): Promise<readonly string[]> {
  const base = folder.endsWith('/') ? folder : `${folder}/`;
  const listing = await listNested(`${search.root}/${base.slice(0, -1)}`);
  noteUndecodable(search, listing.undecodable);
  if (listing.complaint) search.notes.push(`git could not list the files of ${base}: ${listing.complaint}`);
  return (listing.paths ?? []).map((path) => base + path);
}

// Notes why links are left out. A link adds no file, because its target counts under its own path; otherwise a
// committed link could bring in a file that git ignores.
function noteLinks(search: Search, files: readonly Fingerprint[], links: readonly string[]): void {
  if (links.length === 0) return;
  const realRoot = realpathSync.native(search.root);
  const counted = new Set(files.map(({ path }) => path));
  for (const path of links.toSorted()) {
    const end = followLink(realRoot, path);
    if (end === 'outside') search.tally.add('link', path);
    else if (end === 'broken') search.tally.add('broken', path);
    else if (end !== 'folder' && !counted.has(end.file) && search.verdict(end.file) === 'keep')
      search.tally.add('hidden', path);
  }
}

/** Notes how many files have names that are not UTF-8. */
export function noteUndecodable(search: Search, count: number): void {
  if (count > 0) search.notes.push(`${count} ${count === 1 ? 'file' : 'files'} left out: names that are not UTF-8`);
}
