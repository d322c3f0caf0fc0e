// Documents and API descriptions have no code, but parts that one quotes and searches like functions. This file makes
// symbols of the sections of a document and of the operations of an OpenAPI file.
import type { DocumentSection } from '../../../model/document.ts';
import type { SymbolFacts } from '../../../model/facts.ts';
import type { LineIndex } from './symbols/line-index.ts';

const HEAD_CHARACTERS = 3000;
// `openapi: 3.1.0`, in YAML or JSON.
const VERSION_KEY = /^[\s{]*["']?(?:openapi|swagger)["']?\s*:\s*["']?\d/m;
const METHODS = new Set(['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace']);
const FIELD = /^\s*["']?(operationId|summary)["']?\s*:\s*["']?([^\s"'][^"'\n]{0,400}?)["']?,?\s*$/;
// An operation has its id near its top.
const LINES_READ_MAX = 400;

/** Returns whether a text is an OpenAPI or Swagger description. */
export function describesApi(text: string): boolean {
  return VERSION_KEY.test(text.slice(0, HEAD_CHARACTERS));
}

/** Turns the keys of an API description that are operations into functions, named by id, method and path. */
export function addOperations(index: LineIndex, symbols: readonly SymbolFacts[]): readonly SymbolFacts[] {
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
  const title = `${symbol.name.toUpperCase()} ${path}`;
  const name = fields.get('operationId') ?? symbol.name;
  return {
    ...symbol,
    kind: 'function',
    name,
    qualifiedName: title,
    signature: title,
    doc: fields.get('summary') ?? null,
  };
}

/**
 * Makes symbols of the sections of a document, each qualified by the headings above it. An empty heading makes none.
 */
export function sectionsOf(index: LineIndex, sections: readonly DocumentSection[]): readonly SymbolFacts[] {
  const symbols: SymbolFacts[] = [];
  const places = new Map<number, number>();
  const counts = new Map<string, number>();
  for (const section of sections) {
    if (section.title === '') continue;
    const parent = placeOf(section.parent, sections, places);
    const path = parent === null ? section.title : `${symbols[parent]?.qualifiedName} > ${section.title}`;
    const count = (counts.get(path) ?? 0) + 1;
    counts.set(path, count);
    places.set(section.index, symbols.length);
    symbols.push(symbolOf(index, section, count === 1 ? path : `${path}~${count}`, parent));
  }
  return symbols;
}

// Returns the nearest section above that is a symbol.
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
    // An underlined heading has one more line.
    signatureLines: [startLine, Math.min(endLine, isSetext ? startLine + 1 : startLine)],
    signature: index.lineText(startLine),
    doc: null,
    parent,
    calls: [],
  };
}
