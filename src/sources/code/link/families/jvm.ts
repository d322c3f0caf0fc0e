import { bareName, type PackageNames, readPackageNames, siblingFinder } from '../packages.ts';
import { byNearness, extensionOf, groupBy, nameOf, nearest, type Tree } from '../tree.ts';
import { type Family, type FamilyContext, type LinkedFile, type LinkFile, SURENESS } from './family.ts';

const LANGUAGES = ['java', 'kotlin', 'scala', 'groovy'];
const EXTENSIONS = new Set(['java', 'kt', 'kts', 'scala', 'groovy']);
const WILDCARD_MAX = 8;
// How many classes deep an imported name may lie in another.
const NESTING_MAX = 3;

/** Java, Kotlin, Scala and Groovy: packages are folders, classes are files; declared packages where they are not. */
export const JVM: Family = {
  languages: LANGUAGES,
  readsUses: true,
  barrels: null,
  async open(context, files) {
    const { tree } = context;
    const declared = await declaredPackages(context, files);
    const declaredFor = ({ path }: LinkFile) => (path.endsWith('.java') ? null : declared);
    const known = new Map<string, readonly string[]>();
    const atPath: AtPath = (name) => {
      const matches = known.get(name) ?? classFiles(tree, name);
      known.set(name, matches);
      return matches;
    };
    return {
      imported({ specifier }, file) {
        const name = specifier.includes('`') ? specifier.replaceAll('`', '') : specifier;
        if (name.endsWith('.*') || name.endsWith('._'))
          return members(tree, declaredFor(file), name.slice(0, -2), file, atPath);
        return classFile(atPath, declaredFor(file), name, file.path);
      },
      referenced: siblingFinder(tree, EXTENSIONS),
    };
  },
};

// Kotlin and Scala put top-level things where they like: only those need the declared packages.
async function declaredPackages(context: FamilyContext, files: readonly LinkFile[]): Promise<PackageNames | null> {
  const isFree = files.some(({ path }) => !path.endsWith('.java'));
  return isFree ? readPackageNames(context, context.filesOf(['kotlin', 'scala', 'groovy'])) : null;
}

/** Files a full class name can mean by their paths alone. */
type AtPath = (name: string) => readonly string[];

// The class itself, else the class around it: `a.b.C.D` and a static `a.b.C.run` both lie in C.
function classFile(atPath: AtPath, declared: PackageNames | null, name: string, from: string): readonly LinkedFile[] {
  let outer = name;
  for (let cut = 0; cut <= NESTING_MAX && outer.includes('.'); cut += 1) {
    const path = nearest(atPath(outer), from);
    if (path) return [{ path, weight: cut === 0 ? SURENESS.exact : SURENESS.configured }];
    outer = outer.slice(0, outer.lastIndexOf('.'));
  }
  const dot = name.lastIndexOf('.');
  const members = declared?.defining(name.slice(0, dot), name.slice(dot + 1)) ?? [];
  return byNearness(members, from)
    .slice(0, 2)
    .map((path) => ({ path, weight: SURENESS.named }));
}

function classFiles(tree: Tree, name: string): readonly string[] {
  const suffix = `/${name.replaceAll('.', '/')}.`;
  return tree.withStem(name.slice(name.lastIndexOf('.') + 1)).filter((path) => {
    const bare = `/${path}`;
    return EXTENSIONS.has(extensionOf(path)) && bare.slice(0, bare.lastIndexOf('.') + 1).endsWith(suffix);
  });
}

// All of a package is meant; what the file names is meant most.
function members(
  tree: Tree,
  declared: PackageNames | null,
  packageName: string,
  file: LinkFile,
  atPath: AtPath,
): readonly LinkedFile[] {
  const suffix = `/${packageName.replaceAll('.', '/')}`;
  const folders = tree.foldersNamed(nameOf(suffix)).filter((folder) => `/${folder}`.endsWith(suffix));
  const found = folders.flatMap((folder) => tree.filesIn(folder)).filter((path) => EXTENSIONS.has(extensionOf(path)));
  if (found.length === 0) return classFile(atPath, declared, packageName, file.path);
  const used = groupBy(
    found.filter((path) => file.uses.has(bareName(path))),
    bareName,
  );
  if (used.size > 0) {
    const paths = [...used.values()].flatMap((namesakes) => nearest(namesakes, file.path) ?? []);
    return paths.slice(0, WILDCARD_MAX).map((path) => ({ path, weight: SURENESS.named }));
  }
  const weight = SURENESS.guessed / Math.sqrt(Math.max(1, found.length));
  return byNearness(found, file.path)
    .slice(0, WILDCARD_MAX)
    .map((path) => ({ path, weight }));
}
