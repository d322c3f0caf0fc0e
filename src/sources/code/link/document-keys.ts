// A changed document can change where other documents lead. The keys that this file makes say under which names a
// document looks for others and under which it is found, so that the index links only those again that may be affected.
// The directory that it opens finds what links and fields lead to.
import type { DocumentContent, DocumentLink } from '../../../model/document.ts';
import { isDocumentLanguage } from '../../../model/entity.ts';
import type { ContentFacts } from '../../../model/facts.ts';
import { lazy } from '../../../model/memoize.ts';
import { folderOf, joinPath, nameOf } from '../../../model/paths.ts';
import { nameKey } from '../../../model/terms.ts';
import type { LinkWorkspace } from '../../../ports/source.ts';
import type { DocumentKey } from '../../../ports/store.ts';
import { parseLatticeId } from '../../markdown/lattice-id.ts';
import { type Directory, folderName, groupEntries, standsForFolder } from '../../markdown/links/directory.ts';
import { splitTarget } from '../../markdown/links/resolve-link.ts';
import { isRootPath, stemOf, stripPageEnding } from '../../markdown/place-document.ts';
import type { FileTree } from './file-tree.ts';

export type DocumentReferences = Pick<DocumentContent, 'links' | 'references' | 'mentions'>;

/** The returned function looks up what some documents refer to: paths in the view, ids and names in the store. */
export function createDirectoryOpener(
  tree: FileTree,
  workspace: LinkWorkspace,
  rootPatterns: readonly string[],
): (documents: readonly DocumentReferences[]) => Promise<Directory> {
  const isDocument = (path: string) => isDocumentLanguage(workspace.files.get(path)?.language ?? null);
  const documents = lazy(() => tree.paths().filter(isDocument));
  const pathsByLowerCase = lazy(() => Map.groupBy(documents(), (path) => path.toLowerCase()));
  const stems = lazy(() => Map.groupBy(documents(), (path) => stemOf(path).toLowerCase()));
  const folders = lazy(() => Map.groupBy(documents(), (path) => folderName(path).toLowerCase()));
  const pathsByKey = async (kind: DocumentKey, keys: readonly string[]) =>
    groupEntries((await workspace.documents(kind, keys)).map(({ key, path }) => [key, path]));
  return async (referring) => {
    const [ids, names] = [await pathsByKey('id', idsIn(referring)), await pathsByKey('name', namesIn(referring))];
    return {
      byId: (id) => (ids.get(id) ?? []).map((path) => ({ path, section: null })),
      byPath: (path) => (isDocument(path) ? path : null),
      byFoldedPath: (path) => pathsByLowerCase().get(path.toLowerCase()) ?? [],
      byStem: (stem) => stems().get(stem.toLowerCase()) ?? [],
      byName: (name) => [...new Set(names.get(nameKey(name)))],
      byFolder: (folder) =>
        (folders().get(folder.toLowerCase()) ?? []).filter((path) =>
          standsForFolder(path, isRootPath(path, rootPatterns)),
        ),
      // Edges are between files: any section of a document leads to it.
      sections: (path) => (isDocument(path) ? () => null : null),
      otherAt: (path) => (tree.has(path) ? 'file' : tree.hasFolder(path) ? 'folder' : null),
    };
  };
}

function idsIn(documents: readonly DocumentReferences[]): readonly string[] {
  const ids = documents.flatMap(({ links, references }) => [
    ...references.map(({ id }) => id),
    ...links.flatMap((link) => {
      const { path, fragment } = splitTarget(link);
      return [parseLatticeId(path), parseLatticeId(fragment ?? '')];
    }),
  ]);
  return [...new Set(ids.flatMap((id) => id ?? []))];
}

function namesIn(documents: readonly DocumentReferences[]): readonly string[] {
  const names = documents.flatMap(({ links, references }) => [
    ...references.map(({ target }) => splitTarget({ target, isWiki: true }).path),
    ...links.filter(({ isWiki }) => isWiki).map((link) => splitTarget(link).path),
  ]);
  return uniqueKeys(names.map(nameKey));
}

/** The key of documents in the root, whose folder has no name. */
const TOP_KEY = '/';

/**
 * Returns the keys by which documents can refer to a file: its name; for code its symbols; for a document its other
 * names, titles, ids and aliases, and the folder that it stands for.
 */
export function identityKeys(
  path: string,
  { document, symbols }: ContentFacts,
  rootPatterns: readonly string[],
): readonly string[] {
  const keys = [nameOf(path)];
  if (document === null) keys.push(...symbols.map((symbol) => symbol.name));
  else {
    const { id, givenName, givenTitle, firstHeading, aliases, sections } = document;
    keys.push(stemOf(path), ...aliases, ...[id, givenName, givenTitle, firstHeading].flatMap((text) => text ?? []));
    keys.push(...sections.flatMap((section) => section.id ?? []));
    if (standsForFolder(path, isRootPath(path, rootPatterns))) keys.push(folderName(path));
  }
  const isTop = document !== null && !path.includes('/');
  return uniqueKeys([...keys.map(nameKey), ...(isTop ? [TOP_KEY] : [])]);
}

function uniqueKeys(keys: readonly string[]): readonly string[] {
  return [...new Set(keys)].filter((key) => key !== '');
}

// A document makes few edges, so further keys would seldom change any.
const KEYS_MAX = 160;

/**
 * Returns the keys, up to `KEYS_MAX`, under which a document may look for other files: those of the references in its
 * frontmatter, of its links, and of the paths and symbols it mentions. A file that has one of them among its
 * `identityKeys` may change where the document leads.
 */
export function referenceKeys(document: DocumentContent, path: string): readonly string[] {
  const keys = [
    ...document.references.flatMap(({ target }) => keysOfBothForms(target, path)),
    ...document.links.flatMap((link) => targetKeys(link, path)),
    ...document.mentions.flatMap(({ kind, name }) =>
      kind === 'path'
        ? nameKey(lastSegment(name))
        : [nameKey(symbolOf(name)), ...(name.includes('.') ? [nameKey(name)] : [])],
    ),
  ];
  return uniqueKeys(keys).slice(0, KEYS_MAX);
}

/** Returns the keys of the issues that block a document. */
export function blockerKeys(document: DocumentContent, path: string): readonly string[] {
  const blockers = document.references.filter(({ field }) => field === 'blocked-by');
  return uniqueKeys(blockers.flatMap(({ target }) => keysOfBothForms(target, path)));
}

/** Returns the last part of a name: `Shop::Cart#pay` → `pay`. */
export function symbolOf(name: string): string {
  return /(?<![\p{L}\p{N}_$])[\p{L}\p{N}_$]+$/u.exec(name)?.[0] ?? name;
}

function keysOfBothForms(target: string, path: string): readonly string[] {
  const escaped = target.replaceAll('%', '%25');
  return [...targetKeys({ target: escaped, isWiki: false }, path), ...targetKeys({ target, isWiki: true }, path)];
}

function targetKeys(link: Pick<DocumentLink, 'target' | 'isWiki'>, fromPath: string): readonly string[] {
  const { path, fragment } = splitTarget(link);
  if (path === '') return [];
  const fullPath = joinPath(link.isWiki || path.startsWith('/') ? '' : folderOf(fromPath), path);
  const idKeys = fragment === null || parseLatticeId(fragment) === null ? [] : [nameKey(fragment)];
  if (fullPath === null) return idKeys;
  const last = lastSegment(fullPath);
  const keys = last === '' ? [TOP_KEY] : [nameKey(last), nameKey(stripPageEnding(last))];
  return [...keys, ...(link.isWiki ? [nameKey(path)] : []), ...idKeys];
}

function lastSegment(path: string): string {
  return nameOf(path.replace(/(?<!\/)\/+$/, ''));
}
