// Prints and parses the cards of documents as the text that stores keep.
import type { DocumentCard, SectionCard } from '../ports/store.ts';

/** A stored card, with the path and hash of its document. */
export interface CardRow {
  readonly path: string;
  readonly hash: string;
  readonly card: string;
}

// A list of all documents parses every card, so sections are stored without field names.
type PackedSection = readonly [
  id: string | null,
  title: string,
  slug: string,
  level: number,
  startLine: number,
  endLine: number,
  displayLength: number,
];

/** Prints a card as text, without its path and hash. */
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

/** Parses a card that `printCard` printed. */
export function parseCard({ path, hash, card: text }: CardRow): DocumentCard {
  // Only `printCard` writes these texts, so their shape is certain.
  const [card, packed] = JSON.parse(text) as [Omit<DocumentCard, 'sections'>, PackedSection[]];
  return { ...card, path, hash, sections: packed.map(parseSection) };
}

function parseSection(packed: PackedSection, index: number): SectionCard {
  const [id, title, slug, level, startLine, endLine, displayLength] = packed;
  return { index, id, title, slug, level, startLine, endLine, displayLength };
}
