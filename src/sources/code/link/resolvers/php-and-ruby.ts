// PHP and Ruby load classes by their names. These resolvers follow the autoload rules of `composer.json`, the paths of
// Rails and Zeitwerk, and plain includes.
import { lazy, memoize } from '../../../../model/memoize.ts';
import { folderOf, joinPath, nameOf } from '../../../../model/paths.ts';
import { isRecord } from '../../../../model/records.ts';
import { groupEntries } from '../../../markdown/links/directory.ts';
import { type ConfigFiles, type FileTree, findNearestPath, stringsOf } from '../file-tree.ts';
import {
  createSiblingFinder,
  type LanguageFamily,
  type LinkedFile,
  linkTo,
  linkUsedTypes,
  SURENESS,
} from './language-family.ts';

const EXTENSIONS = new Set(['php']);
const MANIFESTS_MAX = 200;
const FUNCTION_FILES = ['functions.php', 'helpers.php'];

export const PHP: LanguageFamily = {
  languages: ['php'],
  readsUses: true,
  async open({ tree, configs }) {
    const rules = await readAutoload(configs);
    const autoloadedFile = memoize((name: string) => findAutoloadedFile(tree, rules, name));
    return {
      resolveImport({ specifier }, { path }) {
        if (/\.(?:php|inc|phtml)$/.test(specifier)) return findIncludedFile(tree, specifier, path);
        const name = specifier.replace(/^\\/, '');
        const file = autoloadedFile(name);
        return file ? linkTo(file, SURENESS.configured) : linkTo(findByTail(tree, name, path), SURENESS.guessed);
      },
      findReferences: createSiblingFinder(tree, EXTENSIONS),
    };
  },
};

interface AutoloadRule {
  /** The beginning of the class names it holds for; empty for all. */
  readonly prefix: string;
  readonly folder: string;
  readonly kind: 'psr-4' | 'psr-0' | 'classmap';
}

async function readAutoload(configs: ConfigFiles): Promise<readonly AutoloadRule[]> {
  const manifests = await configs.readAll('composer.json', MANIFESTS_MAX, configs.json);
  const rules = manifests.flatMap(([folder, manifest]) =>
    [manifest.autoload, manifest['autoload-dev']].flatMap((section) => rulesOf(section, folder)),
  );
  return rules.sort((a, b) => b.prefix.length - a.prefix.length);
}

function rulesOf(section: unknown, base: string): readonly AutoloadRule[] {
  if (!isRecord(section)) return [];
  const makeRules = (kind: AutoloadRule['kind'], prefix: string, folders: unknown): readonly AutoloadRule[] => {
    const paths = stringsOf(folders).map((relative) => joinPath(base, relative));
    return paths.flatMap((folder) => (folder === null ? [] : [{ prefix, folder, kind }]));
  };
  const prefixed = (['psr-4', 'psr-0'] as const).flatMap((kind) =>
    Object.entries(isRecord(section[kind]) ? section[kind] : {}).flatMap(([prefix, folders]) =>
      makeRules(kind, prefix, folders),
    ),
  );
  return [...prefixed, ...makeRules('classmap', '', section.classmap)];
}

function findAutoloadedFile(tree: FileTree, rules: readonly AutoloadRule[], name: string): string | null {
  for (const { prefix, folder, kind } of rules) {
    if (kind === 'classmap' || !(name.startsWith(prefix) || `${name}\\` === prefix)) continue;
    const rest = kind === 'psr-4' ? name.slice(prefix.length) : name;
    const bare = rest.replaceAll('\\', '/');
    // PHP does not autoload functions; most projects keep them in one file of the namespace.
    const isFunction = /^[a-z]/.test(nameOf(bare));
    const functions = isFunction ? FUNCTION_FILES.map((file) => `${folderOf(bare)}/${file}`) : [];
    const file = tree.first([`${bare}.php`, ...functions].map((relative) => joinPath(folder, relative)));
    if (file) return file;
  }
  return findMappedClass(tree, rules, name);
}

function findMappedClass(tree: FileTree, rules: readonly AutoloadRule[], name: string): string | null {
  const folders = rules.filter(({ kind }) => kind === 'classmap').map(({ folder }) => folder);
  if (folders.length === 0) return null;
  const candidates = tree.named(`${name.slice(name.lastIndexOf('\\') + 1)}.php`);
  return candidates.find((path) => folders.some((folder) => path.startsWith(`${folder}/`) || path === folder)) ?? null;
}

// Where no rule of composer.json finds the class, a folder named like the last part of its namespace may hold it.
function findByTail(tree: FileTree, name: string, from: string): string | null {
  const parts = name.split('\\');
  if (parts.length < 2) return null;
  const tail = `/${parts.slice(-2).join('/')}.php`.toLowerCase();
  const matches = tree.named(`${parts.at(-1)}.php`).filter((path) => `/${path}`.toLowerCase().endsWith(tail));
  return findNearestPath(matches, from);
}

function findIncludedFile(tree: FileTree, specifier: string, from: string): readonly LinkedFile[] {
  const relative = specifier.replace(/^(?:__DIR__|dirname\(__FILE__\))?\s*\.?\s*['"]?\/?/, '');
  const paths = [joinPath(folderOf(from), specifier), joinPath(folderOf(from), relative), joinPath('', relative)];
  return linkTo(tree.first(paths), SURENESS.exact);
}

const LANGUAGES = ['ruby'];
// Files below these folders are required by their path inside: `app/models/user.rb` is `user`.
const LOAD_ROOT = /(?:^|\/)(?:lib|spec|test|app\/[a-z_]+(?:\/concerns)?)\//g;

export const RUBY: LanguageFamily = {
  languages: LANGUAGES,
  readsUses: true,
  async open({ tree, filesOf }) {
    const filesByRequirePath = lazy(() => groupByRequirePath(filesOf(LANGUAGES)));
    return {
      resolveImport({ specifier }, { path }) {
        const relative = joinPath(folderOf(path), specifier);
        const siblingFile = relative === null ? null : findRubyFile(tree, relative);
        if (specifier.startsWith('.')) return linkTo(siblingFile, SURENESS.exact);
        const file = findNearestPath(filesByRequirePath().get(specifier.replace(/\.rb$/, '')) ?? [], path);
        // Other names are looked for in load roots, then beside the file, then in the root of the view.
        return linkTo(file ?? siblingFile ?? findRubyFile(tree, specifier), SURENESS.named);
      },
      findReferences: (file) =>
        linkUsedTypes(file, (name) => findNearestPath(filesByRequirePath().get(toSnakeCase(name)) ?? [], file.path)),
    };
  },
};

function groupByRequirePath(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const insideRoot = (path: string, root: RegExpExecArray) => path.slice(root.index + root[0].length);
  return groupEntries(
    files.flatMap((path) =>
      [...path.matchAll(LOAD_ROOT)].map((root) => [insideRoot(path, root).replace(/\.rb$/, ''), path]),
    ),
  );
}

/** `ActiveRecord::HTTPBase` → `active_record/http_base`. */
function toSnakeCase(constant: string): string {
  return constant
    .replaceAll('::', '/')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase();
}

function findRubyFile(tree: FileTree, path: string): string | null {
  return tree.first([path, `${path}.rb`]);
}
