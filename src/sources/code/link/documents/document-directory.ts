import type { DocumentContent } from '../../../../model/document.ts';
import { isDocumentLanguage } from '../../../../model/entity.ts';
import { nameKey } from '../../../../model/terms.ts';
import type { LinkWorkspace } from '../../../../ports/source.ts';
import type { DocumentHit } from '../../../../ports/store.ts';
import { latticeId } from '../../../markdown/lattice-id.ts';
import type { Directory } from '../../../markdown/links/directory.ts';
import { targetOf } from '../../../markdown/links/link-target.ts';
import { stemOf } from '../../../markdown/stem-of.ts';
import { groupBy, lazy, type Tree } from '../tree.ts';
import { folderName, standsForFolder } from './identity-keys.ts';

/** What of a document is needed to tell where it leads. */
export type Referring = Pick<DocumentContent, 'links' | 'references' | 'mentions'>;

/** Makes directories for a few documents each: paths are all at hand, ids and names are asked for as they are needed. */
export function documentDirectories(
  tree: Tree,
  workspace: LinkWorkspace,
  rootPatterns: readonly string[],
): (documents: readonly Referring[]) => Promise<Directory> {
  const isDocument = (path: string) => isDocumentLanguage(workspace.files.get(path)?.language ?? null);
  const documents = lazy(() => tree.paths().filter(isDocument));
  const folded = lazy(() => groupBy(documents(), (path) => path.toLowerCase()));
  const stems = lazy(() => groupBy(documents(), (path) => stemOf(path).toLowerCase()));
  const folders = lazy(() => groupBy(documents(), (path) => folderName(path).toLowerCase()));
  return async (referring) => {
    const ids = pathsByKey(await workspace.documents('id', idsIn(referring)));
    const names = pathsByKey(await workspace.documents('name', namesIn(referring)));
    return {
      byId: (id) => (ids.get(id) ?? []).map((path) => ({ path, section: null })),
      byPath: (path) => (isDocument(path) ? path : null),
      byFoldedPath: (path) => folded().get(path.toLowerCase()) ?? [],
      byStem: (stem) => stems().get(stem.toLowerCase()) ?? [],
      byName: (name) => [...new Set(names.get(nameKey(name)))],
      byFolder: (folder) =>
        (folders().get(folder.toLowerCase()) ?? []).filter((path) => standsForFolder(path, rootPatterns)),
      // Edges are between files: any section of a document leads to it.
      sections: (path) => (isDocument(path) ? () => null : null),
      otherAt: (path) => (tree.has(path) ? 'file' : tree.hasFolder(path) ? 'folder' : null),
    };
  };
}

function idsIn(documents: readonly Referring[]): readonly string[] {
  const ids = documents.flatMap(({ links, references }) => [
    ...references.map(({ id }) => id),
    ...links.flatMap((link) => {
      const { path, fragment } = targetOf(link);
      return [latticeId(path), latticeId(fragment ?? '')];
    }),
  ]);
  return [...new Set(ids.flatMap((id) => id ?? []))];
}

function namesIn(documents: readonly Referring[]): readonly string[] {
  const names = documents.flatMap(({ links, references }) => [
    ...references.map(({ target }) => targetOf({ target, isWiki: true }).path),
    ...links.filter(({ isWiki }) => isWiki).map((link) => targetOf(link).path),
  ]);
  return [...new Set(names.map(nameKey))].filter((key) => key !== '');
}

function pathsByKey(hits: readonly DocumentHit[]): ReadonlyMap<string, readonly string[]> {
  const paths = new Map<string, string[]>();
  for (const { key, path } of hits) {
    const known = paths.get(key);
    if (known) known.push(path);
    else paths.set(key, [path]);
  }
  return paths;
}
