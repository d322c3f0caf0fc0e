// Many languages import a file by its path, or by a name that reads as a path. One table describes how each of them
// spells paths, and one resolver serves them all but C, C++ and Objective-C, whose headers have bodies.
import { LANGUAGES } from '../../../../languages/index.ts';
import { extensionOf, folderOf, joinPath, nameOf, stemOf } from '../../../../model/paths.ts';
import { type FileTree, findNearestPath } from '../file-tree.ts';
import {
  findFirst,
  type LanguageFamily,
  type LinkedFile,
  linkTo,
  linkUsedTypes,
  memoizePerFolder,
  SURENESS,
} from './language-family.ts';

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

/** Each looks for the path beside the file first, then for the nearest path of the view that ends with it. */
const PATH_FAMILIES = RULES.map(
  (rule): LanguageFamily => ({
    languages: rule.languages,
    readsUses: rule.isNamedAnywhere ?? false,
    async open({ tree }) {
      return {
        resolveImport: ({ specifier }, { path }) => resolvePath(rule, tree, specifier, path),
        findReferences: (file) =>
          linkUsedTypes(file, (name) => resolvePath(rule, tree, name, file.path)[0]?.path ?? null),
      };
    },
  }),
);

function resolvePath(rule: ImportRule, tree: FileTree, specifier: string, from: string): readonly LinkedFile[] {
  const written = specifier
    .replace(COMPUTED_START, './')
    .replaceAll('\\', '/')
    .replace(/^package:[^/]*\//, '');
  const siblingPath = joinPath(folderOf(from), written);
  const exact = siblingPath ? tree.first(candidates(rule, siblingPath)) : null;
  if (exact !== null) return exact === from ? [] : linkTo(exact, SURENESS.exact);
  const spelled = spellPath(rule, written);
  if (spelled === '') return [];
  const path = findFirst(candidates(rule, spelled), (candidate) => findNearestPath(tree.endingIn(candidate), from));
  return linkTo(path, SURENESS.named);
}

// Returns the path as written if it has an extension, with each ending, as a partial, and as a folder with each index.
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

const C_LANGUAGES = ['c', 'cpp', 'objectivec'];
const EXTENSIONS = LANGUAGES.flatMap(({ name, extensions }) => (C_LANGUAGES.includes(name) ? extensions : []));
// Headers and bodies have the same language, so only their endings tell them apart.
const HEADERS: ReadonlySet<string> = new Set(
  EXTENSIONS.filter((extension) => /^(?:h.*|cuh|inl|ipp|tpp)$/.test(extension)),
);
const BODIES: ReadonlySet<string> = new Set(EXTENSIONS.filter((extension) => !HEADERS.has(extension)));

const C_FAMILY: LanguageFamily = {
  languages: C_LANGUAGES,
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
  const matches = tree.endingIn(clean);
  // A header that `configure` writes lies in the repository only as its template.
  if (matches.length === 0) return findNearestPath(tree.endingIn(`${clean}.in`), from);
  // A bare system name such as <string.h> means the library's, unless an include folder of the repository has it.
  const isBare = isSystem && !clean.includes('/');
  return findNearestPath(isBare ? matches.filter((path) => /(?:^|\/)include\//.test(path)) : matches, from);
}

function addBody(tree: FileTree, header: string): readonly LinkedFile[] {
  const isHeader = HEADERS.has(extensionOf(header));
  const bodies = isHeader ? tree.withStem(stemOf(header)).filter((path) => BODIES.has(extensionOf(path))) : [];
  const body = linkTo(findNearestPath(bodies, header), SURENESS.guessed, `the body of ${nameOf(header)}`);
  return [...linkTo(header, SURENESS.exact), ...body];
}

/** The families of languages that import files by paths. */
export const BY_PATH: readonly LanguageFamily[] = [...PATH_FAMILIES, C_FAMILY];
