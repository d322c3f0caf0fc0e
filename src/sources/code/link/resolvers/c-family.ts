// C, C++ and Objective-C include headers. This resolver finds the header beside the file or below an include folder,
// and the body (`x.c`) behind a header (`x.h`).
import { LANGUAGES } from '../../../../languages/index.ts';
import { extensionOf, folderOf, joinPath, nameOf, stemOf } from '../../../../model/paths.ts';
import { type FileTree, findNearestPath, sortByNearness } from '../file-tree.ts';
import { type LanguageFamily, type LinkedFile, memoizePerFolder, SURENESS } from './language-family.ts';

const NAMES = ['c', 'cpp', 'objectivec'];
const EXTENSIONS = LANGUAGES.flatMap(({ name, extensions }) => (NAMES.includes(name) ? extensions : []));
// Headers and bodies have the same language, so only their endings tell them apart.
const HEADERS: ReadonlySet<string> = new Set(
  EXTENSIONS.filter((extension) => /^(?:h.*|cuh|inl|ipp|tpp)$/.test(extension)),
);
const BODIES: ReadonlySet<string> = new Set(EXTENSIONS.filter((extension) => !HEADERS.has(extension)));

export const C_FAMILY: LanguageFamily = {
  languages: NAMES,
  readsUses: false,
  barrels: null,
  async open({ tree }) {
    const resolveInclude = memoizePerFolder((written, from) => {
      const header = findHeader(tree, written, from);
      return header === null ? [] : addBody(tree, header);
    });
    return { resolveImport: ({ specifier }, { path }) => resolveInclude(specifier, path) };
  },
};

function findHeader(tree: FileTree, written: string, from: string): string | null {
  const isSystem = written.startsWith('<');
  const name = written.replace(/^[<"]|[>"]$/g, '');
  const siblingPath = joinPath(folderOf(from), name);
  if (!isSystem && siblingPath !== null && tree.has(siblingPath)) return siblingPath;
  const clean = name.replace(/^(?:\.\.?\/)+/, '');
  const matches = findFilesEnding(tree, clean);
  // A header that `configure` writes lies in the repository only as its template.
  if (matches.length === 0) return findNearestPath(findFilesEnding(tree, `${clean}.in`), from);
  // A bare system name such as <string.h> means the library's, unless an include folder of the repository has it.
  if (isSystem && !clean.includes('/'))
    return findNearestPath(
      matches.filter((path) => /(?:^|\/)include\//.test(path)),
      from,
    );
  return findNearestPath(matches, from);
}

function findFilesEnding(tree: FileTree, name: string): readonly string[] {
  return tree.named(nameOf(name)).filter((path) => path === name || path.endsWith(`/${name}`));
}

function addBody(tree: FileTree, header: string): readonly LinkedFile[] {
  const target = { path: header, weight: SURENESS.exact };
  if (!HEADERS.has(extensionOf(header))) return [target];
  const bodies = tree.withStem(stemOf(header)).filter((path) => BODIES.has(extensionOf(path)));
  const body = sortByNearness(bodies, header)[0];
  if (body === undefined) return [target];
  return [target, { path: body, weight: SURENESS.guessed, because: `the body of ${nameOf(header)}` }];
}
