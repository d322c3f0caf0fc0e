import type { DocumentSection } from '../../../model/document.ts';
import type { SymbolFacts } from '../../../model/facts.ts';
import type { LineIndex } from './symbols/line-index.ts';

const HEAD_CHARACTERS = 3000;
const SAYS_SO = /^[\s{]*["']?(?:openapi|swagger)["']?\s*:\s*["']?\d/m;
const METHODS = new Set(['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace']);
const FIELD = /^\s*["']?(operationId|summary)["']?\s*:\s*["']?([^\s"'][^"'\n]{0,400}?)["']?,?\s*$/;
// An operation says what it is called near its top.
const LINES_READ_MAX = 400;

/** Whether a text describes an interface by its operations (OpenAPI, Swagger). */
export function isInterface(text: string): boolean {
  return SAYS_SO.test(text.slice(0, HEAD_CHARACTERS));
}

/** Keys of such a text, with its operations as functions: known by their id, their method and their path. */
export function withOperations(index: LineIndex, symbols: readonly SymbolFacts[]): readonly SymbolFacts[] {
  return symbols.map((symbol) => {
    const path = symbols[symbol.parent ?? -1];
    const isOperation = METHODS.has(symbol.name) && symbols[path?.parent ?? -1]?.name === 'paths';
    return isOperation ? operationOf(index, symbol, path?.name ?? '') : symbol;
  });
}

function operationOf(index: LineIndex, symbol: SymbolFacts, path: string): SymbolFacts {
  const fields = new Map<string, string>();
  const last = Math.min(symbol.endLine, symbol.startLine + LINES_READ_MAX);
  for (let line = symbol.startLine; line <= last; line++) {
    const [, key, value] = FIELD.exec(index.lineText(line)) ?? [];
    if (key !== undefined && value !== undefined && !fields.has(key)) fields.set(key, value);
  }
  const called = `${symbol.name.toUpperCase()} ${path}`;
  const name = fields.get('operationId') ?? symbol.name;
  return {
    ...symbol,
    kind: 'function',
    name,
    qualifiedName: called,
    signature: called,
    doc: fields.get('summary') ?? null,
  };
}

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
