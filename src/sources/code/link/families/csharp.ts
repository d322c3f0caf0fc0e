import { bareName, type PackageNames, readPackageNames } from '../packages.ts';
import { byNearness, folderOf, type Tree } from '../tree.ts';
import { type Family, type LinkedFile, type LinkFile, SURENESS } from './family.ts';

const LANGUAGES = ['csharp'];
const MEMBERS_MAX = 8;

/** C#: a namespace is a set of files; those whose types the file names are meant. */
export const CSHARP: Family = {
  languages: LANGUAGES,
  readsUses: true,
  barrels: null,
  async open(context) {
    const { tree } = context;
    const declared = await readPackageNames(context, context.filesOf(LANGUAGES));
    const known = new Map<string, readonly string[]>();
    const membersOf = (name: string): readonly string[] => {
      const members = known.get(name) ?? namespaceFiles(tree, declared, name);
      known.set(name, members);
      return members;
    };
    return {
      imported({ specifier }, file) {
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
        return typed.map((path) => ({ path, weight: SURENESS.named }));
      },
      // Types of one's own namespace and of those around it need no using.
      referenced(file) {
        const own = file.packageName;
        const paths = new Set(
          own === null ? csFiles(tree, folderOf(file.path)) : namespacesAround(own).flatMap(membersOf),
        );
        return [...paths]
          .filter((path) => path !== file.path && file.uses.has(bareName(path)))
          .map((path) => ({
            path,
            weight: SURENESS.member,
            because: bareName(path),
          }));
      },
    };
  },
};

function namespacesAround(name: string): readonly string[] {
  const segments = name.split('.');
  return segments.map((_, index) => segments.slice(0, segments.length - index).join('.'));
}

function namespaceTargets(members: readonly string[], file: LinkFile): readonly LinkedFile[] {
  const used = members.filter((path) => file.uses.has(bareName(path)));
  if (used.length > 0)
    return byNearness(used, file.path)
      .slice(0, MEMBERS_MAX)
      .map((path) => ({ path, weight: SURENESS.named }));
  const weight = SURENESS.guessed / Math.sqrt(members.length);
  return byNearness(members, file.path)
    .slice(0, MEMBERS_MAX)
    .map((path) => ({ path, weight }));
}

// What files declare, else what their folders say: `src/Shop.Core/Orders` is Shop.Core.Orders.
function namespaceFiles(tree: Tree, declared: PackageNames, name: string): readonly string[] {
  const files = declared.files(name);
  if (files.length > 0 || declared.knows(name)) return files;
  const last = name.slice(name.lastIndexOf('.') + 1);
  const folders = [...new Set([...tree.foldersNamed(last), ...tree.foldersNamed(name)])];
  const matching = folders.filter((folder) => `.${folder.replaceAll('/', '.')}`.endsWith(`.${name}`));
  return matching.flatMap((folder) => csFiles(tree, folder)).sort();
}

function csFiles(tree: Tree, folder: string): readonly string[] {
  return tree.filesIn(folder).filter((path) => path.endsWith('.cs'));
}
