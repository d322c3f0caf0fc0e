import { oneLine } from '../model/visible-text.ts';
import type { Head, Layout, PageParts, Section } from '../ports/formatter.ts';

/** Items with a line of ours above them; nothing at all where there are none. */
export function list<Item>(
  opening: string,
  separator: string,
  item: (value: Item) => string,
  { closing = '', none = '' } = {},
): Section<Item> {
  return { opening, separator, closing, none, item };
}

/** For a list of sources that tells of every block. */
export const ALL = { max: Number.POSITIVE_INFINITY, more: () => '' } as const;

/** A page that prints nothing but its blocks. */
export const BLOCKS_ALONE = {
  opening: () => '',
  references: list('', '', () => ''),
  overflow: () => '',
  closing: () => '',
} as const;

const NOTHING = list('', '', () => '');

/** For pages on which every block names its source itself. */
export const NO_SOURCES: Layout['sources'] = { ...NOTHING, ...ALL, max: 0 };

/** A page with nothing in the places its format says nothing about. */
export function layoutOf(parts: PageParts & Partial<Layout>): Layout {
  // Without headings blocks of two groups stand apart like any two blocks.
  const groups = { opening: () => '', closing: '', separator: parts.blocks.separator };
  return { files: NOTHING, fileHeading: () => '', referenceFile: () => '', groups, sources: NO_SOURCES, ...parts };
}

/** What a map says first: how a reader asks for what it names. */
export const MAP_HEADING = 'Likely places, best first; ask for one as path:12-40 or path#name';

/** What an answer to a query says before its results: that probably nothing here answers. */
export function queryNotes({ task }: Head): readonly string[] {
  return (task?.notes ?? []).map((note) => oneLine(note, 200));
}
