import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DROPPED_FOLDERS, NEVER } from './built-in.ts';
import { createIgnoreRules, type IgnoreRules } from './ignore-rules.ts';

export interface WalkOptions {
  /** The root's own rules, which may let dropped folders in again. */
  readonly rules: IgnoreRules;
  readonly filesMax: number;
  readonly onUnreadable: (path: string) => void;
  /** There were more files than wanted; the walk ended early. */
  readonly onFull: () => void;
}

interface Folder {
  readonly path: string;
  readonly isDropped: boolean;
  /** The `.gitignore`s above, outermost first, each with the folder it stands in. */
  readonly gitignores: readonly { readonly base: string; readonly rules: IgnoreRules }[];
}

/** Every file below the root that no `.gitignore` drops, found without git; links are met as files and not followed. */
export function walk(root: string, options: WalkOptions): readonly string[] {
  const files: string[] = [];
  const waiting: Folder[] = [{ path: '', isDropped: false, gitignores: [] }];
  while (waiting.length > 0) {
    if (files.length > options.filesMax) {
      options.onFull();
      break;
    }
    const folder = waiting.pop()!;
    const entries = readFolder(root, folder.path, options);
    const gitignores = entries.some((entry) => entry.name === '.gitignore')
      ? [...folder.gitignores, { base: folder.path, rules: readGitignore(join(root, folder.path)) }]
      : folder.gitignores;
    const inside: Folder = { ...folder, gitignores };
    for (const entry of entries) {
      const path = folder.path + entry.name;
      if (!entry.isDirectory()) {
        if (!isDropped(path, inside, options.rules)) files.push(path);
      } else if (!NEVER.has(entry.name)) enter(`${path}/`, inside, { waiting, rules: options.rules });
    }
  }
  return files;
}

function enter(path: string, above: Folder, to: { waiting: Folder[]; rules: IgnoreRules }): void {
  const name = path.slice(above.path.length, -1);
  const isOut = isDropped(path, above, to.rules) || (DROPPED_FOLDERS.has(name) && to.rules.verdict(path) !== 'in');
  if (isOut && !to.rules.reaches(path)) return;
  to.waiting.push({ path, isDropped: isOut, gitignores: above.gitignores });
}

// The root's own rules come last and win; below a dropped folder only they can let something in.
function isDropped(path: string, folder: Folder, rules: IgnoreRules): boolean {
  const own = rules.verdict(path);
  if (own !== null) return own === 'out';
  if (folder.isDropped) return true;
  for (const { base, rules: gitignore } of folder.gitignores.toReversed()) {
    const verdict = gitignore.verdict(path.slice(base.length));
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

function readGitignore(folder: string): IgnoreRules {
  try {
    return createIgnoreRules(readFileSync(join(folder, '.gitignore'), 'utf8').split('\n'));
  } catch {
    // Gone since it was listed, or a folder of that name: there is nothing to honour.
    return createIgnoreRules([]);
  }
}
