import { folderOf, joinPath, lazy, nearest, type Tree } from '../tree.ts';
import { type Family, type LinkedFile, type LinkFile, SURENESS } from './family.ts';

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
        const found = nearest(required().get(specifier.replace(/\.rb$/, '')) ?? [], path);
        // A bare name may come from require or from require_relative: load roots first, neighbours second.
        return found ? target(found, SURENESS.named) : target(beside ?? rubyFile(tree, specifier), SURENESS.named);
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
  const found: LinkedFile[] = [];
  for (const name of file.uses) {
    if (found.length >= REFERENCES_MAX) break;
    if (!/^[A-Z]/.test(name)) continue;
    const path = nearest(candidates(required, name, file.packageName), file.path);
    if (path) found.push({ path, weight: SURENESS.sibling, because: name });
  }
  return found;
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
