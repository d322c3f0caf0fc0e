import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { IgnoreRules } from './ignore-rules.ts';
import { readIgnoreFile } from './own-rules.ts';
import { DROPPED_FOLDERS, NEVER } from './unwanted-paths.ts';

export interface WalkOptions {
  /** The root's own rules: they leave out more, and may let in folders of installed things. */
  readonly own: IgnoreRules;
  /** What the user lets in although git ignores it. */
  readonly included: IgnoreRules;
  readonly filesMax: number;
  readonly onUnreadable: (path: string) => void;
  /** There were more files than wanted; the walk ended early. */
  readonly onFull: () => void;
}

interface Folder {
  readonly path: string;
  /** Git ignores all of it. */
  readonly isIgnored: boolean;
  /** The ignore files above, outermost first, each with the folder it stands for. */
  readonly gitignores: readonly { readonly base: string; readonly rules: IgnoreRules }[];
}

/** Every file below the root that git would not ignore, found without git; links are met as files and not followed. */
export function walk(root: string, options: WalkOptions): readonly string[] {
  const files: string[] = [];
  const repository = readIgnoreFile(join(root, '.git/info/exclude')).rules;
  const waiting: Folder[] = [{ path: '', isIgnored: false, gitignores: [{ base: '', rules: repository }] }];
  // The upper ones first, in the order of their names: of too many the same are found whatever the disk says first.
  for (const folder of waiting) {
    if (files.length > options.filesMax) {
      options.onFull();
      break;
    }
    const entries = readFolder(root, folder.path, options).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const gitignores = entries.some((entry) => entry.name === '.gitignore')
      ? [
          ...folder.gitignores,
          { base: folder.path, rules: readIgnoreFile(join(root, folder.path, '.gitignore')).rules },
        ]
      : folder.gitignores;
    const inside: Folder = { ...folder, gitignores };
    for (const entry of entries) {
      const path = folder.path + entry.name;
      if (!entry.isDirectory()) {
        if (options.included.verdict(path) === 'in' || !isIgnored(path, inside)) files.push(path);
      } else if (!NEVER.has(entry.name)) enter(`${path}/`, inside, { waiting, options });
    }
  }
  return files;
}

function enter(path: string, above: Folder, to: { waiting: Folder[]; options: WalkOptions }): void {
  const { own, included } = to.options;
  const folder = { path, isIgnored: isIgnored(path, above), gitignores: above.gitignores };
  const isIncluded = included.verdict(path) === 'in' || included.reaches(path);
  const isInstalled = DROPPED_FOLDERS.has(path.slice(above.path.length, -1));
  const isOut = own.verdict(path) === 'out' || (isInstalled && own.verdict(path) !== 'in');
  if (isIncluded || (!folder.isIgnored && (!isOut || own.reaches(path)))) to.waiting.push(folder);
}

function isIgnored(path: string, folder: Folder): boolean {
  if (folder.isIgnored) return true;
  for (const { base, rules } of folder.gitignores.toReversed()) {
    const verdict = rules.verdict(path.slice(base.length));
    if (verdict !== null) return verdict === 'out';
  }
  return false;
}

function readFolder(root: string, path: string, options: WalkOptions): readonly Dirent[] {
  try {
    return readdirSync(join(root, path), { withFileTypes: true });
  } catch {
    // A folder that cannot be opened is reported; the rest of the tree is still worth having.
    options.onUnreadable(path);
    return [];
  }
}
