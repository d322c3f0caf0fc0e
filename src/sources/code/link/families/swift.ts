import { byNearness, folderOf, isUnder, stemOf, type Tree, upwards } from '../tree.ts';
import { type Family, type LinkedFile, type LinkFile, SURENESS } from './family.ts';

const MEMBERS_MAX = 8;

/** Swift: a module is a folder below Sources; its files see each other without imports. */
export const SWIFT: Family = {
  languages: ['swift'],
  readsUses: true,
  barrels: null,
  async open({ tree }) {
    return {
      imported({ specifier }, file) {
        const module = specifier.replace(/^(?:class|struct|func|enum|protocol)\s+/, '').split('.')[0]!;
        const folders = tree.foldersNamed(module);
        return folders.flatMap((folder) => used(tree, folder, file, SURENESS.named)).slice(0, MEMBERS_MAX);
      },
      referenced: (file) => used(tree, moduleFolder(tree, file.path), file, SURENESS.member),
    };
  },
};

// `Sources/Core/Net/Client.swift` belongs to the module folder Sources/Core.
function moduleFolder(tree: Tree, path: string): string {
  const chain = upwards(folderOf(path));
  const index = chain.findIndex(
    (folder) => /(?:^|\/)(?:Sources|Tests)$/.test(folder) || tree.has(`${folder}/Package.swift`),
  );
  return index > 0 ? chain[index - 1]! : folderOf(path);
}

function used(tree: Tree, folder: string, file: LinkFile, weight: number): readonly LinkedFile[] {
  const found = [...file.uses].flatMap((name) =>
    tree.withStem(name).filter((path) => path.endsWith('.swift') && path !== file.path && isUnder(path, folder)),
  );
  return byNearness(found, file.path)
    .slice(0, MEMBERS_MAX)
    .map((path) => ({ path, weight, because: stemOf(path) }));
}
