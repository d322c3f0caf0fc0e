// Headings divide a document into sections. This file makes the tree of sections and the anchors that links can name.
import type { Anchor, DocumentSection } from '../../../model/document.ts';
import { codePoints } from '../../../model/visible-text.ts';
import type { LineIndex } from '../../code/parse/symbols/line-index.ts';
import { sliceLines } from '../document-text.ts';
import type { ReadHeading } from './read-body.ts';

/** Makes the anchors of headings, and the sections; one ends before the next heading of its level or a higher one. */
export function sectionsOf(
  headings: readonly ReadHeading[],
  lines: LineIndex,
): { sections: readonly DocumentSection[]; anchors: readonly Anchor[] } {
  const sections: OpenSection[] = [];
  const anchors: Anchor[] = [];
  const open: OpenSection[] = [];
  const uniqueSlug = createSlugCounter();
  for (const heading of headings) {
    const slug = uniqueSlug(heading.givenAnchor ?? slugOf(heading.anchorText));
    if (!heading.isNested) {
      while (open.length > 0 && open.at(-1)!.level >= heading.level) open.pop()!.endLine = heading.line - 1;
      const { id, title, level, line: startLine, isSetext } = heading;
      const place = { index: sections.length, parent: open.at(-1)?.index ?? null, startLine, endLine: lines.count };
      const section = { id, title, level, slug, isSetext, ...place };
      sections.push(section);
      open.push(section);
    }
    anchors.push(...anchorsOf(heading, slug, sections.length === 0 ? null : sections.length - 1));
  }
  return {
    sections: sections.map((section) => {
      const text = sliceLines(lines, section.startLine, section.endLine);
      return { ...section, displayLength: codePoints(text) };
    }),
    anchors,
  };
}

/** A section whose last line is set when the next heading ends it. */
interface OpenSection extends Omit<DocumentSection, 'displayLength'> {
  endLine: number;
}

/** Returns the index of the section of a line; null before the first heading. */
export function findSectionAt(sections: readonly DocumentSection[], line: number): number | null {
  let low = 0;
  let high = sections.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sections[middle]?.startLine ?? 0) <= line) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? null : low - 1;
}

// Links may also name the anchor that is made from the title alone, when a heading has a given anchor or an id.
function anchorsOf(heading: ReadHeading, slug: string, section: number | null): readonly Anchor[] {
  const plain = slugOf(heading.title);
  const names = plain === '' || (heading.givenAnchor === null && heading.id === null) ? [slug] : [slug, plain];
  return [...new Set(names)].map((name) => ({ name, line: heading.line, section }));
}

// The characters that GitHub leaves out of an anchor.
const DROPPED = /[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu;

/** Returns the slug of a heading: the anchor that GitHub makes from its text. */
export function slugOf(text: string): string {
  return text.toLowerCase().replace(/\s/g, ' ').replace(DROPPED, '').replaceAll(' ', '-');
}

/** Returns a function that makes slugs unique as GitHub does: the second `a` becomes `a-1`. */
function createSlugCounter(): (slug: string) => string {
  const counts = new Map<string, number>();
  return (slug) => {
    let uniqueSlug = slug;
    while (counts.has(uniqueSlug)) {
      const count = (counts.get(slug) ?? 0) + 1;
      counts.set(slug, count);
      uniqueSlug = `${slug}-${count}`;
    }
    counts.set(uniqueSlug, 0);
    return uniqueSlug;
  };
}
