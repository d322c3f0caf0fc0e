// A graph of Logseq is a folder with pages and journals. This file finds such folders, lists their files, and makes a
// stamp that changes with them.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The file of a page. */
export interface PageFile {
  /** Relative to the graph's folder, with `/`. */
  readonly path: string;
  readonly isJournal: boolean;
  readonly bytes: number;
  readonly modifiedMs: number;
}

export interface PageList {
  readonly pages: readonly PageFile[];
  /** The number of org files, which are not read. */
  readonly orgFiles: number;
  /** Whether pages were left out because there are too many. */
  readonly isCut: boolean;
}

const FOLDERS = [
  ['pages', false],
  ['journals', true],
] as const;
// Folders in which Logseq keeps deleted and replaced files.
const SKIPPED = /^(\.|bak$|version-files$)/;

/** The most pages that are read of a graph. */
export const FILES_MAX = 50_000;

/** Lists the pages and journals of a graph, sorted by path. It does not follow links. */
export async function listPages(root: string, filesMax: number): Promise<PageList> {
  const pages: PageFile[] = [];
  let orgFiles = 0;
  let isCut = false;
  const walk = async (folder: string, isJournal: boolean): Promise<void> => {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = `${folder}/${entry.name}`;
      if (SKIPPED.test(entry.name)) continue;
      if (entry.isDirectory()) await walk(path, isJournal);
      else if (entry.isFile() && /\.org$/i.test(entry.name)) orgFiles++;
      else if (entry.isFile() && /\.(md|markdown)$/i.test(entry.name)) {
        isCut ||= pages.length >= filesMax;
        if (isCut) return;
        const { size, mtimeMs } = await lstat(join(root, path));
        pages.push({ path, isJournal, bytes: size, modifiedMs: Math.floor(mtimeMs) });
      }
    }
  };
  for (const [folder, isJournal] of FOLDERS) await walk(folder, isJournal);
  return { pages, orgFiles, isCut };
}

/** Makes a hash of the paths, sizes and times of a graph's pages; null if the folder is not a graph. */
export async function stampOfPages(path: string) {
  if (!(await isGraph(path))) return null;
  const { pages } = await listPages(path, FILES_MAX);
  const hash = createHash('sha256');
  for (const page of pages) hash.update(`${page.path}\n${page.bytes} ${page.modifiedMs}\n`);
  const asOfMs = pages.reduce((latest, { modifiedMs }) => Math.max(latest, modifiedMs), 0);
  return { stamp: hash.digest('hex'), asOfMs };
}

// A graph of Logseq has pages or journals.
async function isGraph(root: string): Promise<boolean> {
  const found = await Promise.all(FOLDERS.map(([folder]) => lstat(join(root, folder)).catch(() => null)));
  return found.some((entry) => entry?.isDirectory());
}

const DEPTH_MAX = 2;
const FOLDERS_MAX = 500;

/** Finds the folders of a workspace that have Logseq's settings, or both pages and journals, and so are graphs. */
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
