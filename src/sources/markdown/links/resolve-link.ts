import type { DocumentLink, FrontmatterReference } from '../../../model/document.ts';
import { latticeId } from '../lattice-id.ts';
import type { Directory, Place } from './directory.ts';
import { type FoundPaths, findByPath, findOther, findSitePath, findWikilink } from './find-path.ts';

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
