import type { DocumentFacts, Section } from '../document-facts.ts';
import { latticeId } from '../lattice-id.ts';

/** Where a fragment leads in one document: a section, null for the document as a whole, undefined for nowhere. */
export type SectionLookup = (fragment: string) => Section | null | undefined;

/** Reads the names of all sections of a document once. */
export function sectionLookup(document: Pick<DocumentFacts, 'id' | 'sections' | 'anchors'>): SectionLookup {
  const { sections } = document;
  const byId = new Map(sections.flatMap((section) => (section.id === null ? [] : [[section.id, section] as const])));
  const exact = firstOf(document.anchors.map(({ name, section }) => [name, section]));
  const folded = firstOf(document.anchors.map(({ name, section }) => [name.toLowerCase(), section]));
  const titles = firstOf(sections.map(({ title, index }) => [wordsOf(title), index]));
  return (fragment) => {
    const id = latticeId(fragment);
    if (id !== null && id === document.id) return null;
    const identified = id === null ? undefined : byId.get(id);
    if (identified !== undefined) return identified;
    // Wikilinks name a heading by its text, and a nested one by all headings above it.
    const heading = wordsOf(fragment.slice(fragment.lastIndexOf('#') + 1));
    const lower = fragment.toLowerCase();
    const index = exact.get(fragment) ?? folded.get(lower) ?? (heading === '' ? undefined : titles.get(heading));
    if (index !== undefined && index !== WHOLE) return sections[index];
    return index === WHOLE || lower === 'top' ? null : undefined;
  };
}

// The part before the first heading is no section.
const WHOLE = -1;

function firstOf(entries: readonly (readonly [name: string, section: number | null])[]): ReadonlyMap<string, number> {
  const map = new Map<string, number>();
  for (const [name, section] of entries) if (!map.has(name)) map.set(name, section ?? WHOLE);
  return map;
}

function wordsOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
