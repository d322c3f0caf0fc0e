import { CATEGORIES, categoryOf } from '../model/entity.ts';
import type { RankedFile, Reference } from '../model/pack.ts';
import { byText } from '../model/terms.ts';
import type { Head, Layout, LeftOut, Quote, Section, Tail } from '../ports/formatter.ts';

/** Everything a page prints, in reading order. */
export interface Page {
  readonly head: Head;
  readonly files: readonly RankedFile[];
  readonly blocks: readonly Quote[];
  readonly isGrouped: boolean;
  readonly references: readonly Reference[];
  /** Left out beyond the references. */
  readonly rest: LeftOut;
  readonly tail: Tail;
}

/** The page as the pieces that are joined to print it. */
export function piecesOf(page: Page, layout: Layout): readonly string[] {
  const overflow = layout.overflow(page.rest);
  const left = page.references.map((reference) => layout.references.item(reference));
  return [
    layout.opening(page.head),
    ...section(
      layout.files,
      page.files.map((file) => layout.files.item(file)),
    ),
    ...blockPieces(page, layout),
    ...section(layout.references, overflow === '' ? left : [...left, overflow]),
    ...sourcePieces(page.blocks, layout),
    layout.closing(page.tail),
  ];
}

/** The title over the blocks of a kind, when blocks are grouped. */
export function groupTitle(kind: string): string {
  return CATEGORIES[categoryOf(kind)].title;
}

function section<Item>(frame: Section<Item>, all: readonly string[]): readonly string[] {
  const items = all.filter((item) => item !== '');
  return items.length === 0 ? [frame.none] : [frame.opening, ...between(items, frame.separator), frame.closing];
}

function blockPieces(page: Page, layout: Layout): readonly string[] {
  const blocks = page.blocks.filter((block) => layout.blocks.item(block) !== '');
  if (blocks.length === 0) return [layout.blocks.none];
  const groups = page.isGrouped ? byTitle(blocks) : [blocks];
  const joined = groups.flatMap((group, index) => [
    ...(index === 0 ? [] : [layout.groups.separator]),
    ...(page.isGrouped ? [layout.groups.opening(groupTitle(group[0]?.kind ?? ''))] : []),
    ...group.flatMap((block, at) => blockPiece(block, group[at - 1] ?? null, layout)),
    ...(page.isGrouped ? [layout.groups.closing] : []),
  ]);
  return [layout.blocks.opening, ...joined, layout.blocks.closing];
}

/** A block as it stands behind another: what divides them, the heading of its file where that is another one, and itself. */
export function blockPiece(block: Quote, before: Quote | null, layout: Layout): readonly string[] {
  const isSameFile = before !== null && before.path === block.path && before.hash === block.hash;
  return [
    ...(before === null ? [] : [layout.blocks.separator]),
    ...(isSameFile ? [] : [layout.fileHeading(block)]),
    layout.blocks.item(block),
  ];
}

function byTitle(blocks: readonly Quote[]): readonly (readonly Quote[])[] {
  return [...Map.groupBy(blocks, (block) => groupTitle(block.kind)).values()];
}

/** What the list of sources says of some blocks. */
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

function between(items: readonly string[], separator: string): readonly string[] {
  return items.flatMap((item, index) => (index === 0 ? [item] : [separator, item]));
}
