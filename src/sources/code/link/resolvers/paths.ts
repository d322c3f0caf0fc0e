import { extensionOf, folderOf, joinPath, nameOf } from '../../../../model/paths.ts';
import { nearest, type Tree } from '../file-tree.ts';
import { type Family, type LinkedFile, type LinkFile, SURENESS } from './language-family.ts';

/** A language whose imports are paths, or names that read as paths. */
interface ImportRule {
  readonly languages: readonly string[];
  /** Endings that an import may leave out, in the order in which they are tried. */
  readonly endings: readonly string[];
  /** Between the parts of a module's name; null when imports are written as paths. */
  readonly separator: string | null;
  /** How a part of a module's name is spelled in the name of a file. */
  readonly spelled?: (part: string) => string;
  /** Files that stand for the folder that is named. */
  readonly indexes?: readonly string[];
  /** A prefix of files that are only imported: `_mixins.scss`. */
  readonly partial?: string;
  /** A module is meant wherever its name is used. */
  readonly isNamedAnywhere?: boolean;
}

const REFERENCES_MAX = 40;
/** `${HERE}/x`, `$(dirname "$0")/x` and `$PSScriptRoot\x` mostly mean the folder of the script. */
const COMPUTED_START = /^(?:\$\{[^{}]*\}|\$\([^()]*\)|\$\w+)[/\\]/;

const underscored = (part: string) => part.replace(/([a-z\d])([A-Z])|([A-Z]+)(?=[A-Z][a-z])/g, '$1$3_$2').toLowerCase();
const lowerFirst = (part: string) => part.slice(0, 1).toLowerCase() + part.slice(1);

const RULES: readonly ImportRule[] = [
  { languages: ['shell', 'bats', 'fish'], endings: ['.sh', '.bash'], separator: null },
  { languages: ['powershell'], endings: ['.psm1', '.ps1', '.psd1'], separator: null },
  { languages: ['lua'], endings: ['.lua'], separator: '.', indexes: ['init.lua'] },
  { languages: ['elixir'], endings: ['.ex', '.exs'], separator: '.', spelled: underscored },
  { languages: ['haskell'], endings: ['.hs', '.lhs', '.hsc'], separator: '.' },
  { languages: ['ocaml'], endings: ['.ml', '.mli'], separator: '.', spelled: lowerFirst, isNamedAnywhere: true },
  { languages: ['r'], endings: ['.R', '.r'], separator: null },
  { languages: ['julia'], endings: ['.jl'], separator: '.' },
  { languages: ['dart'], endings: [], separator: null },
  { languages: ['zig'], endings: [], separator: null },
  { languages: ['solidity'], endings: [], separator: null },
  { languages: ['perl'], endings: ['.pm', '.pl'], separator: '::' },
  { languages: ['proto'], endings: [], separator: null },
  { languages: ['graphql'], endings: ['.graphql'], separator: null },
  { languages: ['css', 'scss', 'less'], endings: ['.scss', '.css', '.less'], separator: null, partial: '_' },
  { languages: ['html'], endings: ['.html'], separator: null },
  { languages: ['sql'], endings: ['.sql'], separator: null },
  { languages: ['makefile'], endings: ['.mk'], separator: null },
  { languages: ['cmake'], endings: ['.cmake'], separator: null, indexes: ['CMakeLists.txt'] },
  { languages: ['terraform'], endings: [], separator: null, indexes: ['main.tf'] },
];

/** Languages whose imports spell a path. It is looked for beside the file first, then anywhere a path ends with it. */
export const PATH_FAMILIES: readonly Family[] = RULES.map((rule) => ({
  languages: rule.languages,
  readsUses: rule.isNamedAnywhere ?? false,
  barrels: null,
  async open({ tree }) {
    return {
      imported: ({ specifier }, { path }) => filesMeant(rule, tree, specifier, path),
      ...(rule.isNamedAnywhere ? { referenced: (file: LinkFile) => modulesUsed(rule, tree, file) } : {}),
    };
  },
}));

function filesMeant(rule: ImportRule, tree: Tree, specifier: string, from: string): readonly LinkedFile[] {
  const written = specifier
    .replace(COMPUTED_START, './')
    .replaceAll('\\', '/')
    .replace(/^package:[^/]*\//, '');
  const beside = joinPath(folderOf(from), written);
  const exact = beside === null || beside === '' ? undefined : candidates(rule, beside).find((path) => tree.has(path));
  if (exact !== undefined) return exact === from ? [] : [{ path: exact, weight: SURENESS.exact }];
  const spelled = pathSpelled(rule, written);
  if (spelled === '') return [];
  for (const candidate of candidates(rule, spelled)) {
    const ending = tree.named(nameOf(candidate)).filter((path) => path === candidate || path.endsWith(`/${candidate}`));
    const path = nearest(ending, from);
    if (path !== null) return [{ path, weight: SURENESS.named }];
  }
  return [];
}

// The file as written, with an ending, or what stands for it as a folder.
function candidates({ endings, indexes = [], partial }: ImportRule, path: string): readonly string[] {
  const asFile = extensionOf(path) === '' ? [] : [path];
  const hidden = partial === undefined ? [] : [joinPath(folderOf(path), partial + nameOf(path)) ?? path];
  const files = [path, ...hidden].flatMap((file) => endings.map((ending) => file + ending));
  return [...asFile, ...files, ...indexes.map((index) => `${path}/${index}`)];
}

function pathSpelled({ separator, spelled = (part) => part }: ImportRule, written: string): string {
  const path = written.replace(/^(?:\.{0,2}\/)+|^\.+(?=\w)/, '');
  if (separator === null || path.includes('/')) return path;
  return path.split(separator).map(spelled).join('/');
}

function modulesUsed(rule: ImportRule, tree: Tree, file: LinkFile): readonly LinkedFile[] {
  const files: LinkedFile[] = [];
  for (const name of file.uses) {
    if (files.length >= REFERENCES_MAX) break;
    if (!/^[A-Z]/.test(name)) continue;
    const [target] = filesMeant(rule, tree, name, file.path);
    if (target !== undefined) files.push({ path: target.path, weight: SURENESS.sibling, because: name });
  }
  return files;
}
