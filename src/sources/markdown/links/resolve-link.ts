import { DOCUMENTS } from '../../../languages/markdown.ts';
import type { DocumentLink, FrontmatterReference } from '../../../model/document.ts';
import { folderOf, joinPath } from '../../../model/paths.ts';
import { latticeId } from '../lattice-id.ts';
import { withoutPageEnding } from '../place-document.ts';
import type { Directory, Place } from './directory.ts';

/** Where a link leads: to a document, to one section of it, to a file or folder that is no document, or nowhere and why. */
export type Resolution =
  | { readonly outcome: 'document'; readonly path: string; readonly section: Place['section'] }
  | { readonly outcome: 'file'; readonly path: string }
  | { readonly outcome: 'unresolved'; readonly why: WhyNot; readonly candidates: readonly string[] };

/** `missing-section`: the document is there, as the one candidate, and has no such section. */
type WhyNot = 'missing' | 'missing-section' | 'ambiguous' | 'outside';

/** Finds what a link in a document means. */
export function resolveLink(
  link: Pick<DocumentLink, 'target' | 'isWiki'>,
  fromPath: string,
  directory: Directory,
): Resolution {
  const target = targetOf(link);
  if (target.path === '') return inDocument(fromPath, target.fragment, directory);
  const named = latticeId(target.path);
  const place = named === null ? null : placeOf(directory.byId(named));
  if (place !== null) return place;
  // A file at exactly this path comes before documents with a similar name.
  const other = findOther(target.path, fromPath, directory);
  if (other?.kind === 'file') return { outcome: 'file', path: other.path };
  const paths = link.isWiki
    ? findWikilink(target.path, fromPath, directory)
    : findLinked(target.path, fromPath, directory);
  const resolved = resolutionOf(paths, target, directory);
  if (resolved.outcome !== 'unresolved') return resolved;
  // A document that was moved is still found by the id in the fragment.
  const moved = latticeId(target.fragment ?? '');
  const elsewhere = moved === null ? null : placeOf(directory.byId(moved));
  if (elsewhere !== null) return elsewhere;
  return other === null ? resolved : { outcome: 'file', path: other.path };
}

/**
 * Finds what a reference of the frontmatter means: an id, a path or a name. Without a document that it stands in, as
 * when someone types it, a name must be the only one of its kind.
 */
export function resolveReference(reference: string, fromPath: string | null, directory: Directory): Resolution {
  if (reference.trim() === '') return { outcome: 'unresolved', why: 'missing', candidates: [] };
  const target = reference.replaceAll('%', '%25');
  const byPath = resolveLink({ target, isWiki: false }, fromPath ?? '', directory);
  if (byPath.outcome !== 'unresolved' || byPath.why === 'missing-section') return byPath;
  const { path, fragment } = targetOf({ target, isWiki: true });
  const byName = resolutionOf(findWikilink(path, fromPath, directory), { path, fragment }, directory);
  return byName.outcome === 'unresolved' && byName.why === 'missing' ? byPath : byName;
}

/** Finds what a field of the frontmatter refers to; null for a value that has the form of an id and is none. */
export function resolveField(
  { target, id, isGuess }: Pick<FrontmatterReference, 'target' | 'id' | 'isGuess'>,
  fromPath: string,
  directory: Directory,
): Resolution | null {
  return isGuess ? placeOf(directory.byId(id ?? '')) : resolveReference(target, fromPath, directory);
}

function findLinked(path: string, fromPath: string, directory: Directory): FoundPaths {
  return path.startsWith('/') ? findSitePath(path, directory) : findByPath(path, fromPath, directory);
}

function resolutionOf(found: FoundPaths, { fragment }: LinkTarget, directory: Directory): Resolution {
  if (found === 'outside') return { outcome: 'unresolved', why: 'outside', candidates: [] };
  const [path, ...others] = found.paths;
  if (path === undefined) return { outcome: 'unresolved', why: 'missing', candidates: [] };
  if (others.length > 0) return { outcome: 'unresolved', why: 'ambiguous', candidates: found.paths };
  return inDocument(path, fragment, directory);
}

function placeOf(places: readonly Place[]): Resolution | null {
  const [place, ...others] = places;
  if (place === undefined) return null;
  const paths = [...new Set(places.map(({ path }) => path))];
  // Documents and sections share their ids; the first of an id given twice would be a guess.
  if (others.length > 0) return { outcome: 'unresolved', why: 'ambiguous', candidates: paths };
  return { outcome: 'document', ...place };
}

function inDocument(path: string, fragment: string | null, directory: Directory): Resolution {
  const sections = directory.sections(path);
  if (sections === null) return { outcome: 'unresolved', why: 'missing', candidates: [] };
  const section = fragment === null ? null : sections(fragment);
  if (section === undefined) return { outcome: 'unresolved', why: 'missing-section', candidates: [path] };
  return { outcome: 'document', path, section };
}

/** A link's target in its two parts, percent signs undone. */
interface LinkTarget {
  /** Empty when the link stays in its own document; slashes always lean forward. */
  readonly path: string;
  readonly fragment: string | null;
}

/** Splits what a link points at. */
export function targetOf(link: { readonly target: string; readonly isWiki: boolean }): LinkTarget {
  const hash = link.target.indexOf('#');
  const before = hash < 0 ? link.target : link.target.slice(0, hash);
  const fragment = hash < 0 ? '' : link.target.slice(hash + 1);
  // A question mark is part of a note's name and starts the query of an address.
  const address = link.isWiki ? before : (before.split('?', 1)[0] ?? '');
  return {
    path: decoded(address).replaceAll('\\', '/').trim(),
    fragment: fragment.trim() === '' ? null : decoded(fragment).trim(),
  };
}

function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that encodes nothing stands for itself.
    return text;
  }
}

/** Paths of documents that may be meant; `outside` for what leaves the root. */
type FoundPaths = { readonly paths: readonly string[] } | 'outside';

const EXTENSIONS = DOCUMENTS.flatMap(({ extensions }) => extensions.map((extension) => `.${extension}`));
const INDEXES = ['README.md', 'index.md', '_index.md'];

/** Documents a relative path means, seen from another document. */
function findByPath(path: string, fromPath: string, directory: Directory): FoundPaths {
  const joined = joinPath(folderOf(fromPath), path);
  return joined === null ? 'outside' : { paths: documentsAt(joined, directory) };
}

/**
 * Documents an absolute path means. Sites are written with paths from their own top, which is some folder of the
 * workspace: when nothing stands there, the one document whose path ends so is meant.
 */
function findSitePath(path: string, directory: Directory): FoundPaths {
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
function findOther(path: string, fromPath: string, directory: Directory): Other | null {
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
function findWikilink(path: string, fromPath: string | null, directory: Directory): FoundPaths {
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
