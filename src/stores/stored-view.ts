import { byText } from '../model/terms.ts';
import type { FileRecord, TermStatistics } from '../ports/store.ts';

/** The whole view, read at once, because every question needs it and it is small. */
export interface StoredView {
  /** Sorted by path. */
  readonly files: readonly FileRecord[];
  /** 1 at the number of every content in the view, else 0. */
  readonly live: Uint8Array;
  /** The number of units of each content, at the content's number. */
  readonly unitCounts: Uint32Array;
  readonly statistics: TermStatistics;
}

/** Derives a view from its rows; `unitsAt` returns the number of units in the content of a row. */
export function storedView(files: readonly FileRecord[], unitsAt: (row: number) => number): StoredView {
  const size = files.reduce((max, file) => Math.max(max, file.content), 0) + 1;
  const live = new Uint8Array(size);
  const unitCounts = new Uint32Array(size);
  let [contents, units, terms] = [0, 0, 0];
  for (const [index, { content, termCount }] of files.entries()) {
    if (live[content] === 1) continue;
    live[content] = 1;
    contents += 1;
    unitCounts[content] = unitsAt(index);
    units += unitCounts[content];
    terms += termCount;
  }
  const statistics = {
    files: contents,
    units,
    averageFileLength: contents === 0 ? 0 : terms / contents,
    averageUnitLength: units === 0 ? 0 : terms / units,
  };
  return { files: files.toSorted((a, b) => byText(a.path, b.path)), live, unitCounts, statistics };
}
