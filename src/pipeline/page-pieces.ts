// Splits a page into the pieces that are priced and joined, such as blocks, headings and references. The budget and the
// printer use the same pieces, so their counts hardly differ.
import { CATEGORIES, categoryOf } from '../model/entity.ts';
import type { ExclusionCounts, RankedFile, Reference } from '../model/pack.ts';
import { byText } from '../model/terms.ts';
import type { Head, Layout, Quote, Section, Tail } from '../ports/formatter.ts';

export interface Page {
  readonly head: Head;
  readonly files: readonly RankedFile[];
  /** The listed files, best first, with or without a block. */
  readonly ranked: readonly RankedFile[];
  readonly blocks: readonly Quote[];
  readonly isGrouped: boolean;
  readonly references: readonly Reference[];
  /** Counts of what is neither quoted nor referenced. */
  readonly rest: ExclusionCounts;
  readonly tail: Tail;
}

export function piecesOf(page: Page, layout: Layout): readonly string[] {
  const overflow = layout.overflow(page.rest);
  return [
    layout.opening(page.head),
    ...section(
      layout.files,
      page.files.map((file) => layout.files.item(file)),
    ),
    ...blockPieces(page, layout),
    ...referencePieces(page, layout, overflow),
    ...sourcePieces(page.blocks, layout),
    layout.closing(page.tail),
  ];
}

function referencePieces({ references, ranked }: Page, layout: Layout, overflow: string): readonly string[] {
  const { opening, closing, none, separator } = layout.references;
  const items = namedPieces(references, ranked, layout);
  if (items.length === 0 && overflow === '') return [none];
  const gap = overflow === '' || items.length === 0 || areGrouped(layout) ? '' : separator;
  return [opening, ...items, gap, overflow, closing];
}

/** Writes references with separators; a page that groups them by file joins near ones and heads each group. */
export function namedPieces(
  references: readonly Reference[],
  ranked: readonly RankedFile[],
  layout: Layout,
): readonly string[] {
  const files = new Map(ranked.map((file) => [file.path, file]));
  const printed = areGrouped(layout) ? joinAdjacent(references) : references;
  return printed.flatMap((reference, index) => {
    const isFirst = reference.path !== printed[index - 1]?.path;
    const heading = isFirst ? layout.referenceFile(files.get(reference.path) ?? reference) : '';
    return [heading === '' && index > 0 ? layout.references.separator : heading, layout.references.item(reference)];
  });
}

function areGrouped(layout: Layout): boolean {
  return layout.referenceFile({ path: 'x' }) !== '';
}

const JOINED_GAP = 3;
const JOINED_LINES_MAX = 120;

/** Joins references of a file that nearly touch, with all their names, up to JOINED_LINES_MAX lines. */
export function joinAdjacent(references: readonly Reference[]): readonly Reference[] {
  const all: Reference[] = [];
  for (const reference of references) {
    const last = all.at(-1);
    const touches =
      last?.path === reference.path &&
      reference.startLine <= last.endLine + JOINED_GAP &&
      isPlain(last) &&
      isPlain(reference);
    if (!touches || reference.endLine - last.startLine >= JOINED_LINES_MAX) {
      // A part of a function whose name was just printed needs no name.
      const isSaid = last?.path === reference.path && last.name.split(', ').at(-1) === reference.name;
      all.push(isSaid ? { ...reference, kind: 'region' } : reference);
      continue;
    }
    const endLine = Math.max(last.endLine, reference.endLine);
    // A reference that continues a named part needs no name either.
    const isAgain = last.kind === 'region' && last.name === reference.name;
    const names = [...new Set([last, reference].filter(({ kind }) => kind !== 'region').map(({ name }) => name))];
    const named = { kind: last.kind === 'region' ? reference.kind : last.kind, name: names.join(', ') };
    all[all.length - 1] = { ...last, ...(isAgain || names.length === 0 ? {} : named), endLine };
  }
  return all;
}

function isPlain({ excludedBecause, startLine }: Reference): boolean {
  return startLine > 0 && excludedBecause !== 'seen' && excludedBecause !== 'unreadable';
}

export function groupTitle(kind: string): string {
  return CATEGORIES[categoryOf(kind)].title;
}

function section<Item>(frame: Section<Item>, all: readonly string[]): readonly string[] {
  const items = all.filter((item) => item !== '');
  const separated = items.flatMap((item, index) => (index === 0 ? [item] : [frame.separator, item]));
  return items.length === 0 ? [frame.none] : [frame.opening, ...separated, frame.closing];
}

function blockPieces(page: Page, layout: Layout): readonly string[] {
  const blocks = page.blocks.filter((block) => layout.blocks.item(block) !== '');
  if (blocks.length === 0) return [layout.blocks.none];
  const groups = page.isGrouped ? Map.groupBy(blocks, ({ kind }) => groupTitle(kind)).values() : [blocks];
  const printedGroups = [...groups].flatMap((group, index) => [
    ...(index === 0 ? [] : [layout.groups.separator]),
    ...(page.isGrouped ? [layout.groups.opening(groupTitle(group[0]?.kind ?? ''))] : []),
    ...group.flatMap((block, index) => blockPiece(block, group[index - 1] ?? null, layout)),
    ...(page.isGrouped ? [layout.groups.closing] : []),
  ]);
  return [layout.blocks.opening, ...printedGroups, layout.blocks.closing];
}

/** Prints a block with the separator before it and, if its file is another than that of the block before, a heading. */
export function blockPiece(block: Quote, before: Quote | null, layout: Layout): readonly string[] {
  const isSameFile = before !== null && before.path === block.path && before.hash === block.hash;
  return [
    ...(before === null ? [] : [layout.blocks.separator]),
    ...(isSameFile ? [] : [layout.fileHeading(block)]),
    layout.blocks.item(block),
  ];
}

/** The items of the list of sources: one for each block in order, or one for each of their entities, best first. */
export function sourceItems(blocks: readonly Quote[], { sources }: Layout): readonly string[] {
  const { entity: itemOf } = sources;
  if (itemOf === undefined) return blocks.map((block) => sources.item(block));
  return blocks
    .flatMap((block) => (block.entities ?? [block]).map((entity) => ({ entity, block })))
    .toSorted((a, b) => b.entity.score - a.entity.score || byText(a.entity.id, b.entity.id))
    .map(({ entity, block }) => itemOf(entity, block));
}

function sourcePieces(blocks: readonly Quote[], layout: Layout): readonly string[] {
  const { sources } = layout;
  const all = sourceItems(blocks, layout);
  const listed = all.slice(0, sources.max);
  const hidden = all.length - listed.length;
  return section(sources, hidden > 0 && listed.length > 0 ? [...listed, sources.more(hidden)] : listed);
}
