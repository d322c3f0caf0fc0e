import { type Configs, isRecord, stringsOf } from '../configs.ts';
import { siblingFinder } from '../packages.ts';
import { folderOf, joinPath, nameOf, nearest, type Tree } from '../tree.ts';
import { type Family, type LinkedFile, SURENESS } from './family.ts';

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
    const known = new Map<string, string | null>();
    const classFile = (name: string, from: string): LinkedFile | null => {
      let path = known.get(name);
      if (path === undefined) {
        path = autoloaded(tree, rules, name);
        known.set(name, path);
      }
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
    const found = paths.find((path) => path !== null && tree.has(path));
    if (found) return found;
  }
  return mappedClass(tree, rules, name);
}

function mappedClass(tree: Tree, rules: readonly AutoloadRule[], name: string): string | null {
  const folders = rules.filter(({ kind }) => kind === 'classmap').map(({ folder }) => folder);
  if (folders.length === 0) return null;
  const candidates = tree.named(`${name.slice(name.lastIndexOf('\\') + 1)}.php`);
  return candidates.find((path) => folders.some((folder) => path.startsWith(`${folder}/`) || path === folder)) ?? null;
}

// Without composer's word: the file of that name in a folder named like the last part of the namespace.
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
  const found = paths.find((path) => path !== null && tree.has(path));
  return found ? [{ path: found, weight: SURENESS.exact }] : [];
}
