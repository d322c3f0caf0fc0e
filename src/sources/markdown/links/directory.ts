// Links name documents by path, id, file name, name, title or alias. A directory finds them by each of these;
// `resolve-link.ts` decides which a link asks for.
import type { DocumentFacts, DocumentSection } from '../../../model/document.ts';
import { byText } from '../../../model/terms.ts';
import { parseLatticeId } from '../lattice-id.ts';
import { stemOf } from '../place-document.ts';

export interface Directory {
  /** Returns the documents and then the sections with this id; more than one only where the id was given twice. */
  byId(id: string): readonly Place[];
  /** Returns the path itself when a document has it. */
  byPath(path: string): string | null;
  /** Returns the paths that are this one, whatever the case. */
  byFoldedPath(path: string): readonly string[];
  /** Returns the documents whose file has this name, whatever its folder, extension and case. */
  byStem(stem: string): readonly string[];
  /** Returns the documents with this name, title or alias, whatever the case. */
  byName(name: string): readonly string[];
  /** Returns the documents that stand for a folder of this name: its index, its readme, its root document. */
  byFolder(folder: string): readonly string[];
  /** Returns the lookup of the sections of a document; null when there is no such document. */
  sections(path: string): SectionLookup | null;
  /** Returns whether another file or a folder lies at a path. */
  otherAt: OtherAt;
}

type OtherAt = (path: string) => 'file' | 'folder' | null;

/** A document, or one of its sections. */
export interface Place {
  readonly path: string;
  readonly section: DocumentSection | null;
}

type DirectoryDocument = Pick<
  DocumentFacts,
  'path' | 'id' | 'name' | 'title' | 'aliases' | 'sections' | 'anchors' | 'isRoot'
>;

const INDEX_STEMS = ['index', '_index', 'readme'];

export function createDirectory(documents: readonly DirectoryDocument[], otherAt: OtherAt = () => null): Directory {
  const sorted = documents.toSorted((a, b) => byText(a.path, b.path));
  const byPath = new Map(sorted.map((document) => [document.path, document]));
  const ids = groupEntries<Place>([
    ...sorted.flatMap(({ id, path }) => entryOf(id, { path, section: null })),
    ...sorted.flatMap(({ path, sections }) => sections.flatMap((section) => entryOf(section.id, { path, section }))),
  ]);
  // Makes a function that finds the paths of the documents with a name, whatever the case.
  const pathsBy = (namesOf: (document: DirectoryDocument) => readonly string[]) => {
    const lowerNames = (document: DirectoryDocument) => new Set(namesOf(document).map((name) => name.toLowerCase()));
    const entries = sorted.flatMap((document) =>
      [...lowerNames(document)].map((name) => [name, document.path] as const),
    );
    const paths = groupEntries(entries);
    return (name: string) => paths.get(name.toLowerCase()) ?? [];
  };
  const lookups = new Map<string, SectionLookup>();
  return {
    byId: (id) => ids.get(id.toUpperCase()) ?? [],
    byPath: (path) => byPath.get(path)?.path ?? null,
    byFoldedPath: pathsBy(({ path }) => [path]),
    byStem: pathsBy(({ path }) => [stemOf(path)]),
    byName: pathsBy(({ name, title, aliases }) => [name, title, ...aliases]),
    byFolder: pathsBy(({ path, isRoot }) => (standsForFolder(path, isRoot) ? [folderName(path)] : [])),
    sections: (path) => {
      const document = byPath.get(path);
      if (document === undefined) return null;
      const lookup = lookups.get(path) ?? createSectionLookup(document);
      lookups.set(path, lookup);
      return lookup;
    },
    otherAt,
  };
}

type DirectoryEntry<Value> = readonly [key: string, value: Value];

const entryOf = (id: string | null, place: Place): readonly DirectoryEntry<Place>[] =>
  id === null ? [] : [[id, place]];

/** Returns whether a link to a folder means this document in it. */
export function standsForFolder(path: string, isRoot: boolean): boolean {
  return isRoot || INDEX_STEMS.includes(stemOf(path).toLowerCase());
}

/** Returns the name of the folder of a path; empty in the root. */
export const folderName = (path: string): string => path.split('/').at(-2) ?? '';

/** Groups values by key, in the order given. */
export function groupEntries<Value>(entries: readonly DirectoryEntry<Value>[]): ReadonlyMap<string, readonly Value[]> {
  const groups = Map.groupBy(entries, ([key]) => key);
  return new Map([...groups].map(([key, group]) => [key, group.map(([, value]) => value)]));
}

/** Finds the section that a fragment names; null for the document itself, undefined when it has no such section. */
export type SectionLookup = (fragment: string) => DocumentSection | null | undefined;

export function createSectionLookup(document: Pick<DocumentFacts, 'id' | 'sections' | 'anchors'>): SectionLookup {
  const { sections } = document;
  const byId = new Map(sections.flatMap((section) => (section.id === null ? [] : [[section.id, section] as const])));
  const exact = keepFirst(document.anchors.map(({ name, section }) => [name, section]));
  const folded = keepFirst(document.anchors.map(({ name, section }) => [name.toLowerCase(), section]));
  const titles = keepFirst(sections.map(({ title, index }) => [wordsOf(title), index]));
  return (fragment) => {
    const id = parseLatticeId(fragment);
    if (id !== null && id === document.id) return null;
    const sectionOfId = id === null ? undefined : byId.get(id);
    if (sectionOfId !== undefined) return sectionOfId;
    // Wikilinks name a heading by its text, often after the texts of the headings above it.
    const heading = wordsOf(fragment.slice(fragment.lastIndexOf('#') + 1));
    const lower = fragment.toLowerCase();
    const index = exact.get(fragment) ?? folded.get(lower) ?? (heading === '' ? undefined : titles.get(heading));
    if (index !== undefined && index !== WHOLE) return sections[index];
    return index === WHOLE || lower === 'top' ? null : undefined;
  };
}

// This index stands for the part before the first heading, which belongs to no section.
const WHOLE = -1;

function keepFirst(entries: readonly (readonly [name: string, section: number | null])[]): ReadonlyMap<string, number> {
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
