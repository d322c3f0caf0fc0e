import { type FamilyContext, type LinkedFile, type LinkFile, SURENESS } from './families/family.ts';
import { extensionOf, folderOf, nameOf, type Tree } from './tree.ts';

// Reading the facts of every file for the sake of one would cost more than it tells; larger trees go by paths alone.
const FILES_MAX = 3000;
const UNKNOWN: Pick<LinkFile, 'packageName' | 'defines'> = { packageName: null, defines: [] };

/** Declared packages and namespaces, with the files that declare them. */
export interface PackageNames {
  /** Files of exactly this package, sorted. */
  files(name: string): readonly string[];
  /** Files of the package that define a symbol of this name at their top. */
  defining(name: string, symbol: string): readonly string[];
  /** Whether the package or one below it is declared in the view. */
  knows(name: string): boolean;
}

/** Reads what the files themselves say they belong to. */
export async function readPackageNames(context: FamilyContext, paths: readonly string[]): Promise<PackageNames> {
  const known = paths.length > FILES_MAX ? new Map<string, LinkFile>() : await context.load(paths);
  const byName = new Map<string, string[]>();
  const definers = new Map<string, string[]>();
  const prefixes = new Set<string>();
  for (const path of paths) {
    const { packageName, defines } = known.get(path) ?? UNKNOWN;
    if (packageName === null) continue;
    push(byName, packageName, path);
    for (let at = packageName; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) prefixes.add(at);
    for (const name of defines) push(definers, `${packageName}.${name}`, path);
  }
  return {
    files: (name) => byName.get(name) ?? [],
    defining: (name, symbol) => definers.get(`${name}.${symbol}`) ?? [],
    knows: (name) => prefixes.has(name),
  };
}

function push(map: Map<string, string[]>, key: string, path: string): void {
  const known = map.get(key);
  if (!known) map.set(key, [path]);
  else if (known.at(-1) !== path) known.push(path);
}

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
