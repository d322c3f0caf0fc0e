// Java, Kotlin, Scala, Groovy and C# import classes of packages and namespaces. These resolvers find the files of a
// class by its path, and by the package or namespace that files declare.
import { memoize } from '../../../../model/memoize.ts';
import { extensionOf, folderOf, nameOf } from '../../../../model/paths.ts';
import { type FileTree, findNearestPath } from '../file-tree.ts';
import {
  bareName,
  createSiblingFinder,
  type FamilyContext,
  type LanguageFamily,
  type LinkedFile,
  type LinkFile,
  linkTo,
  nearestFiles,
  SURENESS,
} from './language-family.ts';

const LANGUAGES = ['java', 'kotlin', 'scala', 'groovy'];
const EXTENSIONS = new Set(['java', 'kt', 'kts', 'scala', 'groovy']);
// How many files of a package or namespace one import may mean.
const MEMBERS_MAX = 8;
// How many classes deep an imported name may lie in another.
const NESTING_MAX = 3;

export const JVM: LanguageFamily = {
  languages: LANGUAGES,
  readsUses: true,
  async open(context, files) {
    const { tree } = context;
    const declared = await readDeclaredPackages(context, files);
    const declaredFor = ({ path }: LinkFile) => (path.endsWith('.java') ? null : declared);
    const pathsOfClass: PathsOfClass = memoize((name) => findClassFiles(tree, name));
    return {
      resolveImport({ specifier }, file) {
        const name = specifier.replaceAll('`', '');
        const isPackage = name.endsWith('.*') || name.endsWith('._');
        const bare = isPackage ? name.slice(0, -2) : name;
        const inPackage = isPackage ? findPackageFiles(tree, bare, file) : null;
        return inPackage ?? findClassFile(pathsOfClass, declaredFor(file), bare, file.path);
      },
      findReferences: createSiblingFinder(tree, EXTENSIONS),
    };
  },
};

// Only Kotlin, Scala and Groovy need the declared packages, because they define top-level things in any file.
async function readDeclaredPackages(context: FamilyContext, files: readonly LinkFile[]): Promise<PackageNames | null> {
  const isFree = files.some(({ path }) => !path.endsWith('.java'));
  return isFree ? readPackageNames(context, context.filesOf(['kotlin', 'scala', 'groovy'])) : null;
}

/** Finds the files that a full class name can mean, by their paths alone. */
type PathsOfClass = (name: string) => readonly string[];

// Finds the class itself, else the class around it (`a.b.C.D` and a static `a.b.C.run` lie in C), else by declaration.
function findClassFile(
  pathsOfClass: PathsOfClass,
  declared: PackageNames | null,
  name: string,
  from: string,
): readonly LinkedFile[] {
  let outer = name;
  for (let cut = 0; cut <= NESTING_MAX && outer.includes('.'); cut += 1) {
    const path = findNearestPath(pathsOfClass(outer), from);
    if (path) return linkTo(path, cut === 0 ? SURENESS.exact : SURENESS.configured);
    outer = outer.slice(0, outer.lastIndexOf('.'));
  }
  const dot = name.lastIndexOf('.');
  const members = declared?.defining(name.slice(0, dot), name.slice(dot + 1)) ?? [];
  return nearestFiles(members, from, 2, SURENESS.named);
}

function findClassFiles(tree: FileTree, name: string): readonly string[] {
  const suffix = `/${name.replaceAll('.', '/')}.`;
  return tree.withStem(name.slice(name.lastIndexOf('.') + 1)).filter((path) => {
    const bare = `/${path}`;
    return EXTENSIONS.has(extensionOf(path)) && bare.slice(0, bare.lastIndexOf('.') + 1).endsWith(suffix);
  });
}

// A wildcard imports a whole package; if classes of it are used, these files alone are meant. Null for no such folder.
function findPackageFiles(tree: FileTree, packageName: string, file: LinkFile): readonly LinkedFile[] | null {
  const suffix = `/${packageName.replaceAll('.', '/')}`;
  const folders = tree.foldersNamed(nameOf(suffix)).filter((folder) => `/${folder}`.endsWith(suffix));
  const packageFiles = folders.flatMap(tree.filesIn).filter((path) => EXTENSIONS.has(extensionOf(path)));
  if (packageFiles.length === 0) return null;
  const used = packageFiles.filter((path) => file.uses.has(bareName(path)));
  if (used.length === 0) return guessFiles(packageFiles, file.path);
  const namesakes = Map.groupBy(used, bareName).values();
  const links = namesakes.flatMap((paths) => linkTo(findNearestPath(paths, file.path), SURENESS.named));
  return links.take(MEMBERS_MAX).toArray();
}

// The more files a package has, the less likely is each of them.
function guessFiles(paths: readonly string[], from: string): readonly LinkedFile[] {
  return nearestFiles(paths, from, MEMBERS_MAX, SURENESS.guessed / Math.sqrt(paths.length));
}

const CSHARP_LANGUAGES = ['csharp'];

export const CSHARP: LanguageFamily = {
  languages: CSHARP_LANGUAGES,
  readsUses: true,
  async open(context) {
    const { tree } = context;
    const declared = await readPackageNames(context, context.filesOf(CSHARP_LANGUAGES));
    const membersOf = memoize((name: string) => namespaceFiles(tree, declared, name));
    return {
      resolveImport({ specifier }, file) {
        const name = specifier
          .replace(/^(?:global\s+)?(?:static\s+)?(?:\w+\s*=\s*)?/, '')
          .replace(/<.*$/, '')
          .trim();
        const members = membersOf(name);
        if (members.length > 0) return namespaceTargets(members, file);
        // `using static A.B.C` and aliases name a type.
        const dot = name.lastIndexOf('.');
        const type = name.slice(dot + 1);
        const typed = dot < 0 ? [] : membersOf(name.slice(0, dot)).filter((path) => bareName(path) === type);
        return typed.flatMap((path) => linkTo(path, SURENESS.named));
      },
      // A file sees the types of its namespace and of the enclosing ones without `using`.
      findReferences(file) {
        const namespace = file.packageName;
        const inFolder = () => csFiles(tree, folderOf(file.path));
        const paths = new Set(namespace === null ? inFolder() : namespacesUpwards(namespace).flatMap(membersOf));
        const used = [...paths].filter((path) => path !== file.path && file.uses.has(bareName(path)));
        return used.flatMap((path) => linkTo(path, SURENESS.member, bareName(path)));
      },
    };
  },
};

// Returns the namespace and those around it: `a.b` gives `a.b` and `a`.
function namespacesUpwards(name: string): readonly string[] {
  const segments = name.split('.');
  return segments.map((_, index) => segments.slice(0, segments.length - index).join('.'));
}

function namespaceTargets(members: readonly string[], file: LinkFile): readonly LinkedFile[] {
  const used = members.filter((path) => file.uses.has(bareName(path)));
  return used.length > 0 ? nearestFiles(used, file.path, MEMBERS_MAX, SURENESS.named) : guessFiles(members, file.path);
}

// Returns the files that declare the namespace; if none declares it or one below it, those whose folders spell it:
// `src/Shop.Core/Orders` is Shop.Core.Orders.
function namespaceFiles(tree: FileTree, declared: PackageNames, name: string): readonly string[] {
  const files = declared.files(name);
  if (files.length > 0 || declared.knows(name)) return files;
  const last = name.slice(name.lastIndexOf('.') + 1);
  const folders = [...new Set([...tree.foldersNamed(last), ...tree.foldersNamed(name)])];
  const matching = folders.filter((folder) => `.${folder.replaceAll('/', '.')}`.endsWith(`.${name}`));
  return matching.flatMap((folder) => csFiles(tree, folder)).sort();
}

function csFiles(tree: FileTree, folder: string): readonly string[] {
  return tree.filesIn(folder).filter((path) => path.endsWith('.cs'));
}

// With more files than this, packages are found by paths alone, because reading all facts costs too much.
const FILES_MAX = 3000;

type PackageNames = Awaited<ReturnType<typeof readPackageNames>>;

async function readPackageNames(context: FamilyContext, paths: readonly string[]) {
  const loaded = paths.length > FILES_MAX ? [] : [...(await context.load(paths)).values()];
  const byName = Map.groupBy(loaded, ({ packageName }) => packageName);
  const known = new Set([...byName.keys()].flatMap((name) => (name === null ? [] : namespacesUpwards(name))));
  const filesOf = (name: string) => byName.get(name) ?? [];
  return {
    /** Returns the files of exactly this package. */
    files: (name: string) => filesOf(name).map(({ path }) => path),
    /** Returns the files of the package that define a symbol of this name at their top. */
    defining: memoize(
      (name: string, symbol: string) =>
        filesOf(name).flatMap(({ path, defines }) => (defines.includes(symbol) ? [path] : [])),
      (name, symbol) => `${name}.${symbol}`,
    ),
    /** Whether the package or one below it is declared in the view. */
    knows: (name: string) => known.has(name),
  };
}
