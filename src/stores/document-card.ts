import type { DocumentCard, SectionCard } from '../ports/store.ts';

/** A card as it is stored, beside what it belongs to. */
export interface CardRow {
  readonly path: string;
  readonly hash: string;
  readonly card: string;
}

// Lists of all documents read every card, so sections are kept without the names of their fields.
type PackedSection = readonly [
  id: string | null,
  title: string,
  slug: string,
  level: number,
  startLine: number,
  endLine: number,
  displayLength: number,
];

/** All of a card but its path and hash, as text. */
export function printCard({ path: _path, hash: _hash, sections, ...card }: DocumentCard): string {
  const packed: readonly PackedSection[] = sections.map(
    ({ id, title, slug, level, startLine, endLine, displayLength }) => [
      id,
      title,
      slug,
      level,
      startLine,
      endLine,
      displayLength,
    ],
  );
  return JSON.stringify([card, packed]);
}

/** The card of such a text. */
export function parseCard({ path, hash, card: text }: CardRow): DocumentCard {
  // Written by `printCard` and by nothing else, so the shape is known.
  const [card, packed] = JSON.parse(text) as [Omit<DocumentCard, 'sections'>, PackedSection[]];
  return { ...card, path, hash, sections: packed.map(parseSection) };
}

function parseSection(packed: PackedSection, index: number): SectionCard {
  const [id, title, slug, level, startLine, endLine, displayLength] = packed;
  return { index, id, title, slug, level, startLine, endLine, displayLength };
}
