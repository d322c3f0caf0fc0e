// Finds the documents that links may lead to, by id, path, name and folder. It asks the index only for what the
// given links name, so that a question stays cheap in a large workspace.
import { lazy } from '../../model/memoize.ts';
import { folderOf, nameOf } from '../../model/paths.ts';
import { nameKey } from '../../model/terms.ts';
import type { FileRecord, Store } from '../../ports/store.ts';
import { parseLatticeId } from '../../sources/markdown/lattice-id.ts';
import {
  createSectionLookup,
  type Directory,
  type Place,
  type SectionLookup,
} from '../../sources/markdown/links/directory.ts';
import { splitTarget } from '../../sources/markdown/links/resolve-link.ts';
import { isRootPath, stemOf } from '../../sources/markdown/place-document.ts';

/** A link target to look up, as it is written. */
export interface WantedLink {
  readonly target: string;
  readonly isWiki: boolean;
}

const NO_CONTENTS: Awaited<ReturnType<Store['contents']>> = new Map();
const INDEX_STEMS = new Set(['index', '_index', 'readme']);

/** Lookup tables over the paths of the workspace, shared by all link directories of one run; documents are markdown. */
export interface PathTables {
  readonly documents: ReadonlyMap<string, FileRecord>;
  readonly lowerCasePaths: Lookup;
  readonly stems: Lookup;
  readonly folders: Lookup;
  readonly otherAt: Directory['otherAt'];
}
type Lookup = (key: string) => readonly string[];

/** Builds the tables from the view; all but `documents` are filled when a link first needs them. */
export function pathTables(files: readonly FileRecord[], rootPatterns: readonly string[]): PathTables {
  const documents = new Map(files.filter(isMarkdown).map((file) => [file.path, file]));
  const paths = [...documents.keys()];
  const standsForFolder = (path: string) =>
    INDEX_STEMS.has(stemOf(path).toLowerCase()) || isRootPath(path, rootPatterns);
  const others = lazy(() => filesAndFolders(files));
  return {
    documents,
    lowerCasePaths: lookupTable(() => paths.map((path) => [path.toLowerCase(), path])),
    stems: lookupTable(() => paths.map((path) => [stemOf(path).toLowerCase(), path])),
    folders: lookupTable(() => paths.filter(standsForFolder).map((path) => [folderName(path), path])),
    otherAt: (path) => (documents.has(path) ? null : (others().get(path) ?? null)),
  };
}

/** Builds a directory for these targets. `resolve` must look up all of them: a first call tells whose sections count. */
export async function linkDirectory(
  wanted: readonly WantedLink[],
  tables: PathTables,
  store: Store,
  resolve: (directory: Directory) => void,
): Promise<Directory> {
  const [ids, names] = await Promise.all([placesById(wanted, tables, store), pathsByName(wanted, store)]);
  const documentsToOpen = new Set<string>();
  const base = {
    byId: (id: string) => ids.get(id.toUpperCase()) ?? [],
    byPath: (path: string) => (tables.documents.has(path) ? path : null),
    byFoldedPath: (path: string) => tables.lowerCasePaths(path.toLowerCase()),
    byStem: (stem: string) => tables.stems(stem.toLowerCase()),
    byName: (name: string) => names.get(nameKey(name)) ?? [],
    byFolder: (folder: string) => tables.folders(folder.toLowerCase()),
    otherAt: tables.otherAt,
  };
  // Resolves once as if no section existed, to learn of which documents sections are asked for.
  resolve({ ...base, sections: (path) => (tables.documents.has(path) ? () => void documentsToOpen.add(path) : null) });
  const lookups = await sectionLookups([...documentsToOpen], tables, store);
  return { ...base, sections: (path) => lookups.get(path) ?? (tables.documents.has(path) ? () => undefined : null) };
}

async function placesById(wanted: readonly WantedLink[], { documents }: PathTables, store: Store) {
  const ids = wanted.flatMap((link) => {
    const { path, fragment } = splitTarget(link);
    return [path, fragment ?? ''].flatMap((text) => parseLatticeId(text) ?? []);
  });
  const hits = ids.length === 0 ? [] : await store.documentsBy('id', [...new Set(ids)]);
  const inSections = hits.filter(({ section }) => section !== null).map(({ path }) => documents.get(path)?.hash ?? '');
  const contents = inSections.length === 0 ? NO_CONTENTS : await store.contents([...new Set(inSections)]);
  const places = new Map<string, Place[]>();
  // Lists documents before sections, because both share one set of ids.
  const documentsFirst = hits.toSorted((a, b) => Number(a.section !== null) - Number(b.section !== null));
  for (const { key, path, section } of documentsFirst) {
    const content = contents.get(documents.get(path)?.hash ?? '')?.facts.document;
    const place = { path, section: section === null ? null : (content?.sections[section] ?? null) };
    places.set(key, [...(places.get(key) ?? []), place]);
  }
  return places;
}

async function pathsByName(wanted: readonly WantedLink[], store: Store) {
  const keys = wanted.map((link) => nameKey(splitTarget(link).path)).filter((key) => key !== '');
  const names = new Map<string, string[]>();
  for (const { key, path } of keys.length === 0 ? [] : await store.documentsBy('name', [...new Set(keys)])) {
    const paths = names.get(key) ?? [];
    if (!paths.includes(path)) names.set(key, [...paths, path]);
  }
  return names;
}

async function sectionLookups(
  paths: readonly string[],
  { documents }: PathTables,
  store: Store,
): Promise<ReadonlyMap<string, SectionLookup>> {
  const hashOf = (path: string) => documents.get(path)?.hash ?? '';
  const contents = paths.length === 0 ? NO_CONTENTS : await store.contents([...new Set(paths.map(hashOf))]);
  return new Map(
    paths.flatMap((path) => {
      const content = contents.get(hashOf(path))?.facts.document;
      return content ? [[path, createSectionLookup(content)] as const] : [];
    }),
  );
}

/** Whether a file is markdown: the links of other documents are neither followed nor checked here. */
export function isMarkdown({ language }: Pick<FileRecord, 'language'>): boolean {
  return language === 'markdown';
}

function filesAndFolders(files: readonly FileRecord[]): ReadonlyMap<string, 'file' | 'folder'> {
  const others = new Map<string, 'file' | 'folder'>();
  for (const { path } of files) {
    for (let index = path.lastIndexOf('/'); index > 0; index = path.lastIndexOf('/', index - 1)) {
      if (others.has(path.slice(0, index))) break;
      others.set(path.slice(0, index), 'folder');
    }
    others.set(path, 'file');
  }
  return others;
}

/** The name of the folder that a file lies in, in lower case. */
export const folderName = (path: string): string => nameOf(folderOf(path)).toLowerCase();

function lookupTable(entries: () => readonly (readonly [key: string, path: string])[]): Lookup {
  const map = lazy(() => Map.groupBy(entries(), ([key]) => key));
  return (key) => (map().get(key) ?? []).map(([, path]) => path);
}
