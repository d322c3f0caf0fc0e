// A graph of Logseq is a folder with the folders `pages` and `journals`, or one of them. This file finds graphs, lists
// their files, and makes a stamp that changes with them.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The file of a page or journal. */
export interface PageFile {
  /** Relative to the graph's folder, with `/`. */
  readonly path: string;
  readonly bytes: number;
  readonly modifiedMs: number;
}

export const JOURNALS = 'journals';
const FOLDERS = ['pages', JOURNALS];
// Hidden entries, and folders in which Logseq keeps deleted and replaced files.
const SKIPPED = /^(\.|bak$|version-files$)/;

/** The most files that are read of a graph. */
export const FILES_MAX = 50_000;

/**
 * Lists the files of a graph in an order that does not depend on the disk, without links. `orgFiles` counts those in
 * org's format, which are not read; `isCut` says whether files were left out because there are too many.
 */
export async function listPages(root: string) {
  const pages: PageFile[] = [];
  let orgFiles = 0;
  let isCut = false;
  const walk = async (folder: string): Promise<void> => {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = `${folder}/${entry.name}`;
      if (SKIPPED.test(entry.name)) continue;
      if (entry.isDirectory()) await walk(path);
      else if (entry.isFile() && /\.org$/i.test(entry.name)) orgFiles++;
      else if (entry.isFile() && /\.(md|markdown)$/i.test(entry.name)) {
        isCut ||= pages.length >= FILES_MAX;
        if (isCut) return;
        const { size, mtimeMs } = await lstat(join(root, path));
        pages.push({ path, bytes: size, modifiedMs: Math.floor(mtimeMs) });
      }
    }
  };
  for (const folder of FOLDERS) if (await isFolder(join(root, folder))) await walk(folder);
  return { pages, orgFiles, isCut };
}

/** Makes a stamp from the paths, sizes and times of a graph's files; null if the folder is not a graph. */
export async function stampOfPages(path: string) {
  const found = await Promise.all(FOLDERS.map((folder) => isFolder(join(path, folder))));
  if (!found.includes(true)) return null;
  const { pages } = await listPages(path);
  const hash = createHash('sha256');
  for (const page of pages) hash.update(`${page.path}\n${page.bytes} ${page.modifiedMs}\n`);
  const asOfMs = pages.reduce((latest, { modifiedMs }) => Math.max(latest, modifiedMs), 0);
  return { stamp: hash.digest('hex'), asOfMs };
}

const isFolder = async (path: string) => (await lstat(path).catch(() => null))?.isDirectory() ?? false;

const DEPTH_MAX = 2;
const FOLDERS_MAX = 500;

/** Finds the graphs near the top of a workspace: folders with Logseq's settings, or with both pages and journals. */
export function logseqFoldersIn(root: string): readonly string[] {
  const found: string[] = [];
  let visited = 0;
  const look = (folder: string, depth: number): void => {
    if (++visited > FOLDERS_MAX) return;
    const names = foldersIn(folder);
    const has = (name: string) => names.includes(name);
    if ((has('pages') && has('journals')) || (has('logseq') && existsSync(join(folder, 'logseq/config.edn')))) {
      found.push(folder);
      return;
    }
    if (depth >= DEPTH_MAX) return;
    for (const name of names) if (!name.startsWith('.') && name !== 'node_modules') look(join(folder, name), depth + 1);
  };
  look(root, 0);
  return found;
}

function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  } catch {
    // The folder is gone or unreadable, so it contains no graph of this workspace.
    return [];
  }
}
