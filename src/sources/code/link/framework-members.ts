import type { Framework } from '../../../frameworks/framework.ts';
import { wordsOfStem } from './tests/stem-words.ts';
import { extensionOf, folderOf, type Tree, upwards } from './tree.ts';

/** A file that has a role in a framework. */
export interface Member {
  readonly path: string;
  readonly role: string;
  /** What its name is about. */
  readonly words: readonly string[];
  /** The folder it belongs to, below the framework's. */
  readonly place: string;
  /** Folder of the nearest manifest. */
  readonly project: string;
}

/** Gives paths below a folder their roles in a framework. */
export function memberFinder(framework: Framework, folder: string, tree: Tree): (path: string) => Member | null {
  const manifests = new Set(framework.signs.flatMap(({ file }) => tree.named(file).map(folderOf)));
  const projectOf = (path: string) => upwards(folderOf(path)).find((at) => manifests.has(at)) ?? '';
  const extensions = new Set(framework.extensions);
  return (path) => {
    if (!extensions.has(extensionOf(path))) return null;
    const inside = folder === '' ? path : path.slice(folder.length + 1);
    for (const { role, path: pattern } of framework.roles) {
      const groups = pattern.exec(inside);
      if (!groups) continue;
      const { stem = '', place = '' } = groups.groups ?? {};
      const isPlaced = groups.groups !== undefined && 'place' in groups.groups;
      const words = wordsOfStem(stem);
      return { path, role, words, place: isPlaced ? place : folderOf(inside), project: projectOf(path) };
    }
    return null;
  };
}
