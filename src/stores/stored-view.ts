// Keeps the view of a store in memory with its statistics, because every question needs it.
import { byText } from '../model/terms.ts';
import type { FileRecord, FilesAsked, TermStatistics } from '../ports/store.ts';

/** What is counted in the contents of the view. */
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

/** The files with one of these paths or contents, in their order. */
export function filesAmong(files: readonly FileRecord[], { paths, contents }: FilesAsked): readonly FileRecord[] {
  const [ofPath, ofContent] = [new Set(paths), new Set(contents)];
  return files.filter(({ path, content }) => ofPath.has(path) || ofContent.has(content));
}

/** The columns of the view that are counted; each has an entry for every file. */
export interface CountedColumns {
  readonly contents: readonly number[];
  readonly terms: readonly number[];
  readonly units: readonly number[];
}

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
