// Many languages import a file by its path, or by a name that reads as a path. One table describes how each of them
// spells paths, and one resolver serves them all.
import { extensionOf, folderOf, joinPath, nameOf } from '../../../../model/paths.ts';
import { type FileTree, findNearestPath } from '../file-tree.ts';
import { type LanguageFamily, type LinkedFile, type LinkFile, SURENESS } from './language-family.ts';

/** How some languages write the path of what they import. */
interface ImportRule {
  readonly languages: readonly string[];
  /** Endings that an import may leave out, in the order in which they are tried. */
  readonly endings: readonly string[];
  /** Between the parts of a module's name; null when imports are written as paths. */
  readonly separator: string | null;
  /** Spells a part of a module's name as in the name of a file. */
  readonly spell?: (part: string) => string;
  /** Files that stand for a folder when an import names the folder. */
  readonly indexes?: readonly string[];
  /** A prefix of files that are only imported: `_mixins.scss`. */
  readonly partial?: string;
  /** Whether code uses a module by its name alone, without an import. */
  readonly isNamedAnywhere?: boolean;
}

const REFERENCES_MAX = 40;
/** `${HERE}/x`, `$(dirname "$0")/x` and `$PSScriptRoot\x` mostly mean the folder of the script. */
const COMPUTED_START = /^(?:\$\{[^{}]*\}|\$\([^()]*\)|\$\w+)[/\\]/;

const toSnakeCase = (part: string) => part.replace(/([a-z\d])([A-Z])|([A-Z]+)(?=[A-Z][a-z])/g, '$1$3_$2').toLowerCase();
const lowerFirstLetter = (part: string) => part.slice(0, 1).toLowerCase() + part.slice(1);

const RULES: readonly ImportRule[] = [
  { languages: ['shell', 'bats', 'fish'], endings: ['.sh', '.bash'], separator: null },
  { languages: ['powershell'], endings: ['.psm1', '.ps1', '.psd1'], separator: null },
  { languages: ['lua'], endings: ['.lua'], separator: '.', indexes: ['init.lua'] },
  { languages: ['elixir'], endings: ['.ex', '.exs'], separator: '.', spell: toSnakeCase },
  { languages: ['haskell'], endings: ['.hs', '.lhs', '.hsc'], separator: '.' },
  { languages: ['ocaml'], endings: ['.ml', '.mli'], separator: '.', spell: lowerFirstLetter, isNamedAnywhere: true },
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

/** Each looks for the path beside the file first, then for any path of the view that ends with it. */
export const PATH_FAMILIES: readonly LanguageFamily[] = RULES.map((rule) => ({
  languages: rule.languages,
  readsUses: rule.isNamedAnywhere ?? false,
  barrels: null,
  async open({ tree }) {
    return {
      resolveImport: ({ specifier }, { path }) => resolveImport(rule, tree, specifier, path),
      ...(rule.isNamedAnywhere ? { findReferences: (file: LinkFile) => findUsedModules(rule, tree, file) } : {}),
    };
  },
}));

function resolveImport(rule: ImportRule, tree: FileTree, specifier: string, from: string): readonly LinkedFile[] {
  const written = specifier
    .replace(COMPUTED_START, './')
    .replaceAll('\\', '/')
    .replace(/^package:[^/]*\//, '');
  const siblingPath = joinPath(folderOf(from), written);
  const exact =
    siblingPath === null || siblingPath === ''
      ? undefined
      : candidates(rule, siblingPath).find((path) => tree.has(path));
  if (exact !== undefined) return exact === from ? [] : [{ path: exact, weight: SURENESS.exact }];
  const spelled = spellPath(rule, written);
  if (spelled === '') return [];
  for (const candidate of candidates(rule, spelled)) {
    const ending = tree.named(nameOf(candidate)).filter((path) => path === candidate || path.endsWith(`/${candidate}`));
    const path = findNearestPath(ending, from);
    if (path !== null) return [{ path, weight: SURENESS.named }];
  }
  return [];
}

// Returns the path as written, with each ending, and as a folder with each index file.
function candidates({ endings, indexes = [], partial }: ImportRule, path: string): readonly string[] {
  const asFile = extensionOf(path) === '' ? [] : [path];
  const hidden = partial === undefined ? [] : [joinPath(folderOf(path), partial + nameOf(path)) ?? path];
  const files = [path, ...hidden].flatMap((file) => endings.map((ending) => file + ending));
  return [...asFile, ...files, ...indexes.map((index) => `${path}/${index}`)];
}

function spellPath({ separator, spell = (part) => part }: ImportRule, written: string): string {
  const path = written.replace(/^(?:\.{0,2}\/)+|^\.+(?=\w)/, '');
  if (separator === null || path.includes('/')) return path;
  return path.split(separator).map(spell).join('/');
}

function findUsedModules(rule: ImportRule, tree: FileTree, file: LinkFile): readonly LinkedFile[] {
  const files: LinkedFile[] = [];
  for (const name of file.uses) {
    if (files.length >= REFERENCES_MAX) break;
    if (!/^[A-Z]/.test(name)) continue;
    const [target] = resolveImport(rule, tree, name, file.path);
    if (target !== undefined) files.push({ path: target.path, weight: SURENESS.sibling, because: name });
  }
  return files;
}
