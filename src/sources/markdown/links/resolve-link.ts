// This file finds out where a link, a wikilink or a reference in a document leads, in the ways that editors and site
// generators resolve them.
import { DOCUMENTS } from '../../../languages/markdown.ts';
import type { DocumentLink, FrontmatterReference } from '../../../model/document.ts';
import { folderOf, joinPath } from '../../../model/paths.ts';
import { parseLatticeId } from '../lattice-id.ts';
import { stripPageEnding } from '../place-document.ts';
import type { Directory, Place } from './directory.ts';

/** A document, a section of one, another file or folder, or the reason why the link leads nowhere. */
export type Resolution =
  | { readonly outcome: 'document'; readonly path: string; readonly section: Place['section'] }
  | { readonly outcome: 'file'; readonly path: string }
  | { readonly outcome: 'unresolved'; readonly why: UnresolvedReason; readonly candidates: readonly string[] };

/** With `missing-section` the only candidate is the document that lacks the section. */
type UnresolvedReason = 'missing' | 'missing-section' | 'ambiguous' | 'outside';

export function resolveLink(
  link: Pick<DocumentLink, 'target' | 'isWiki'>,
  fromPath: string,
  directory: Directory,
): Resolution {
  const target = splitTarget(link);
  if (target.path === '') return resolveInDocument(fromPath, target.fragment, directory);
  const named = parseLatticeId(target.path);
  const place = named === null ? null : resolvePlaces(directory.byId(named));
  if (place !== null) return place;
  // A file at exactly this path comes before documents with a similar name.
  const other = findOther(target.path, fromPath, directory);
  if (other?.kind === 'file') return { outcome: 'file', path: other.path };
  const paths = link.isWiki
    ? findWikilink(target.path, fromPath, directory)
    : findLinked(target.path, fromPath, directory);
  const resolved = resolutionOf(paths, target, directory);
  if (resolved.outcome !== 'unresolved') return resolved;
  // The id in the fragment still finds a document that was moved.
  const idInFragment = parseLatticeId(target.fragment ?? '');
  const elsewhere = idInFragment === null ? null : resolvePlaces(directory.byId(idInFragment));
  if (elsewhere !== null) return elsewhere;
  return other === null ? resolved : { outcome: 'file', path: other.path };
}

/**
 * Finds what a reference means that is an id, a path or a name. `fromPath` is null if a user typed it: no document is
 * nearest then, so a name must be unique.
 */
export function resolveReference(reference: string, fromPath: string | null, directory: Directory): Resolution {
  if (reference.trim() === '') return { outcome: 'unresolved', why: 'missing', candidates: [] };
  const target = reference.replaceAll('%', '%25');
  const byPath = resolveLink({ target, isWiki: false }, fromPath ?? '', directory);
  if (byPath.outcome !== 'unresolved' || byPath.why === 'missing-section') return byPath;
  const { path, fragment } = splitTarget({ target, isWiki: true });
  const byName = resolutionOf(findWikilink(path, fromPath, directory), { path, fragment }, directory);
  return byName.outcome === 'unresolved' && byName.why === 'missing' ? byPath : byName;
}

/** Finds what a field of the frontmatter refers to; null for a word that only looks like an id. */
export function resolveField(
  { target, id, isGuess }: Pick<FrontmatterReference, 'target' | 'id' | 'isGuess'>,
  fromPath: string,
  directory: Directory,
): Resolution | null {
  return isGuess ? resolvePlaces(directory.byId(id ?? '')) : resolveReference(target, fromPath, directory);
}

const findLinked = (path: string, fromPath: string, directory: Directory): FoundPaths =>
  path.startsWith('/') ? findSitePath(path, directory) : findByPath(path, fromPath, directory);

function resolutionOf(found: FoundPaths, { fragment }: LinkTarget, directory: Directory): Resolution {
  if (found === null) return { outcome: 'unresolved', why: 'outside', candidates: [] };
  const [path, ...others] = found;
  if (path === undefined) return { outcome: 'unresolved', why: 'missing', candidates: [] };
  if (others.length > 0) return { outcome: 'unresolved', why: 'ambiguous', candidates: found };
  return resolveInDocument(path, fragment, directory);
}

function resolvePlaces(places: readonly Place[]): Resolution | null {
  const [place, ...others] = places;
  if (place === undefined) return null;
  const paths = [...new Set(places.map(({ path }) => path))];
  // When an id is given twice, taking the first would be a guess.
  if (others.length > 0) return { outcome: 'unresolved', why: 'ambiguous', candidates: paths };
  return { outcome: 'document', ...place };
}

function resolveInDocument(path: string, fragment: string | null, directory: Directory): Resolution {
  const sections = directory.sections(path);
  if (sections === null) return { outcome: 'unresolved', why: 'missing', candidates: [] };
  const section = fragment === null ? null : sections(fragment);
  if (section === undefined) return { outcome: 'unresolved', why: 'missing-section', candidates: [path] };
  return { outcome: 'document', path, section };
}

/** The two parts of a target, decoded. */
interface LinkTarget {
  /** The path with forward slashes; empty when the link stays in its own document. */
  readonly path: string;
  readonly fragment: string | null;
}

export function splitTarget(link: { readonly target: string; readonly isWiki: boolean }): LinkTarget {
  const hash = link.target.indexOf('#');
  const beforeHash = hash < 0 ? link.target : link.target.slice(0, hash);
  const fragment = hash < 0 ? '' : link.target.slice(hash + 1);
  // A question mark belongs to the name of a note, but starts the query of an address.
  const address = link.isWiki ? beforeHash : (beforeHash.split('?', 1)[0] ?? '');
  return {
    path: decodePercent(address).replaceAll('\\', '/').trim(),
    fragment: fragment.trim() === '' ? null : decodePercent(fragment).trim(),
  };
}

function decodePercent(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    // The percent sign does not encode a character, so the text stays as it is.
    return text;
  }
}

/** The documents that a path may mean; null when the path leaves the root. */
type FoundPaths = readonly string[] | null;

const EXTENSIONS = DOCUMENTS.flatMap(({ extensions }) => extensions.map((extension) => `.${extension}`));
const INDEXES = ['README.md', 'index.md', '_index.md'];

/** Finds the documents that a path means, relative to another document. */
function findByPath(path: string, fromPath: string, directory: Directory): FoundPaths {
  const fullPath = joinPath(folderOf(fromPath), path);
  return fullPath === null ? null : findDocumentsAt(fullPath, directory);
}

/**
 * Finds the documents that an absolute path means. The root of a site may be any folder of the workspace, so when no
 * document lies at the path itself, documents whose path ends with it count.
 */
function findSitePath(path: string, directory: Directory): FoundPaths {
  const fullPath = joinPath('', path);
  if (fullPath === null) return null;
  const exact = findDocumentsAt(fullPath, directory);
  return exact.length > 0 ? exact : findEnding(fullPath, directory);
}

/** Finds documents whose path ends in this one, whatever the extension; if there are none, those of such a folder. */
function findEnding(path: string, directory: Directory): readonly string[] {
  const wanted = stripPageEnding(path.toLowerCase());
  const last = wanted.slice(wanted.lastIndexOf('/') + 1);
  const ends = (full: string) => full === wanted || full.endsWith(`/${wanted}`);
  const files = directory.byStem(last).filter((file) => ends(stripPageEnding(file.toLowerCase())));
  return files.length > 0 ? files : directory.byFolder(last).filter((file) => ends(folderOf(file).toLowerCase()));
}

/** Finds another file or a folder at a path relative to a document or to the root. */
function findOther(path: string, fromPath: string, directory: Directory) {
  const fullPath = joinPath(path.startsWith('/') ? '' : folderOf(fromPath), path);
  const kind = fullPath === null || directory.byPath(fullPath) !== null ? null : directory.otherAt(fullPath);
  return fullPath === null || kind === null ? null : { kind, path: fullPath };
}

function findDocumentsAt(path: string, directory: Directory): readonly string[] {
  const last = path.slice(path.lastIndexOf('/') + 1);
  const inside = [...INDEXES, `${last}.md`, `!${last}.md`].map((name) => (path === '' ? name : `${path}/${name}`));
  // Links to a site name the HTML pages that are made from the documents.
  const page = path.replace(/\.html?$/i, '');
  const siblings = path === '' ? [] : [path, ...EXTENSIONS.map((extension) => page + extension)];
  const candidates = [...siblings, ...inside];
  for (const candidate of candidates) {
    const exact = directory.byPath(candidate);
    if (exact !== null) return [exact];
  }
  for (const candidate of candidates) {
    const folded = directory.byFoldedPath(candidate);
    if (folded.length > 0) return folded;
  }
  return [];
}

/** Finds the documents that a wikilink means by path, end of a path, name, title or alias; of several, the nearest. */
function findWikilink(path: string, fromPath: string | null, directory: Directory): FoundPaths {
  if (/^\.{1,2}\//.test(path)) return findByPath(path, fromPath ?? '', directory);
  const fromTop = joinPath('', path);
  if (fromTop === null) return null;
  if (path.includes('/')) {
    const exact = [fromTop, joinPath(folderOf(fromPath ?? ''), path) ?? fromTop]
      .flatMap((full) => [full, `${full}.md`])
      .find((full) => directory.byPath(full) !== null);
    if (exact !== undefined) return [exact];
  }
  const ending = keepNearest(findEnding(fromTop, directory), fromPath);
  return ending.length > 0 ? ending : keepNearest(directory.byName(path), fromPath);
}

/** Keeps the paths that are the fewest folders away. */
function keepNearest(paths: readonly string[], fromPath: string | null): readonly string[] {
  if (fromPath === null) return paths;
  const steps = paths.map((path) => countSteps(folderOf(fromPath), folderOf(path)));
  const least = steps.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  return paths.filter((_, index) => steps[index] === least);
}

function countSteps(a: string, b: string): number {
  const [first, second] = [a, b].map((folder) => (folder === '' ? [] : folder.split('/')));
  let shared = 0;
  while (first?.[shared] !== undefined && first[shared] === second?.[shared]) shared++;
  return (first?.length ?? 0) + (second?.length ?? 0) - 2 * shared;
}
