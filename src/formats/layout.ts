import { oneLine } from '../model/visible-text.ts';
import type { Head, Layout, PageParts, Section } from '../ports/formatter.ts';

/** A section of items below an opening; `none` without items. */
export function list<Item>(
  opening: string,
  separator: string,
  item: (value: Item) => string,
  { closing = '', none = '' } = {},
): Section<Item> {
  return { opening, separator, closing, none, item };
}

/** A list of sources without a limit. */
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

/** Fills the parts that a format leaves out with empty ones. */
export function layoutOf(parts: PageParts & Partial<Layout>): Layout {
  // Without headings, groups are separated like blocks.
  const groups = { opening: () => '', closing: '', separator: parts.blocks.separator };
  return { files: NOTHING, fileHeading: () => '', referenceFile: () => '', groups, sources: NO_SOURCES, ...parts };
}

/** The first line of a map: how to ask for a named place. */
export const MAP_HEADING = 'Likely places, best first; ask for one as path:12-40 or path#name';

/** Notes before the results of a query, for example that probably nothing here answers. */
export function queryNotes({ task }: Head): readonly string[] {
  return (task?.notes ?? []).map((note) => oneLine(note, 200));
}

/** A sentence on why the page ends and what more would bring; none if nothing else is likely needed. */
export function endOf({ stop = null, isBrief, coverage }: Head): readonly string[] {
  if (stop === null) return [];
  if (stop.by === 'aim') {
    // A partial index cannot tell how likely the next file is.
    const { functions, likelihood } = stop;
    const clauses = [
      functions && functions.quoted < functions.all
        ? `${functions.quoted} of ${counted(functions.all, 'function')} of the best file shown`
        : '',
      likelihood === null || coverage?.left ? '' : `the next file is ${likely(likelihood)} likely`,
    ].filter((said) => said !== '');
    const where = clauses.length === 0 ? '' : `: ${clauses.join(', ')}`;
    return isBrief ? [] : [`Ends here${where}; aim ${stop.aim} would add up to ${counted(stop.files, 'file')}.`];
  }
  if (isBrief) return [`Ends: ${thousands(stop.hunks + stop.files + stop.parts)} more did not fit.`];
  const counts = [counted(stop.hunks, 'hunk'), counted(stop.files, 'file'), counted(stop.parts, 'part')];
  const more = counts.filter((count) => !count.startsWith('0 ')).join(', ');
  const where = stop.by === 'limit' ? 'limits on files and lines' : 'budget';
  return [`Ends at the ${where}: ${more.replace(' ', ' more ')} did not fit.`];
}

/** `10 %` */
export function likely(share: number): string {
  return share < 0.01 ? 'under 1 %' : `${Math.round(100 * share)} %`;
}

/** `3 files` */
export function counted(count: number, thing: string): string {
  return `${thousands(count)} ${thing}${count === 1 ? '' : 's'}`;
}

/** `16,000` */
export function thousands(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}
