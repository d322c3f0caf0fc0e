// Looks up files and folders in the ways that people and traces name them: by the end of a path, a module, or a name
// without extension.
import { lazy } from '../../model/memoize.ts';
import { endsWithPath, nameOf } from '../../model/paths.ts';
import { byText, nameKey } from '../../model/terms.ts';
import type { FileKindOf } from '../../ports/source.ts';

/** The paths of a view, indexed. */
export interface ViewPaths {
  readonly paths: readonly string[];
  has(path: string): boolean;
  /** Whether a name without folders is that of a file, because the view has it or by its extension. */
  isFileName(name: string): boolean;
  /** Whether a folder, or a file without its extensions, has exactly this name. */
  isSegment(name: string): boolean;
  /** The files that share the longest end with `path`, and how many segments that is; sorted. */
  bySuffix(path: string): SuffixMatch;
  /** Folders of the view whose path ends in all segments of `path`; sorted. */
  folders(path: string): readonly string[];
  /** Files named by a module path of several segments: `django.db.models`, `Illuminate\Support\Str`, `tokio::sync`. */
  byModule(segments: readonly string[]): readonly string[];
  /** Files besides texts whose name without extensions has this key: `paymentservice`. */
  byStem(key: string): readonly string[];
}

interface SuffixMatch {
  readonly paths: readonly string[];
  readonly segments: number;
  /** Whether the wanted path is the end of the file's path, or the file's path is the end of it. */
  readonly isWhole: boolean;
}

const NOTHING: SuffixMatch = { paths: [], segments: 0, isWhole: false };
// Files of these names represent their folder.
const FOLDER_FILES = new Set(['index', '__init__', 'mod', 'lib', 'main', 'init']);
// A file name with an extension.
const NAME = /^[\w@.+\-[\]()$~%]*[A-Za-z][\w@.+\-[\]()$~%]*\.[A-Za-z][\w+]*$/;
// Frames may name compiled files, whose sources have these extensions.
const SOURCE_EXTENSIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ['js', ['ts', 'tsx', 'jsx']],
  ['mjs', ['mts', 'ts']],
  ['cjs', ['cts', 'ts']],
  ['jsx', ['tsx']],
  ['pyc', ['py']],
  ['class', ['java', 'kt']],
]);

const indexes = new WeakMap<readonly string[], ViewPaths>();

/** Indexes the paths of a view; the same list is indexed once, for all tasks. */
export function viewPaths(paths: readonly string[], fileKind: FileKindOf): ViewPaths {
  const index = indexes.get(paths) ?? indexPaths(paths, fileKind);
  indexes.set(paths, index);
  return index;
}

function indexPaths(paths: readonly string[], fileKind: FileKindOf): ViewPaths {
  const all = new Set(paths);
  const byName = Map.groupBy(paths, (path) => nameOf(path).toLowerCase());
  // Made on demand, because many tasks do not ask for them.
  const stems = lazy(() => {
    // Files of kind `text`, such as JSON, count as no modules.
    const modules = paths.filter((path) => fileKind(path) !== 'text');
    return Map.groupBy(modules, (path) => nameKey(moduleSegments(path).at(-1) ?? ''));
  });
  const folders = lazy(() => foldersOf(paths));
  const foldersByName = lazy(() => Map.groupBy(folders(), (folder) => nameOf(folder).toLowerCase()));
  const segments = lazy(() => new Set([...folders().map(nameOf), ...paths.map(nameBeforeDot)]));
  return {
    paths,
    has: (path) => all.has(path),
    isFileName: (name) => isFileName(name, byName.get(name.toLowerCase()) ?? [], fileKind),
    isSegment: (name) => segments().has(name),
    bySuffix: (path) => longestSuffix(path, byName),
    folders: (path) => {
      const wanted = path.replace(/\/$/, '').toLowerCase();
      const named = foldersByName().get(nameOf(wanted)) ?? [];
      return named.filter((folder) => endsWithPath(folder.toLowerCase(), wanted)).sort();
    },
    byModule: (segments) => modulePaths(segments, stems()),
    byStem: (key) => (stems().get(key) ?? []).filter((path) => nameKey(nameBeforeDot(path)) === key).sort(),
  };
}

function isFileName(name: string, named: readonly string[], fileKind: FileKindOf): boolean {
  const hasDot = name.includes('.');
  // A name without a dot may be a plain word, so it must be spelled as the file and have a capital or a known kind.
  const isOwn = hasDot || name !== name.toLowerCase() || fileKind(name) !== null;
  if (isOwn && named.some((path) => hasDot || nameOf(path) === name)) return true;
  const kind = NAME.test(name) || name.startsWith('.') ? fileKind(name) : null;
  return kind === 'code' || kind === 'text';
}

function longestSuffix(path: string, byName: ReadonlyMap<string, readonly string[]>): SuffixMatch {
  const wanted = path.split('/').filter((segment) => segment !== '' && segment !== '.');
  const base = wanted.at(-1);
  if (base === undefined) return NOTHING;
  const itself = wanted.join('/');
  const exact = byName.get(base.toLowerCase())?.includes(itself)
    ? { paths: [itself], segments: wanted.length, isWhole: true }
    : bestOf(byName.get(base.toLowerCase()) ?? [], wanted);
  if (exact.segments > 0) return exact;
  const dot = base.lastIndexOf('.');
  for (const extension of SOURCE_EXTENSIONS.get(base.slice(dot + 1)) ?? []) {
    const source = `${base.slice(0, dot)}.${extension}`;
    const match = bestOf(byName.get(source.toLowerCase()) ?? [], [...wanted.slice(0, -1), source]);
    if (match.segments > 0) return match;
  }
  return NOTHING;
}

function bestOf(candidates: readonly string[], wanted: readonly string[]): SuffixMatch {
  const rated = candidates.map((path) => {
    const segments = path.split('/');
    const shared = sharedEnd(segments, wanted);
    const isWhole = shared === Math.min(segments.length, wanted.length);
    return { path, segments, shared, isWhole, isExact: Number(segments.at(-1) === wanted.at(-1)) };
  });
  const [first] = rated.toSorted((a, b) => b.shared - a.shared || b.isExact - a.isExact);
  if (!first) return NOTHING;
  const best = rated.filter(({ shared, isExact }) => shared === first.shared && isExact === first.isExact);
  // Prefers paths that are the end of the wanted one, as of an absolute path, or end in it.
  const whole = best.filter(({ isWhole }) => isWhole);
  const chosen = whole.length > 0 ? whole : best;
  chosen.sort((a, b) => a.segments.length - b.segments.length || byText(a.path, b.path));
  return { paths: chosen.map(({ path }) => path), segments: first.shared, isWhole: whole.length > 0 };
}

function sharedEnd(a: readonly string[], b: readonly string[]): number {
  let shared = 0;
  const most = Math.min(a.length, b.length);
  while (shared < most && a.at(-1 - shared)!.toLowerCase() === b.at(-1 - shared)!.toLowerCase()) shared++;
  return shared;
}

function modulePaths(segments: readonly string[], stems: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const wanted = segments.map(nameKey).filter((key) => key !== '');
  const last = wanted.at(-1);
  if (last === undefined || wanted.length < 2) return [];
  const matching = (stems.get(last) ?? []).filter(
    (path) => sharedEnd(moduleSegments(path).map(nameKey), wanted) === wanted.length,
  );
  return matching.sort((a, b) => a.length - b.length || byText(a, b));
}

function moduleSegments(path: string): readonly string[] {
  const segments = [...path.split('/').slice(0, -1), nameBeforeDot(path)];
  return FOLDER_FILES.has(segments.at(-1) ?? '') && segments.length > 1 ? segments.slice(0, -1) : segments;
}

const nameBeforeDot = (path: string): string => nameOf(path).replace(/(?!^)\..*$/, '');

function foldersOf(paths: readonly string[]): readonly string[] {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
      const folder = path.slice(0, slash);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return [...folders];
}
