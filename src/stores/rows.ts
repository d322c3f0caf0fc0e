// The order of rows in answers, and the text form of document cards. All stores use both, so that they answer alike.
import type { Edge } from '../model/edge.ts';
import { byText } from '../model/terms.ts';
import type { Definition, DocumentCard, DocumentHit, FileRecord, SectionCard } from '../ports/store.ts';

/** Orders edges by source, target and kind. */
export function compareEdges(a: Edge, b: Edge): number {
  return byText(a.from, b.from) || byText(a.to, b.to) || byText(a.kind, b.kind);
}

/** Orders hits by key, path and section, a document before its sections. */
export function compareHits(a: DocumentHit, b: DocumentHit): number {
  return byText(a.key, b.key) || byText(a.path, b.path) || (a.section ?? -1) - (b.section ?? -1);
}

/** Orders definitions by path and symbol. */
export function compareDefinitions(a: Definition, b: Definition): number {
  return byText(a.path, b.path) || a.symbol - b.symbol;
}

/** The first path of every content in the view; `files` must be sorted by path. */
export function firstPaths(files: readonly FileRecord[]): readonly Pick<FileRecord, 'path' | 'hash' | 'content'>[] {
  const first = new Map<number, Pick<FileRecord, 'path' | 'hash' | 'content'>>();
  for (const { path, hash, content } of files) if (!first.has(content)) first.set(content, { path, hash, content });
  return [...first.values()];
}

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
