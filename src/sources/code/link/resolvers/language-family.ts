import type { ImportFact } from '../../../../model/facts.ts';
import { memoized } from '../../../../model/memory.ts';
import { extensionOf, folderOf, nameOf } from '../../../../model/paths.ts';
import type { Configs } from '../configs.ts';
import { byNearness, type Tree } from '../file-tree.ts';

/** How one family of languages turns names into files. To add one, write it and list it in `families.ts`. */
export interface Family {
  /** Names of the languages, as the view records them. */
  readonly languages: readonly string[];
  /** Whether it needs the names a file uses; without, they are not gathered, because that costs. */
  readonly readsUses: boolean;
  /** Base names (without extension) of barrels: files that re-export what others define. Null when the family has none. */
  readonly barrels: ReadonlySet<string> | null;
  /** Reads the configuration these files need. The resolver it returns reads nothing more. */
  open(context: FamilyContext, files: readonly LinkFile[]): Promise<Resolver>;
}

/** What a family may ask while it opens. */
export interface FamilyContext {
  readonly tree: Tree;
  readonly configs: Configs;
  /** Facts of files, whether they are being linked or not. */
  readonly load: (paths: readonly string[]) => Promise<ReadonlyMap<string, LinkFile>>;
  /** Files of the view written in these languages, sorted. */
  readonly filesOf: (languages: readonly string[]) => readonly string[];
}

/** The file a resolver resolves for. */
export interface LinkFile {
  readonly path: string;
  readonly imports: readonly ImportFact[];
  readonly packageName: string | null;
  /** Names it defines outside of any other symbol. */
  readonly defines: readonly string[];
  /** Names its symbols call, construct or refer to; empty when the family does not ask. */
  readonly uses: ReadonlySet<string>;
}

/** Resolves the names in files, from tables made when the family was opened. */
export interface Resolver {
  /** Files an import means; empty for one outside the view. */
  imported(fact: ImportFact, file: LinkFile): readonly LinkedFile[];
  /** Files meant without an import, by names the language finds on its own. */
  referenced?(file: LinkFile): readonly LinkedFile[];
}

/** A file that was meant, and how surely. */
export interface LinkedFile {
  readonly path: string;
  /** 0..1 */
  readonly weight: number;
  /** The reason shown to a reader, where it is not the specifier itself. */
  readonly because?: string;
}

/** How sure a link is, by how it was found. */
export const SURENESS = {
  exact: 1,
  configured: 0.95,
  named: 0.9,
  /** A folder or namespace was named and the file is one of its own. */
  member: 0.7,
  /** Re-exported by the file that was named. */
  reexported: 0.8,
  sibling: 0.6,
  guessed: 0.5,
} as const;

/** Resolves each name once for all files of a folder, because they all get the same answer. */
export function oncePerFolder<Answer>(resolve: (name: string, from: string) => Answer) {
  return memoized(resolve, (name, from) => `${folderOf(from)}\0${name}`);
}

/** The files nearest to one, all as surely meant. */
export function nearestFiles(paths: readonly string[], from: string, most: number, weight: number): LinkedFile[] {
  return byNearness(paths, from)
    .slice(0, most)
    .map((path) => ({ path, weight }));
}

/** Finds the files beside a file whose names it uses: those of one's own package need no import. */
export function siblingFinder(tree: Tree, extensions: ReadonlySet<string>): (file: LinkFile) => readonly LinkedFile[] {
  const filesByName = memoized((folder: string): ReadonlyMap<string, string> => {
    const files = tree.filesIn(folder).filter((path) => extensions.has(extensionOf(path)));
    return new Map(files.map((path) => [bareName(path), path]));
  });
  return (file) => {
    const files = filesByName(folderOf(file.path));
    return [...file.uses].flatMap((name) => {
      const path = files.get(name);
      return path === undefined ? [] : [{ path, weight: SURENESS.member, because: name }];
    });
  };
}

/** The base name up to its first dot: the name of the class the file holds. */
export function bareName(path: string): string {
  const name = nameOf(path);
  const dot = name.indexOf('.');
  return dot < 0 ? name : name.slice(0, dot);
}
