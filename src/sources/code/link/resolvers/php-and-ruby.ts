import { lazy, memoized } from '../../../../model/memory.ts';
import { folderOf, joinPath, nameOf } from '../../../../model/paths.ts';
import { isRecord } from '../../../../model/records.ts';
import { type Configs, stringsOf } from '../configs.ts';
import { nearest, type Tree } from '../file-tree.ts';
import { type Family, type LinkedFile, type LinkFile, SURENESS, siblingFinder } from './language-family.ts';

const EXTENSIONS = new Set(['php']);
const MANIFESTS_MAX = 200;
const FUNCTION_FILES = ['functions.php', 'helpers.php'];

/** PHP: PSR-4, PSR-0 and classmap from composer.json, includes, and names of the same namespace. */
export const PHP: Family = {
  languages: ['php'],
  readsUses: true,
  barrels: null,
  async open({ tree, configs }) {
    const rules = await readAutoload(configs);
    const autoloadedFile = memoized((name: string) => autoloaded(tree, rules, name));
    const classFile = (name: string, from: string): LinkedFile | null => {
      const path = autoloadedFile(name);
      if (path) return { path, weight: SURENESS.configured };
      const guess = byTail(tree, name, from);
      return guess ? { path: guess, weight: SURENESS.guessed } : null;
    };
    return {
      imported({ specifier }, file) {
        if (/\.(?:php|inc|phtml)$/.test(specifier)) return includedFile(tree, specifier, file.path);
        const target = classFile(specifier.replace(/^\\/, ''), file.path);
        return target ? [target] : [];
      },
      referenced: siblingFinder(tree, EXTENSIONS),
    };
  },
};

interface AutoloadRule {
  /** Ends in a backslash; empty for everything. */
  readonly prefix: string;
  readonly folder: string;
  readonly kind: 'psr-4' | 'psr-0' | 'classmap';
}

async function readAutoload(configs: Configs): Promise<readonly AutoloadRule[]> {
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

function autoloaded(tree: Tree, rules: readonly AutoloadRule[], name: string): string | null {
  for (const { prefix, folder, kind } of rules) {
    if (kind === 'classmap' || !(name.startsWith(prefix) || `${name}\\` === prefix)) continue;
    const rest = kind === 'psr-4' ? name.slice(prefix.length) : name;
    const bare = rest.replaceAll('\\', '/');
    // Functions are not autoloaded by their names: by custom they stand in a file of their namespace.
    const isFunction = /^[a-z]/.test(nameOf(bare));
    const functions = isFunction ? FUNCTION_FILES.map((file) => `${folderOf(bare)}/${file}`) : [];
    const paths = [`${bare}.php`, ...functions].map((relative) => joinPath(folder, relative));
    const file = paths.find((path) => path !== null && tree.has(path));
    if (file) return file;
  }
  return mappedClass(tree, rules, name);
}

function mappedClass(tree: Tree, rules: readonly AutoloadRule[], name: string): string | null {
  const folders = rules.filter(({ kind }) => kind === 'classmap').map(({ folder }) => folder);
  if (folders.length === 0) return null;
  const candidates = tree.named(`${name.slice(name.lastIndexOf('\\') + 1)}.php`);
  return candidates.find((path) => folders.some((folder) => path.startsWith(`${folder}/`) || path === folder)) ?? null;
}

// Where composer.json has no rule: the file of that name in a folder named like the last part of the namespace.
function byTail(tree: Tree, name: string, from: string): string | null {
  const parts = name.split('\\');
  if (parts.length < 2) return null;
  const tail = `/${parts.slice(-2).join('/')}.php`.toLowerCase();
  return nearest(
    tree.named(`${parts.at(-1)}.php`).filter((path) => `/${path}`.toLowerCase().endsWith(tail)),
    from,
  );
}

function includedFile(tree: Tree, specifier: string, from: string): readonly LinkedFile[] {
  const relative = specifier.replace(/^(?:__DIR__|dirname\(__FILE__\))?\s*\.?\s*['"]?\/?/, '');
  const paths = [joinPath(folderOf(from), specifier), joinPath(folderOf(from), relative), joinPath('', relative)];
  const file = paths.find((path) => path !== null && tree.has(path));
  return file ? [{ path: file, weight: SURENESS.exact }] : [];
}

const LANGUAGES = ['ruby'];
// Folders whose children are required by their path below them; `app/models/user.rb` is `user`.
const LOAD_ROOT = /(?:^|\/)(?:lib|spec|test|app\/[a-z_]+(?:\/concerns)?)\//g;
const REFERENCES_MAX = 40;

/** Ruby: require_relative, require below any lib folder, constants by the names Rails and Zeitwerk give their files. */
export const RUBY: Family = {
  languages: LANGUAGES,
  readsUses: true,
  barrels: null,
  async open({ tree, filesOf }) {
    const required = lazy(() => requirePaths(filesOf(LANGUAGES)));
    return {
      imported({ specifier }, { path }) {
        const relative = joinPath(folderOf(path), specifier);
        const beside = relative === null ? null : rubyFile(tree, relative);
        if (specifier.startsWith('.')) return target(beside, SURENESS.exact);
        const file = nearest(required().get(specifier.replace(/\.rb$/, '')) ?? [], path);
        // A bare name may come from require or from require_relative: load roots first, neighbours second.
        return file ? target(file, SURENESS.named) : target(beside ?? rubyFile(tree, specifier), SURENESS.named);
      },
      referenced: (file) => constants(required(), file),
    };
  },
};

function requirePaths(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const paths = new Map<string, string[]>();
  for (const path of files) {
    for (const match of path.matchAll(LOAD_ROOT)) {
      const key = path.slice(match.index + match[0].length).replace(/\.rb$/, '');
      paths.set(key, [...(paths.get(key) ?? []), path]);
    }
  }
  return paths;
}

function constants(required: ReadonlyMap<string, readonly string[]>, file: LinkFile): readonly LinkedFile[] {
  const files: LinkedFile[] = [];
  for (const name of file.uses) {
    if (files.length >= REFERENCES_MAX) break;
    if (!/^[A-Z]/.test(name)) continue;
    const path = nearest(candidates(required, name, file.packageName), file.path);
    if (path) files.push({ path, weight: SURENESS.sibling, because: name });
  }
  return files;
}

// A constant is looked up in the module around first, then at the top.
function candidates(required: ReadonlyMap<string, readonly string[]>, name: string, around: string | null) {
  const key = underscored(name);
  const inner = around === null ? undefined : required.get(`${underscored(around)}/${key}`);
  return inner ?? required.get(key) ?? [];
}

/** `ActiveRecord::HTTPBase` → `active_record/http_base`. */
function underscored(constant: string): string {
  return constant
    .replaceAll('::', '/')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase();
}

function rubyFile(tree: Tree, path: string): string | null {
  return [path, `${path}.rb`].find((at) => tree.has(at)) ?? null;
}

function target(path: string | null, weight: number): readonly LinkedFile[] {
  return path === null ? [] : [{ path, weight }];
}
