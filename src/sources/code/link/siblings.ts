import { type LinkedFile, type LinkFile, SURENESS } from './families/family.ts';
import { extensionOf, folderOf, nameOf, type Tree } from './tree.ts';

/** Finds the files beside a file whose names it uses: those of one's own package need no import. */
export function siblingFinder(tree: Tree, extensions: ReadonlySet<string>): (file: LinkFile) => readonly LinkedFile[] {
  const known = new Map<string, ReadonlyMap<string, string>>();
  const namesIn = (folder: string): ReadonlyMap<string, string> => {
    const files = tree.filesIn(folder).filter((path) => extensions.has(extensionOf(path)));
    return new Map(files.map((path) => [bareName(path), path]));
  };
  return (file) => {
    const folder = folderOf(file.path);
    const names = known.get(folder) ?? namesIn(folder);
    known.set(folder, names);
    const found: LinkedFile[] = [];
    for (const name of file.uses) {
      const path = names.get(name);
      if (path !== undefined) found.push({ path, weight: SURENESS.member, because: name });
    }
    return found;
  };
}

/** The base name up to its first dot: the name of the class the file holds. */
export function bareName(path: string): string {
  const name = nameOf(path);
  const dot = name.indexOf('.');
  return dot < 0 ? name : name.slice(0, dot);
}
