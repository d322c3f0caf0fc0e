import { LANGUAGES } from '../../../../languages/index.ts';
import { extensionOf, folderOf, joinPath, nameOf, stemOf } from '../../../../model/paths.ts';
import { byNearness, nearest, type Tree } from '../file-tree.ts';
import { type Family, type LinkedFile, oncePerFolder, SURENESS } from './language-family.ts';

const NAMES = ['c', 'cpp', 'objectivec'];
const EXTENSIONS = LANGUAGES.flatMap(({ name, extensions }) => (NAMES.includes(name) ? extensions : []));
// Headers and bodies have the same language and differ in their endings.
const HEADERS: ReadonlySet<string> = new Set(
  EXTENSIONS.filter((extension) => /^(?:h.*|cuh|inl|ipp|tpp)$/.test(extension)),
);
const BODIES: ReadonlySet<string> = new Set(EXTENSIONS.filter((extension) => !HEADERS.has(extension)));

/** C, C++ and Objective-C: includes beside the file, below include folders of the tree, and the body behind a header. */
export const C_FAMILY: Family = {
  languages: NAMES,
  readsUses: false,
  barrels: null,
  async open({ tree }) {
    const included = oncePerFolder((written, from) => {
      const header = headerFile(tree, written, from);
      return header === null ? [] : withBody(tree, header);
    });
    return { imported: ({ specifier }, { path }) => included(specifier, path) };
  },
};

function headerFile(tree: Tree, written: string, from: string): string | null {
  const isSystem = written.startsWith('<');
  const name = written.replace(/^[<"]|[>"]$/g, '');
  const beside = joinPath(folderOf(from), name);
  if (!isSystem && beside !== null && tree.has(beside)) return beside;
  const clean = name.replace(/^(?:\.\.?\/)+/, '');
  const matches = endingIn(tree, clean);
  // Headers written by configure stand in the tree as their templates.
  if (matches.length === 0) return nearest(endingIn(tree, `${clean}.in`), from);
  // A bare system name such as <string.h> means the library's, unless the tree has an include folder for it.
  if (isSystem && !clean.includes('/'))
    return nearest(
      matches.filter((path) => /(?:^|\/)include\//.test(path)),
      from,
    );
  return nearest(matches, from);
}

function endingIn(tree: Tree, name: string): readonly string[] {
  return tree.named(nameOf(name)).filter((path) => path === name || path.endsWith(`/${name}`));
}

function withBody(tree: Tree, header: string): readonly LinkedFile[] {
  const target = { path: header, weight: SURENESS.exact };
  if (!HEADERS.has(extensionOf(header))) return [target];
  const bodies = tree.withStem(stemOf(header)).filter((path) => BODIES.has(extensionOf(path)));
  const body = byNearness(bodies, header)[0];
  if (body === undefined) return [target];
  return [target, { path: body, weight: SURENESS.guessed, because: `the body of ${nameOf(header)}` }];
}
