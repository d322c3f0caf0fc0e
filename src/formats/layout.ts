// A layout says how each piece of a page is written. This file holds what formats share: defaults of a layout, the
// sentence on where a page ends, and numbers as text.
import { oneLine } from '../model/visible-text.ts';
import type { Head, Layout, PageParts, Quote, Section } from '../ports/formatter.ts';

/** Creates a section of items below an opening; a section without items prints `none`. */
export function list<Item>(
  opening: string,
  separator: string,
  item: (value: Item) => string,
  { closing = '', none = '' } = {},
): Section<Item> {
  return { opening, separator, closing, none, item };
}

/** Joins the parts that exist and are not empty. */
export function joinParts(parts: readonly (string | false | null)[], separator: string): string {
  return parts.filter(Boolean).join(separator);
}

const SOURCES_MAX = 10;

/** Creates a list of the first sources; `more` says how many others there are. */
export function listSources(sources: Section<Quote>, more: (count: number) => string): Layout['sources'] {
  return { ...sources, max: SOURCES_MAX, more };
}

/** The options of a list of sources without a limit. */
export const UNLIMITED = { max: Number.POSITIVE_INFINITY, more: () => '' } as const;

const NOTHING = list('', '', () => '');

/** The parts besides the blocks, for a page that prints only these. */
export const BLOCKS_ALONE = {
  opening: () => '',
  references: NOTHING,
  overflow: () => '',
  closing: () => '',
} as const;

/** No list of sources, for pages on which blocks name theirs, or whose caller wants none. */
export const NO_SOURCES: Layout['sources'] = { ...NOTHING, ...UNLIMITED, max: 0 };

/** Fills in the parts that a format leaves out. */
export function fillLayout(parts: PageParts & Partial<Layout>): Layout {
  // Without headings, groups are separated like blocks.
  const groups = { opening: () => '', closing: '', separator: parts.blocks.separator };
  return { files: NOTHING, fileHeading: () => '', referenceFile: () => '', groups, sources: NO_SOURCES, ...parts };
}

/** The line above the places of a map, which says how to ask for one of them. */
export const MAP_HEADING = 'Likely places, best first; ask for one as path:12-40 or path#name';

/** Writes the notes before the results of a query, for example that probably no result answers it. */
export function writeQueryNotes({ task }: Head, write: (note: string) => string): string {
  return (task?.notes ?? []).map((note) => write(oneLine(note, 200))).join('');
}

/** Says why the page ends and what a larger page would add, if known; a brief head tells only what did not fit. */
export function describeEnd({ stop = null, isBrief, coverage }: Head): readonly string[] {
  if (stop === null) return [];
  if (stop.by === 'aim') {
    // A partial index cannot tell how likely the next file is.
    const { functions, likelihood } = stop;
    const isPart = functions !== undefined && functions.quoted < functions.all;
    const clauses = [
      isPart && `${functions.quoted} of ${countText(functions.all, 'function')} of the best file shown`,
      likelihood !== null && !coverage?.left && `the next file is ${formatShare(likelihood)} likely`,
    ];
    const where = joinParts(clauses, ', ').replace(/^(?=.)/, ': ');
    return isBrief ? [] : [`Stops here${where}; aim ${stop.aim} would add up to ${countText(stop.files, 'file')}.`];
  }
  if (isBrief) return [`Stops: ${groupDigits(stop.hunks + stop.files + stop.parts)} more did not fit.`];
  const counts = [countText(stop.hunks, 'hunk'), countText(stop.files, 'file'), countText(stop.parts, 'part')];
  const more = counts.filter((count) => !count.startsWith('0 ')).join(', ');
  const where = stop.by === 'limit' ? 'limits on files and lines' : 'budget';
  return [`Stops at the ${where}: ${more.replace(' ', ' more ')} did not fit.`];
}

/** Writes a share as `10 %`. */
export function formatShare(share: number): string {
  return share < 0.01 ? 'under 1 %' : `${Math.round(100 * share)} %`;
}

/** Writes a number with its noun: `3 files`. */
export function countText(count: number, thing: string): string {
  return `${groupDigits(count)} ${thing}${count === 1 ? '' : 's'}`;
}

/** Writes a number with commas: `16,000`. */
export function groupDigits(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}
