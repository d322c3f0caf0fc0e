import { DOCUMENTS } from '../../../languages/markdown.ts';
import { folderOf, joinPath } from '../../../model/paths.ts';
import { withoutPageEnding } from '../place-document.ts';
import type { Directory } from './directory.ts';

/** Paths of documents that may be meant; `outside` for what leaves the root. */
export type FoundPaths = { readonly paths: readonly string[] } | 'outside';

const EXTENSIONS = DOCUMENTS.flatMap(({ extensions }) => extensions.map((extension) => `.${extension}`));
const INDEXES = ['README.md', 'index.md', '_index.md'];

/** Documents a relative path means, seen from another document. */
export function findByPath(path: string, fromPath: string, directory: Directory): FoundPaths {
  const joined = joinPath(folderOf(fromPath), path);
  return joined === null ? 'outside' : { paths: documentsAt(joined, directory) };
}

/**
 * Documents an absolute path means. Sites are written with paths from their own top, which is some folder of the
 * workspace: when nothing stands there, the one document whose path ends so is meant.
 */
export function findSitePath(path: string, directory: Directory): FoundPaths {
  const joined = joinPath('', path);
  if (joined === null) return 'outside';
  const exact = documentsAt(joined, directory);
  return { paths: exact.length > 0 ? exact : endingIn(joined, directory) };
}

/** Documents whose path ends in these folders and this name, the extension aside. */
function endingIn(path: string, directory: Directory): readonly string[] {
  const wanted = withoutPageEnding(path.toLowerCase());
  const last = wanted.slice(wanted.lastIndexOf('/') + 1);
  const ends = (full: string) => full === wanted || full.endsWith(`/${wanted}`);
  const files = directory.byStem(last).filter((file) => ends(withoutPageEnding(file.toLowerCase())));
  return files.length > 0 ? files : directory.byFolder(last).filter((file) => ends(folderOf(file).toLowerCase()));
}

/** A file or folder that is no document, at a path relative to a document or to the top. */
export function findOther(path: string, fromPath: string, directory: Directory): Other | null {
  const joined = joinPath(path.startsWith('/') ? '' : folderOf(fromPath), path);
  const kind = joined === null || directory.byPath(joined) !== null ? null : directory.otherAt(joined);
  return joined === null || kind === null ? null : { kind, path: joined };
}

interface Other {
  readonly kind: 'file' | 'folder';
  readonly path: string;
}

function documentsAt(path: string, directory: Directory): readonly string[] {
  const last = path.slice(path.lastIndexOf('/') + 1);
  const inside = [...INDEXES, `${last}.md`, `!${last}.md`].map((name) => (path === '' ? name : `${path}/${name}`));
  // Links to a site name the HTML pages made from the documents.
  const page = path.replace(/\.html?$/i, '');
  const beside = path === '' ? [] : [path, ...EXTENSIONS.map((extension) => page + extension)];
  const tried = [...beside, ...inside];
  for (const candidate of tried) {
    const exact = directory.byPath(candidate);
    if (exact !== null) return [exact];
  }
  for (const candidate of tried) {
    const folded = directory.byFoldedPath(candidate);
    if (folded.length > 0) return folded;
  }
  return [];
}

/** Documents a wikilink means: a path from the top or from here, the end of a path, a file's name, a name or an alias; of several, those nearest to `fromPath`. */
export function findWikilink(path: string, fromPath: string | null, directory: Directory): FoundPaths {
  if (/^\.{1,2}\//.test(path)) return findByPath(path, fromPath ?? '', directory);
  const fromTop = joinPath('', path);
  if (fromTop === null) return 'outside';
  if (path.includes('/')) {
    const exact = [fromTop, joinPath(folderOf(fromPath ?? ''), path) ?? fromTop]
      .flatMap((full) => [full, `${full}.md`])
      .find((full) => directory.byPath(full) !== null);
    if (exact !== undefined) return { paths: [exact] };
  }
  const ending = nearest(endingIn(fromTop, directory), fromPath);
  return { paths: ending.length > 0 ? ending : nearest(directory.byName(path), fromPath) };
}

/** The paths fewest steps away in the tree of folders. */
function nearest(paths: readonly string[], fromPath: string | null): readonly string[] {
  if (fromPath === null) return paths;
  const steps = paths.map((path) => stepsBetween(folderOf(fromPath), folderOf(path)));
  const least = steps.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  return paths.filter((_, index) => steps[index] === least);
}

function stepsBetween(a: string, b: string): number {
  const [first, second] = [a, b].map((folder) => (folder === '' ? [] : folder.split('/')));
  let shared = 0;
  while (first?.[shared] !== undefined && first[shared] === second?.[shared]) shared++;
  return (first?.length ?? 0) + (second?.length ?? 0) - 2 * shared;
}
