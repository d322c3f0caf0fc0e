import { hash } from 'node:crypto';
import { lstatSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';

/**
 * A number for a file that was made in its folder on this disk. Whoever packs a file into a repository or an archive
 * cannot know it: a copy of the file, and a copy of the folder, have other places on the disk. Never 0.
 */
export function birthplaceOf(path: string, file: Stats = lstatSync(path)): number {
  const folder = lstatSync(dirname(path));
  const place = hash('sha256', `${folder.ino} ${file.ino}`, 'buffer');
  return place.readInt32BE(0) || 1;
}
