import type { DocumentSection } from '../../../model/document.ts';
import type { SymbolFacts } from '../../../model/facts.ts';
import type { LineIndex } from './symbols/line-index.ts';

/** The sections of a document as symbols: a tree, each named by the headings above it. Headings without a text are none. */
export function sectionsOf(index: LineIndex, sections: readonly DocumentSection[]): readonly SymbolFacts[] {
  const symbols: SymbolFacts[] = [];
  const places = new Map<number, number>();
  const taken = new Map<string, number>();
  for (const section of sections) {
    if (section.title === '') continue;
    const parent = placeOf(section.parent, sections, places);
    const path = parent === null ? section.title : `${symbols[parent]?.qualifiedName} > ${section.title}`;
    const count = (taken.get(path) ?? 0) + 1;
    taken.set(path, count);
    places.set(section.index, symbols.length);
    symbols.push(symbolOf(index, section, count === 1 ? path : `${path}~${count}`, parent));
  }
  return symbols;
}

// The nearest section above that is a symbol.
function placeOf(
  parent: number | null,
  sections: readonly DocumentSection[],
  places: ReadonlyMap<number, number>,
): number | null {
  if (parent === null) return null;
  return places.get(parent) ?? placeOf(sections[parent]?.parent ?? null, sections, places);
}

function symbolOf(
  index: LineIndex,
  { title, startLine, endLine, isSetext }: DocumentSection,
  qualifiedName: string,
  parent: number | null,
): SymbolFacts {
  return {
    name: title,
    qualifiedName,
    kind: 'section',
    startLine,
    endLine,
    // An underlined heading has a line more.
    signatureLines: [startLine, Math.min(endLine, isSetext ? startLine + 1 : startLine)],
    signature: index.lineText(startLine),
    doc: null,
    parent,
    calls: [],
  };
}
