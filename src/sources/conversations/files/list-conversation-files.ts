// The source of conversations lists a configured folder through this file. No link in it is followed, so that nothing
// outside the folder is named.
import { type Dirent, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { byText } from '../../../model/terms.ts';
import type { Fingerprint } from '../../../ports/store.ts';
import { createTally, type Tally } from '../../../reading/left-out-tally.ts';
import { wholeMs } from '../../../reading/read-file.ts';

export interface ListLimits {
  readonly fileBytesMax: number;
  /** If there are more files, the newest are kept. */
  readonly filesMax: number;
  readonly depthMax: number;
  /** The walk stops after this number of entries, because somebody may configure a whole disk. */
  readonly entriesMax: number;
}

const EXTENSION = /\.jsonl?$/;
const SENTENCES = {
  link: '% not followed, being a link',
  large: '% left out, being too large',
  unreadable: '% could not be read',
} as const;

/**
 * Lists the files of a folder that may hold conversations, with paths relative to `realRoot`: the folder with all links
 * in its path resolved, or null when it cannot be read.
 */
export function listConversationFiles(folder: string, limits: ListLimits) {
  const realRoot = realFolder(folder);
  if (realRoot === null)
    return { realRoot, files: [], notes: [`no folder that can be read: ${JSON.stringify(folder)}`] };
  const tally = createTally(SENTENCES);
  const { files, isCut } = walkFolder(realRoot, limits, tally);
  const newest = files.toSorted((a, b) => b.mtimeMs - a.mtimeMs || byPath(a, b)).slice(0, limits.filesMax);
  const notes = [...tally.notes()];
  if (isCut)
    notes.push(
      `the folder holds more than can be looked through: ${limits.entriesMax} entries, ${limits.depthMax} levels`,
    );
  if (files.length > newest.length) notes.push(`${files.length - newest.length} older files left out`);
  return { realRoot, files: newest.toSorted(byPath), notes };
}

function walkFolder(realRoot: string, { fileBytesMax, depthMax, entriesMax }: ListLimits, tally: Tally) {
  const files: Fingerprint[] = [];
  const waiting: { path: string; depth: number }[] = [{ path: '', depth: 0 }];
  let entries = 0;
  let isCut = false;
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of entriesOf(join(realRoot, folder.path), folder.path, tally)) {
      if (++entries > entriesMax) return { files, isCut: true };
      const path = folder.path === '' ? entry.name : `${folder.path}/${entry.name}`;
      if (entry.isSymbolicLink()) tally.add('link', path);
      else if (entry.isDirectory()) {
        if (folder.depth < depthMax) waiting.push({ path, depth: folder.depth + 1 });
        else isCut = true;
      } else if (entry.isFile() && EXTENSION.test(entry.name)) {
        const file = fingerprint(realRoot, path, tally);
        if (file && file.size <= fileBytesMax) files.push(file);
        else if (file) tally.add('large', path);
      }
    }
  }
  return { files, isCut };
}

// Returns sorted entries, so that a limit always cuts at the same place.
function entriesOf(folder: string, path: string, tally: Tally): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    // The folder was removed or forbidden meanwhile; the others are still read.
    tally.add('unreadable', path === '' ? '.' : path);
    return [];
  }
}

function fingerprint(realRoot: string, path: string, tally: Tally): Fingerprint | null {
  try {
    const stats = lstatSync(join(realRoot, path));
    return stats.isFile() ? { path, size: stats.size, mtimeMs: wholeMs(stats) } : null;
  } catch {
    // The file was removed after it was listed.
    tally.add('unreadable', path);
    return null;
  }
}

function realFolder(folder: string): string | null {
  try {
    const real = realpathSync.native(folder);
    return lstatSync(real).isDirectory() ? real : null;
  } catch {
    // The folder does not exist or cannot be reached; the caller notes that.
    return null;
  }
}

const byPath = (a: Fingerprint, b: Fingerprint): number => byText(a.path, b.path);
