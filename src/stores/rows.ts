// What the SQLite and PostgreSQL stores share: statistics of the view, the order of rows, the text of document cards.
import type { Edge } from '../model/edge.ts';
import { byText } from '../model/terms.ts';
import type {
  Definition,
  DocumentCard,
  DocumentHit,
  FileRecord,
  FilesAsked,
  SectionCard,
  TermStatistics,
} from '../ports/store.ts';

/** The section number for a key of the whole document, because a primary key cannot hold null. */
export const WHOLE = -1;

export function compareEdges(a: Edge, b: Edge): number {
  return byText(a.from, b.from) || byText(a.to, b.to) || byText(a.kind, b.kind);
}

/** Orders hits by key, path and section, a document before its sections. */
export function compareHits(a: DocumentHit, b: DocumentHit): number {
  return byText(a.key, b.key) || byText(a.path, b.path) || (a.section ?? -1) - (b.section ?? -1);
}

export function compareDefinitions(a: Definition, b: Definition): number {
  return byText(a.path, b.path) || a.symbol - b.symbol;
}

/** The first path of every content in the view; `files` must be sorted by path. */
export function firstPaths(files: readonly FileRecord[]): readonly Pick<FileRecord, 'path' | 'hash' | 'content'>[] {
  const first = new Map<number, Pick<FileRecord, 'path' | 'hash' | 'content'>>();
  for (const { path, hash, content } of files) if (!first.has(content)) first.set(content, { path, hash, content });
  return [...first.values()];
}

export type CardRow = Pick<DocumentCard, 'path' | 'hash'> & { readonly card: string };

// A list of all documents parses every card, so sections are stored without field names.
const packSection = ({ id, title, slug, level, startLine, endLine, displayLength }: SectionCard) =>
  [id, title, slug, level, startLine, endLine, displayLength] as const;

type PackedSection = ReturnType<typeof packSection>;

/** Prints a card as text, without its path and hash. */
export function printCard({ path: _path, hash: _hash, sections, ...card }: DocumentCard): string {
  return JSON.stringify([card, sections.map(packSection)]);
}

export function parseCard({ path, hash, card: text }: CardRow): DocumentCard {
  // Only `printCard` writes these texts, so their shape is certain.
  const [card, packed] = JSON.parse(text) as [Omit<DocumentCard, 'sections'>, PackedSection[]];
  return { ...card, path, hash, sections: packed.map(parseSection) };
}

function parseSection(packed: PackedSection, index: number): SectionCard {
  const [id, title, slug, level, startLine, endLine, displayLength] = packed;
  return { index, id, title, slug, level, startLine, endLine, displayLength };
}

export interface ViewCounts {
  /** 1 at the number of every content in the view, else 0. */
  readonly live: Uint8Array;
  /** The number of units of each content, at the content's number. */
  readonly unitCounts: Uint32Array;
  /** The number of index terms of each content, at the content's number. */
  readonly termCounts: Uint32Array;
  readonly statistics: TermStatistics;
}

/** The whole view, read at once, because most questions need it and it is small. */
export interface StoredView extends ViewCounts {
  /** Sorted by path. */
  readonly files: readonly FileRecord[];
}

/** Derives a view from its rows; `unitsAt` returns the number of units in the content of a row. */
export function storedView(files: readonly FileRecord[], unitsAt: (row: number) => number): StoredView {
  const counts = viewCounts({
    contents: files.map(({ content }) => content),
    terms: files.map(({ termCount }) => termCount),
    units: files.map((_, row) => unitsAt(row)),
  });
  return { ...counts, files: files.toSorted((a, b) => byText(a.path, b.path)) };
}

export function filesAmong(files: readonly FileRecord[], { paths, contents }: FilesAsked): readonly FileRecord[] {
  const [ofPath, ofContent] = [new Set(paths), new Set(contents)];
  return files.filter(({ path, content }) => ofPath.has(path) || ofContent.has(content));
}

/** The columns of the view that are counted; each has an entry for every file. */
export type CountedColumns = Readonly<Record<'contents' | 'terms' | 'units', readonly number[]>>;

/** Counts terms and units, once for files that share a content. */
export function viewCounts(columns: CountedColumns): ViewCounts {
  const size = columns.contents.reduce((max, content) => Math.max(max, content), 0) + 1;
  const live = new Uint8Array(size);
  const [unitCounts, termCounts] = [new Uint32Array(size), new Uint32Array(size)];
  let [contents, units, terms] = [0, 0, 0];
  for (let row = 0; row < columns.contents.length; row++) {
    const content = columns.contents[row]!;
    if (live[content] === 1) continue;
    live[content] = 1;
    contents += 1;
    units += unitCounts[content] = columns.units[row]!;
    terms += termCounts[content] = columns.terms[row]!;
  }
  const statistics = {
    files: contents,
    units,
    averageFileLength: contents === 0 ? 0 : terms / contents,
    averageUnitLength: units === 0 ? 0 : terms / units,
  };
  return { live, unitCounts, termCounts, statistics };
}
