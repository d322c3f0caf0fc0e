// These types are what a resolver of imports implements and what the linker gives it; the functions serve resolvers.
import type { ImportFact } from '../../../../model/facts.ts';
import { memoize } from '../../../../model/memoize.ts';
import { extensionOf, folderOf, nameOf, upwards } from '../../../../model/paths.ts';
import { byNearness, type ConfigFiles, type FileTree } from '../file-tree.ts';

/** Languages that resolve imports in the same way, with the code that does it. */
export interface LanguageFamily {
  readonly languages: readonly string[];
  /** Whether the resolver needs the names that a file uses; gathering them costs time. */
  readonly readsUses?: boolean;
  /** Base names (without extension) of barrels: files that re-export what others define. */
  readonly barrels?: ReadonlySet<string>;
  /** Reads what resolving the imports of these files needs. The resolver it returns reads nothing more. */
  open(context: FamilyContext, files: readonly LinkFile[]): Promise<Resolver>;
}

/** What the linker gives a family to open its resolver. */
export interface FamilyContext {
  readonly tree: FileTree;
  readonly configs: ConfigFiles;
  /** Loads facts of files, also of files that are not being linked now. */
  readonly load: (paths: readonly string[]) => Promise<ReadonlyMap<string, LinkFile>>;
  /** Returns the files of the view written in these languages, sorted. */
  readonly filesOf: (languages: readonly string[]) => readonly string[];
}

/** The facts of a file that resolvers need. */
export interface LinkFile {
  readonly path: string;
  readonly imports: readonly ImportFact[];
  readonly packageName: string | null;
  /** Names it defines outside of any other symbol. */
  readonly defines: readonly string[];
  /** Names its symbols call, construct or refer to; empty unless `readsUses` is set. */
  readonly uses: ReadonlySet<string>;
}

/** Resolves the names in files, with tables made when the family was opened. */
export interface Resolver {
  /** Finds the files an import means; empty when it means something outside the view. */
  resolveImport(fact: ImportFact, file: LinkFile): readonly LinkedFile[];
  /** Finds the files whose names a file uses without an import, where the language allows that. */
  findReferences?(file: LinkFile): readonly LinkedFile[];
}

/** A file that a name leads to, and how sure that is. */
export interface LinkedFile {
  readonly path: string;
  /** 0..1 */
  readonly weight: number;
  /** The reason that a user sees, when it differs from the specifier. */
  readonly because?: string | undefined;
}

/** How sure a link is, by the way it was found. */
export const SURENESS = {
  exact: 1,
  configured: 0.95,
  named: 0.9,
  /** A file of the same folder, package or module, found without an import. */
  member: 0.7,
  /** The imported file re-exports the name from this one. */
  reexported: 0.8,
  /** At the place that a convention gives the name or alias. */
  byConvention: 0.6,
  guessed: 0.5,
} as const;

/** Resolves each name once for all files of a folder, which get the same answer. */
export function memoizePerFolder<Answer>(resolve: (name: string, from: string) => Answer) {
  return memoize(resolve, (name, from) => `${folderOf(from)}\0${name}`);
}

/** Makes the link to a file that was looked for; none if it was not found. */
export function linkTo(path: string | null | undefined, weight: number, because?: string): readonly LinkedFile[] {
  return path == null ? [] : [{ path, weight, because }];
}

/** Returns the first file that is found for one of the items. */
export function findFirst<Item>(items: Iterable<Item>, find: (item: Item) => string | null): string | null {
  for (const item of items) {
    const path = find(item);
    if (path !== null) return path;
  }
  return null;
}

/** Returns the entry of the nearest folder around a file. */
export function findAbove<Entry>(byFolder: ReadonlyMap<string, Entry>, path: string): Entry | null {
  const folder = upwards(folderOf(path)).find((above) => byFolder.has(above));
  return folder === undefined ? null : byFolder.get(folder)!;
}

const REFERENCES_MAX = 40;

/** Links a file with those that `find` gives for the types and modules it uses: the names with a capital. */
export function linkUsedTypes({ uses }: LinkFile, find: (name: string) => string | null): readonly LinkedFile[] {
  const names = uses.values().filter((name) => /^[A-Z]/.test(name));
  const links = names.flatMap((name) => linkTo(find(name), SURENESS.byConvention, name));
  return links.take(REFERENCES_MAX).toArray();
}

/** Links a file with at most `filesMax` of the others, nearest first, all with the same weight. */
export function nearestFiles(paths: readonly string[], from: string, filesMax: number, weight: number): LinkedFile[] {
  const others = paths.filter((path) => path !== from).sort(byNearness(from));
  return others.slice(0, filesMax).map((path) => ({ path, weight }));
}

/** Returns a function that finds the files in a file's own folder whose names the file uses: they need no import. */
export function createSiblingFinder(
  tree: FileTree,
  extensions: ReadonlySet<string>,
): (file: LinkFile) => readonly LinkedFile[] {
  const filesByName = memoize((folder: string): ReadonlyMap<string, string> => {
    const files = tree.filesIn(folder).filter((path) => extensions.has(extensionOf(path)));
    return new Map(files.map((path) => [bareName(path), path]));
  });
  return (file) => {
    const files = filesByName(folderOf(file.path));
    return [...file.uses].flatMap((name) => linkTo(files.get(name), SURENESS.member, name));
  };
}

/** Returns the base name up to its first dot: mostly the name of the class that the file holds. */
export function bareName(path: string): string {
  const name = nameOf(path);
  const dot = name.indexOf('.');
  return dot < 0 ? name : name.slice(0, dot);
}
