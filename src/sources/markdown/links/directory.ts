import type { DocumentFacts, DocumentSection } from '../../../model/document.ts';
import { latticeId } from '../lattice-id.ts';
import { stemOf } from '../place-document.ts';

/** All documents that links can lead to, by path, id and name. */
export interface Directory {
  /** Documents before sections; more than one only where an id was given twice. */
  byId(id: string): readonly Place[];
  /** The path itself, where a document has it. */
  byPath(path: string): string | null;
  /** Paths that differ from this one in case alone. */
  byFoldedPath(path: string): readonly string[];
  /** Documents whose file has this name, whatever its folder, extension and case. */
  byStem(stem: string): readonly string[];
  /** Documents called so by their frontmatter, their first heading or an alias, whatever the case. */
  byName(name: string): readonly string[];
  /** Documents that stand for a folder of this name: its index, its readme, its root document. */
  byFolder(folder: string): readonly string[];
  /** The sections of a document by fragment; null when there is no such document. */
  sections(path: string): SectionLookup | null;
  /** Whether a file that is no document, or a folder, stands at a path. */
  otherAt: OtherAt;
}

type OtherAt = (path: string) => 'file' | 'folder' | null;

/** A document, or one of its sections. */
export interface Place {
  readonly path: string;
  readonly section: DocumentSection | null;
}

/** What a directory needs to know of a document. */
type DirectoryDocument = Pick<
  DocumentFacts,
  'path' | 'id' | 'name' | 'title' | 'aliases' | 'sections' | 'anchors' | 'isRoot'
>;

const INDEX_STEMS = ['index', '_index', 'readme'];

/** A directory of documents held in memory. */
export function createDirectory(documents: readonly DirectoryDocument[], otherAt: OtherAt = () => null): Directory {
  const sorted = [...documents].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const byPath = new Map(sorted.map((document) => [document.path, document]));
  const ids = grouped([...sorted.flatMap(documentIds), ...sorted.flatMap(sectionIds)]);
  const folded = grouped(sorted.map(({ path }) => [path.toLowerCase(), path]));
  const stems = grouped(sorted.map(({ path }) => [stemOf(path).toLowerCase(), path]));
  const names = grouped(sorted.flatMap(namesOf));
  const folders = grouped(
    sorted
      .filter(({ path, isRoot }) => standsForFolder(path, isRoot))
      .map(({ path }) => [folderName(path).toLowerCase(), path]),
  );
  const lookups = new Map<string, SectionLookup>();
  return {
    byId: (id) => ids.get(id.toUpperCase()) ?? [],
    byPath: (path) => byPath.get(path)?.path ?? null,
    byFoldedPath: (path) => folded.get(path.toLowerCase()) ?? [],
    byStem: (stem) => stems.get(stem.toLowerCase()) ?? [],
    byName: (name) => names.get(name.toLowerCase()) ?? [],
    byFolder: (folder) => folders.get(folder.toLowerCase()) ?? [],
    sections: (path) => {
      const document = byPath.get(path);
      if (document === undefined) return null;
      const lookup = lookups.get(path) ?? sectionLookup(document);
      lookups.set(path, lookup);
      return lookup;
    },
    otherAt,
  };
}

type DirectoryEntry<Value> = readonly [key: string, value: Value];

function documentIds({ id, path }: DirectoryDocument): readonly DirectoryEntry<Place>[] {
  return id === null ? [] : [[id, { path, section: null }]];
}

function sectionIds({ path, sections }: DirectoryDocument): readonly DirectoryEntry<Place>[] {
  return sections.flatMap((section) => (section.id === null ? [] : [[section.id, { path, section }] as const]));
}

function namesOf({ path, name, title, aliases }: DirectoryDocument): readonly DirectoryEntry<string>[] {
  return [...new Set([name, title, ...aliases].map((text) => text.toLowerCase()))].map((key) => [key, path]);
}

/** Whether a link to a folder means this document in it. */
export function standsForFolder(path: string, isRoot: boolean): boolean {
  return isRoot || INDEX_STEMS.includes(stemOf(path).toLowerCase());
}

/** The name of the folder a path lies in; empty at the top. */
export function folderName(path: string): string {
  return path.split('/').at(-2) ?? '';
}

/** Values by key, in the order given. */
export function grouped<Value>(entries: readonly DirectoryEntry<Value>[]): ReadonlyMap<string, readonly Value[]> {
  const groups = Map.groupBy(entries, ([key]) => key);
  return new Map([...groups].map(([key, group]) => [key, group.map(([, value]) => value)]));
}

/** Where a fragment leads in one document: a section, null for the document as a whole, undefined for nowhere. */
export type SectionLookup = (fragment: string) => DocumentSection | null | undefined;

/** Reads the names of all sections of a document once. */
export function sectionLookup(document: Pick<DocumentFacts, 'id' | 'sections' | 'anchors'>): SectionLookup {
  const { sections } = document;
  const byId = new Map(sections.flatMap((section) => (section.id === null ? [] : [[section.id, section] as const])));
  const exact = firstOf(document.anchors.map(({ name, section }) => [name, section]));
  const folded = firstOf(document.anchors.map(({ name, section }) => [name.toLowerCase(), section]));
  const titles = firstOf(sections.map(({ title, index }) => [wordsOf(title), index]));
  return (fragment) => {
    const id = latticeId(fragment);
    if (id !== null && id === document.id) return null;
    const identified = id === null ? undefined : byId.get(id);
    if (identified !== undefined) return identified;
    // Wikilinks name a heading by its text, and a nested one by all headings above it.
    const heading = wordsOf(fragment.slice(fragment.lastIndexOf('#') + 1));
    const lower = fragment.toLowerCase();
    const index = exact.get(fragment) ?? folded.get(lower) ?? (heading === '' ? undefined : titles.get(heading));
    if (index !== undefined && index !== WHOLE) return sections[index];
    return index === WHOLE || lower === 'top' ? null : undefined;
  };
}

// Stands for the part before the first heading, which is no section.
const WHOLE = -1;

function firstOf(entries: readonly (readonly [name: string, section: number | null])[]): ReadonlyMap<string, number> {
  const map = new Map<string, number>();
  for (const [name, section] of entries) if (!map.has(name)) map.set(name, section ?? WHOLE);
  return map;
}

function wordsOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
