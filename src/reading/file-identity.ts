// Identifies a file on this disk, so that a file copied from elsewhere is not trusted as knap's own.
import { hash } from 'node:crypto';
import { lstatSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';

/**
 * A number that identifies a file in its folder on this disk, from the inode numbers of both. A file from a repository
 * or an archive cannot contain it, because copies of a file or a folder have other inodes. Never 0.
 */
export function fileIdentityOf(path: string, file: Stats = lstatSync(path)): number {
  const folder = lstatSync(dirname(path));
  const place = hash('sha256', `${folder.ino} ${file.ino}`, 'buffer');
  return place.readInt32BE(0) || 1;
}
