// PHP and Ruby load classes by their names. These resolvers follow the autoload rules of `composer.json`, the paths of
// Rails and Zeitwerk, and plain includes.
import { lazy, memoize } from '../../../../model/memoize.ts';
import { folderOf, joinPath, nameOf } from '../../../../model/paths.ts';
import { isRecord } from '../../../../model/records.ts';
import { type ConfigFiles, stringsOf } from '../configs.ts';
import { type FileTree, findNearestPath } from '../file-tree.ts';
import {
  createSiblingFinder,
  type LanguageFamily,
  type LinkedFile,
  type LinkFile,
  SURENESS,
} from './language-family.ts';

const EXTENSIONS = new Set(['php']);
const MANIFESTS_MAX = 200;
const FUNCTION_FILES = ['functions.php', 'helpers.php'];

export const PHP: LanguageFamily = {
  languages: ['php'],
  readsUses: true,
  barrels: null,
  async open({ tree, configs }) {
    const rules = await readAutoload(configs);
    const autoloadedFile = memoize((name: string) => findAutoloadedFile(tree, rules, name));
    const classFile = (name: string, from: string): LinkedFile | null => {
      const path = autoloadedFile(name);
      if (path) return { path, weight: SURENESS.configured };
      const guess = findByTail(tree, name, from);
      return guess ? { path: guess, weight: SURENESS.guessed } : null;
    };
    return {
      resolveImport({ specifier }, file) {
        if (/\.(?:php|inc|phtml)$/.test(specifier)) return findIncludedFile(tree, specifier, file.path);
        const target = classFile(specifier.replace(/^\\/, ''), file.path);
        return target ? [target] : [];
      },
      findReferences: createSiblingFinder(tree, EXTENSIONS),
    };
  },
};

interface AutoloadRule {
  /** Ends in a backslash; empty for everything. */
  readonly prefix: string;
  readonly folder: string;
  readonly kind: 'psr-4' | 'psr-0' | 'classmap';
}

async function readAutoload(configs: ConfigFiles): Promise<readonly AutoloadRule[]> {
  const paths = configs.find(['composer.json']).slice(0, MANIFESTS_MAX);
  const manifests = await Promise.all(paths.map((path) => configs.json(path)));
  const rules = manifests.flatMap((manifest, index) =>
    [manifest?.autoload, manifest?.['autoload-dev']].flatMap((section) => rulesOf(section, folderOf(paths[index]!))),
  );
  return rules.sort((a, b) => b.prefix.length - a.prefix.length);
}

function rulesOf(section: unknown, folder: string): readonly AutoloadRule[] {
  if (!isRecord(section)) return [];
  const prefixed = (['psr-4', 'psr-0'] as const).flatMap((kind) =>
    Object.entries(isRecord(section[kind]) ? section[kind] : {}).flatMap(([prefix, folders]) =>
      stringsOf(folders).map((relative) => ({ prefix, folder: joinPath(folder, relative), kind })),
    ),
  );
  const mapped = stringsOf(section.classmap).map((relative) => ({
    prefix: '',
    folder: joinPath(folder, relative),
    kind: 'classmap' as const,
  }));
  return [...prefixed, ...mapped].flatMap((rule) => (rule.folder === null ? [] : [{ ...rule, folder: rule.folder }]));
}

function findAutoloadedFile(tree: FileTree, rules: readonly AutoloadRule[], name: string): string | null {
  for (const { prefix, folder, kind } of rules) {
    if (kind === 'classmap' || !(name.startsWith(prefix) || `${name}\\` === prefix)) continue;
    const rest = kind === 'psr-4' ? name.slice(prefix.length) : name;
    const bare = rest.replaceAll('\\', '/');
    // PHP does not autoload functions; most projects keep them in one file of the namespace.
    const isFunction = /^[a-z]/.test(nameOf(bare));
    const functions = isFunction ? FUNCTION_FILES.map((file) => `${folderOf(bare)}/${file}`) : [];
    const paths = [`${bare}.php`, ...functions].map((relative) => joinPath(folder, relative));
    const file = paths.find((path) => path !== null && tree.has(path));
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

// Where composer.json has no rule, finds the class in a folder named like the last part of its namespace.
function findByTail(tree: FileTree, name: string, from: string): string | null {
  const parts = name.split('\\');
  if (parts.length < 2) return null;
  const tail = `/${parts.slice(-2).join('/')}.php`.toLowerCase();
  return findNearestPath(
    tree.named(`${parts.at(-1)}.php`).filter((path) => `/${path}`.toLowerCase().endsWith(tail)),
    from,
  );
}

function findIncludedFile(tree: FileTree, specifier: string, from: string): readonly LinkedFile[] {
  const relative = specifier.replace(/^(?:__DIR__|dirname\(__FILE__\))?\s*\.?\s*['"]?\/?/, '');
  const paths = [joinPath(folderOf(from), specifier), joinPath(folderOf(from), relative), joinPath('', relative)];
  const file = paths.find((path) => path !== null && tree.has(path));
  return file ? [{ path: file, weight: SURENESS.exact }] : [];
}

const LANGUAGES = ['ruby'];
// Files below these folders are required by their path inside: `app/models/user.rb` is `user`.
const LOAD_ROOT = /(?:^|\/)(?:lib|spec|test|app\/[a-z_]+(?:\/concerns)?)\//g;
const REFERENCES_MAX = 40;

export const RUBY: LanguageFamily = {
  languages: LANGUAGES,
  readsUses: true,
  barrels: null,
  async open({ tree, filesOf }) {
    const filesByRequirePath = lazy(() => groupByRequirePath(filesOf(LANGUAGES)));
    return {
      resolveImport({ specifier }, { path }) {
        const relative = joinPath(folderOf(path), specifier);
        const siblingFile = relative === null ? null : findRubyFile(tree, relative);
        if (specifier.startsWith('.')) return toLinkedFiles(siblingFile, SURENESS.exact);
        const file = findNearestPath(filesByRequirePath().get(specifier.replace(/\.rb$/, '')) ?? [], path);
        // A bare name may come from require or from require_relative: load roots first, neighbours second.
        return file
          ? toLinkedFiles(file, SURENESS.named)
          : toLinkedFiles(siblingFile ?? findRubyFile(tree, specifier), SURENESS.named);
      },
      findReferences: (file) => findConstants(filesByRequirePath(), file),
    };
  },
};

function groupByRequirePath(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const paths = new Map<string, string[]>();
  for (const path of files) {
    for (const match of path.matchAll(LOAD_ROOT)) {
      const key = path.slice(match.index + match[0].length).replace(/\.rb$/, '');
      paths.set(key, [...(paths.get(key) ?? []), path]);
    }
  }
  return paths;
}

function findConstants(
  filesByRequirePath: ReadonlyMap<string, readonly string[]>,
  file: LinkFile,
): readonly LinkedFile[] {
  const files: LinkedFile[] = [];
  for (const name of file.uses) {
    if (files.length >= REFERENCES_MAX) break;
    if (!/^[A-Z]/.test(name)) continue;
    const path = findNearestPath(candidates(filesByRequirePath, name, file.packageName), file.path);
    if (path) files.push({ path, weight: SURENESS.sibling, because: name });
  }
  return files;
}

// Ruby looks a constant up in the enclosing module first, then at the top.
function candidates(filesByRequirePath: ReadonlyMap<string, readonly string[]>, name: string, around: string | null) {
  const key = toSnakeCase(name);
  const inner = around === null ? undefined : filesByRequirePath.get(`${toSnakeCase(around)}/${key}`);
  return inner ?? filesByRequirePath.get(key) ?? [];
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
  return [path, `${path}.rb`].find((candidate) => tree.has(candidate)) ?? null;
}

function toLinkedFiles(path: string | null, weight: number): readonly LinkedFile[] {
  return path === null ? [] : [{ path, weight }];
}
