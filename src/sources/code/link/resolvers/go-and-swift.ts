// In Go an import names a folder, in Swift a module, and files of one package see each other without imports. Of a
// package these resolvers find the files that define the names a file uses (Go), or are called like them (Swift).
import { folderOf, isUnder, joinPath, nameOf, stemOf, upwards } from '../../../../model/paths.ts';
import type { ConfigFiles, FileTree } from '../file-tree.ts';
import {
  type FamilyContext,
  type LanguageFamily,
  type LinkedFile,
  type LinkFile,
  linkTo,
  nearestFiles,
  SURENESS,
} from './language-family.ts';

// Other packages see only names with a capital first letter.
const EXPORTED = /^\p{Lu}/u;
const PACKAGE_FILES_MAX = 8;
const MODULES_MAX = 200;
// Beside the files being linked, definitions are read from at most this many files of their and imported packages.
const LOADED_MAX = 2000;

export const GO: LanguageFamily = {
  languages: ['go'],
  readsUses: true,
  async open(context, files) {
    const { tree, configs } = context;
    const modules = await readModules(configs);
    const folderFor = (specifier: string, from: string) => findPackageFolder(modules, specifier, from);
    const definers = await readDefiners(context, files, folderFor);
    return {
      resolveImport({ specifier }, file) {
        const folder = folderFor(specifier, file.path);
        if (folder === null) return [];
        return findPackageFiles(tree, folder, findDefiningFiles(definers.get(folder), file, EXPORTED));
      },
      findReferences(file) {
        const used = findDefiningFiles(definers.get(folderOf(file.path)), file);
        return [...used].flatMap(([path, name]) => linkTo(path, SURENESS.member, name));
      },
    };
  },
};

interface GoModule {
  readonly name: string;
  readonly folder: string;
  /** The folder below which imports may mean it: for a `replace` line that of its module, else the root. */
  readonly scope: string;
}

// Sorts the longest name first, so that a module inside another module wins.
async function readModules(configs: ConfigFiles): Promise<readonly GoModule[]> {
  const texts = await configs.readAll('go.mod', MODULES_MAX, configs.text);
  const modules = texts.flatMap(([folder, text]) => modulesOf(text, folder));
  return modules.sort(
    (a, b) => b.name.length - a.name.length || b.scope.length - a.scope.length || (a.folder < b.folder ? -1 : 1),
  );
}

function modulesOf(text: string, folder: string): readonly GoModule[] {
  const name = /^[ \t]*module[ \t]+"?([^\s"]+)/m.exec(text)?.[1];
  const declared = name ? [{ name, folder, scope: '' }] : [];
  const replaced = text.matchAll(/^[ \t]*(?:replace[ \t]+)?(\S+)(?:[ \t]+v\S+)?[ \t]+=>[ \t]+(\.\.?\/\S*)/gm);
  const others = replaced.flatMap(([, from, to]) => {
    const target = joinPath(folder, to!);
    return target === null ? [] : [{ name: from!, folder: target, scope: folder }];
  });
  return [...declared, ...others];
}

function findPackageFolder(modules: readonly GoModule[], specifier: string, from: string): string | null {
  const module = modules.find(
    ({ name, scope }) => isUnder(from, scope) && (specifier === name || specifier.startsWith(`${name}/`)),
  );
  return module ? joinPath(module.folder, specifier.slice(module.name.length)) : null;
}

/** For each name the one file of a package that defines it; null when several files do. */
type Definers = ReadonlyMap<string, string | null>;

async function readDefiners(
  { tree, load }: FamilyContext,
  files: readonly LinkFile[],
  folderFor: (specifier: string, from: string) => string | null,
): Promise<ReadonlyMap<string, Definers>> {
  const imported = files.flatMap(({ path, imports }) => imports.map(({ specifier }) => folderFor(specifier, path)));
  const folders = [...files.map(({ path }) => folderOf(path)), ...imported].filter((folder) => folder !== null);
  const byFolder = new Map([...new Set(folders)].map((folder) => [folder, sourceFiles(tree, folder)]));
  const linked = new Set(files.map(({ path }) => path));
  const others = [...byFolder.values()].flat().filter((path) => !linked.has(path));
  const loaded = await load([...linked, ...others.slice(0, LOADED_MAX)]);
  return new Map(
    [...byFolder].map(([folder, paths]) => {
      const definers = new Map<string, string | null>();
      for (const path of paths) {
        for (const name of loaded.get(path)?.defines ?? [])
          definers.set(name, definers.has(name) && definers.get(name) !== path ? null : path);
      }
      return [folder, definers];
    }),
  );
}

function sourceFiles(tree: FileTree, folder: string): readonly string[] {
  return tree.filesIn(folder).filter((path) => path.endsWith('.go') && !path.endsWith('_test.go'));
}

// Finds the files that define something this file uses, with the first such name.
function findDefiningFiles(definers: Definers | undefined, file: LinkFile, visible = /^/): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const name of file.uses) {
    const path = visible.test(name) ? definers?.get(name) : undefined;
    if (path && path !== file.path && !files.has(path)) files.set(path, name);
  }
  return files;
}

// Returns the files that define used names, and the package's main file; its first files when no use is known.
function findPackageFiles(tree: FileTree, folder: string, used: ReadonlyMap<string, string>): readonly LinkedFile[] {
  const files = sourceFiles(tree, folder);
  const main = nameOf(folder);
  const ordered = files.toSorted((a, b) => rankAsMain(a, main) - rankAsMain(b, main) || (a < b ? -1 : 1));
  const rest = SURENESS.guessed / Math.sqrt(Math.max(1, files.length));
  const chosen = used.size === 0 ? ordered : ordered.filter((path, index) => index === 0 || used.has(path));
  const isConfirmed = (path: string, index: number) => used.has(path) || (index === 0 && used.size === 0);
  const links = chosen.map((path, index) => ({ path, weight: isConfirmed(path, index) ? SURENESS.named : rest }));
  return links.slice(0, PACKAGE_FILES_MAX);
}

// Ranks the file named like the package first, those with a similar name next, and `doc.go` last.
function rankAsMain(path: string, main: string): number {
  const stem = stemOf(path);
  if (stem === main) return 0;
  if (stem === 'doc') return 2;
  return main.includes(stem) || stem.includes(main) ? 0.5 : 1;
}

const MEMBERS_MAX = 8;

export const SWIFT: LanguageFamily = {
  languages: ['swift'],
  readsUses: true,
  async open({ tree }) {
    return {
      resolveImport({ specifier }, file) {
        const module = specifier.replace(/^(?:class|struct|func|enum|protocol)\s+/, '').split('.')[0]!;
        const folders = tree.foldersNamed(module);
        return folders.flatMap((folder) => findUsedFiles(tree, folder, file, SURENESS.named)).slice(0, MEMBERS_MAX);
      },
      findReferences: (file) => findUsedFiles(tree, findModuleFolder(tree, file.path), file, SURENESS.member),
    };
  },
};

// `Sources/Core/Net/Client.swift` belongs to the module folder Sources/Core.
function findModuleFolder(tree: FileTree, path: string): string {
  const chain = upwards(folderOf(path));
  const index = chain.findIndex(
    (folder) => /(?:^|\/)(?:Sources|Tests)$/.test(folder) || tree.has(`${folder}/Package.swift`),
  );
  return index > 0 ? chain[index - 1]! : folderOf(path);
}

function findUsedFiles(tree: FileTree, folder: string, file: LinkFile, weight: number): readonly LinkedFile[] {
  const namesakes = [...file.uses].flatMap((name) =>
    tree.withStem(name).filter((path) => path.endsWith('.swift') && path !== file.path && isUnder(path, folder)),
  );
  const links = nearestFiles(namesakes, file.path, MEMBERS_MAX, weight);
  return links.map((link) => ({ ...link, because: stemOf(link.path) }));
}
