import { readFileSync, realpathSync } from 'node:fs';
import type { Scan } from '../../../ports/source.ts';
import type { Fingerprint } from '../../../ports/store.ts';
import { createTally, type Tally } from '../../../reading/tally.ts';
import { createIgnoreRules, type IgnoreRules } from './ignore-rules.ts';
import { listNested, listWithGit } from './list-with-git.ts';
import { followLink, measure } from './measure.ts';
import { createPathVerdict, type PathVerdict } from './path-verdict.ts';
import { walk } from './walk.ts';

export interface ScanOptions {
  /** Larger files are left out with a note. */
  readonly fileBytesMax: number;
  readonly filesMax: number;
  /** More patterns in gitignore syntax; they win over everything. */
  readonly exclude?: readonly string[];
}

/** A scan of a folder; git has listed all of it, or it was walked. */
export interface FolderScan extends Scan {
  readonly isListed: boolean;
}

const SENTENCES = {
  large: '% too large to be read',
  link: '% left out: links that lead out of the root',
  broken: '% left out: links that lead nowhere or in a circle',
  name: '% left out: names that are not UTF-8',
  secret: '% left out: such files usually hold secrets',
  unreadable: '% could not be looked at',
} as const;

/** Every file of the root worth reading: what git knows or a walk finds, less built-in patterns and `.ctxignore`. */
export async function scan(root: string, options: ScanOptions): Promise<FolderScan> {
  const search = openSearch(root, options);
  const { tally, notes } = search;
  const { paths, isListed } = await candidates(search);
  const found = await measureAll(search, paths);
  const files = found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  if (files.length > options.filesMax)
    notes.push(`only the first ${options.filesMax} of ${files.length} files are read`);
  return { files: files.slice(0, options.filesMax), notes: [...notes, ...tally.notes()], isListed };
}

/** One look through a root. */
export interface Search {
  readonly root: string;
  readonly options: ScanOptions;
  readonly own: IgnoreRules;
  readonly verdict: (path: string) => PathVerdict;
  readonly tally: Tally;
  readonly notes: string[];
}

/** What the root and the caller leave out, and an empty sheet for what is met. */
export function openSearch(root: string, options: ScanOptions): Search {
  const tally = createTally(SENTENCES);
  const notes: string[] = [];
  const own = readOwnRules(root, notes);
  const excluded = createIgnoreRules(options.exclude ?? []);
  for (const { text } of excluded.broken) notes.push(`no pattern to exclude, and left out: ${JSON.stringify(text)}`);
  return { root, options, own, verdict: createPathVerdict({ own, excluded }), tally, notes };
}

function readOwnRules(root: string, notes: string[]): IgnoreRules {
  let text = '';
  try {
    text = readFileSync(`${root}/.ctxignore`, 'utf8');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT'))
      notes.push('.ctxignore could not be read and was left out');
  }
  const rules = createIgnoreRules(text.replace(/^\uFEFF/, '').split('\n'));
  for (const { line, text: pattern } of rules.broken) {
    notes.push(`.ctxignore line ${line} is no pattern and was left out: ${JSON.stringify(pattern.slice(0, 80))}`);
  }
  return rules;
}

async function candidates(search: Search): Promise<{ readonly paths: readonly string[]; readonly isListed: boolean }> {
  const listing = await listWithGit(search.root);
  countUndecodable(search, listing.undecodable);
  if (listing.complaint)
    search.notes.push(`git could not list the files, so the folder was walked: ${listing.complaint}`);
  // A folder that an outer repository ignores as a whole is listed as empty.
  if (listing.paths === null || listing.paths.length === 0) return { paths: walked(search), isListed: false };
  if (!search.own.reincludes) return { paths: listing.paths, isListed: true };
  const reincluded = walked(search).filter((path) => search.own.verdict(path) === 'in');
  return { paths: [...new Set([...listing.paths, ...reincluded])], isListed: false };
}

function walked(search: Search): readonly string[] {
  const { filesMax } = search.options;
  return walk(search.root, {
    rules: search.own,
    filesMax,
    onUnreadable: (path) => search.tally.add('unreadable', path),
    onFull: () => search.notes.push(`more than ${filesMax} files: the search for others was given up`),
  });
}

async function measureAll(search: Search, paths: readonly string[]): Promise<readonly Fingerprint[]> {
  const { files, links } = await measurePaths(search, paths);
  return [...files, ...throughLinks(search, files, links)];
}

/** The wanted files among some paths, those of repositories inside too; links are left to the caller. */
export async function measurePaths(
  search: Search,
  paths: readonly string[],
): Promise<{ readonly files: readonly Fingerprint[]; readonly links: readonly string[] }> {
  const files: Fingerprint[] = [];
  const links: string[] = [];
  let waiting = paths;
  while (waiting.length > 0) {
    const folders: string[] = [];
    for (const path of waiting) measureOne(search, path, { files, links, folders });
    const nested: string[] = [];
    for (const folder of folders) nested.push(...(await filesOfNested(search, folder)));
    waiting = nested;
  }
  return { files, links };
}

function measureOne(
  search: Search,
  path: string,
  to: { files: Fingerprint[]; links: string[]; folders: string[] },
): void {
  const verdict = search.verdict(path);
  if (verdict === 'secret') search.tally.add('secret', path);
  if (verdict !== 'keep') return;
  const measured = measure(search.root, path);
  if (measured.kind === 'file') keep(search, measured.file, to.files);
  else if (measured.kind === 'link') to.links.push(path);
  else if (measured.kind === 'folder') to.folders.push(path);
  else if (measured.kind === 'unreadable') search.tally.add('unreadable', path);
  else if (measured.kind === 'gone' && path.includes('\uFFFD')) search.tally.add('name', path);
}

function keep(search: Search, file: Fingerprint, files: Fingerprint[]): void {
  if (file.size > search.options.fileBytesMax) search.tally.add('large', file.path);
  else files.push(file);
}

async function filesOfNested(search: Search, folder: string): Promise<readonly string[]> {
  const base = folder.endsWith('/') ? folder : `${folder}/`;
  const listing = await listNested(`${search.root}/${base.slice(0, -1)}`);
  countUndecodable(search, listing.undecodable);
  if (listing.complaint) search.notes.push(`git could not list the files of ${base}: ${listing.complaint}`);
  return (listing.paths ?? []).map((path) => base + path);
}

// What a link leads to counts once: under its own path where that is listed, else under the first link to it.
function throughLinks(search: Search, files: readonly Fingerprint[], links: readonly string[]): readonly Fingerprint[] {
  if (links.length === 0) return [];
  const realRoot = realpathSync.native(search.root);
  const counted = new Set(files.map(({ path }) => path));
  const through: Fingerprint[] = [];
  for (const path of links.toSorted()) {
    const end = followLink(realRoot, path);
    if (end.kind === 'outside') search.tally.add('link', path);
    else if (end.kind === 'broken') search.tally.add('broken', path);
    else if (end.kind === 'file' && !counted.has(end.target) && search.verdict(end.target) === 'keep') {
      counted.add(end.target);
      keep(search, end.file, through);
    }
  }
  return through;
}

function countUndecodable(search: Search, count: number): void {
  if (count > 0) search.notes.push(`${count} ${count === 1 ? 'file' : 'files'} left out: names that are not UTF-8`);
}
