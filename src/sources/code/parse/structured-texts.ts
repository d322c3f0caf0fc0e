// Some texts are no programs, but have parts that one reads, quotes and searches like code: the cells of a notebook,
// the scripts of a component, the sections of a document, the operations of an API description. This file finds them.
import { spacesFor } from '../../../languages/language.ts';
import type { DocumentSection } from '../../../model/document.ts';
import type { ImportFact, SymbolFacts } from '../../../model/facts.ts';
import { createLineIndex, type LineIndex } from './symbols/line-index.ts';
import { makeUnique } from './symbols/symbols-of.ts';

const LINE_CHARACTERS = 2000;
const CELLS_MAX = 1000;
// In cells, only definitions and imports of Python without indentation are found.
const DEFINITION = /^(?:async\s+)?(?<word>def|class)\s+(?<name>\w+)/;
const IMPORT = /^(?:from\s+(?<from>[\w.]+)\s+import\s+(?<names>[\w, ]+)|import\s+(?<module>[\w.]+))/;

interface NotebookCell {
  readonly isCode: boolean;
  /** The line of JSON that opens the list of the cell's lines, and the one that closes it. */
  readonly startLine: number;
  readonly endLine: number;
  readonly lines: readonly { readonly line: number; readonly text: string }[];
}

/**
 * Reads the cells of a notebook that is written with one string a line; one packed into a single line gives none. Only
 * the lines of cells are searchable, so that outputs and pictures give no search terms.
 */
export function readNotebook(index: LineIndex) {
  const cells = cellsOf(index);
  const symbols: SymbolFacts[] = [];
  for (const [position, cell] of cells.entries()) addCell(symbols, cell, position + 1);
  const inside = new Set(cells.flatMap(({ lines }) => lines.map(({ line }) => line)));
  const searchable = Array.from({ length: index.count }, (_, position) => {
    const text = index.lineText(position + 1);
    return inside.has(position + 1) ? unescapeLine(text) : '';
  });
  const code = cells.filter(({ isCode }) => isCode).flatMap(({ lines }) => lines);
  return { symbols, imports: code.flatMap(importOf), searchable: createLineIndex(`${searchable.join('\n')}\n`) };
}

function cellsOf(index: LineIndex): readonly NotebookCell[] {
  const cells: NotebookCell[] = [];
  let isCode = true;
  for (let line = 1; line <= index.count && cells.length < CELLS_MAX; line++) {
    const text = index.lineText(line).slice(0, LINE_CHARACTERS);
    const type = /^\s*"cell_type"\s*:\s*"(\w+)"/.exec(text)?.[1];
    if (type !== undefined) isCode = type === 'code';
    const opening = /^(\s*)"source"\s*:\s*\[\s*$/.exec(text);
    if (opening === null) continue;
    const lines: { line: number; text: string }[] = [];
    const startLine = line;
    for (line++; line <= index.count; line++) {
      const written = index.lineText(line).trim();
      if (!written.startsWith('"')) break;
      lines.push({ line, text: decodeString(written.slice(0, LINE_CHARACTERS)) });
    }
    cells.push({ isCode, startLine, endLine: Math.min(line, index.count), lines });
  }
  return cells;
}

// Decodes a JSON string with or without a comma behind it; of one that is cut off, the quotes are removed.
function decodeString(written: string): string {
  try {
    return String(JSON.parse(written.replace(/,$/, ''))).replace(/\n$/, '');
  } catch {
    return written.replace(/^"|(?:\\n)?",?$/g, '');
  }
}

// Replaces usual escapes by spaces, because an escaped line end would stick to the last word of a line.
function unescapeLine(text: string): string {
  return text.replaceAll('\\n', '  ').replaceAll('\\"', ' "').replaceAll('\\t', '  ');
}

function addCell(symbols: SymbolFacts[], cell: NotebookCell, number: number): void {
  const { isCode, startLine, endLine, lines } = cell;
  const heading = isCode ? undefined : lines.find(({ text }) => /^#{1,6}\s+\S/.test(text));
  const name = heading?.text.replace(/^#+\s+/, '').trim() ?? `cell-${number}`;
  const qualifiedName = heading === undefined ? name : `${name} (${number})`;
  const parent = symbols.length;
  const first = lines[0] ?? { line: startLine, text: '' };
  symbols.push(makeSymbol({ name, qualifiedName, kind: isCode ? 'function' : 'section', startLine, endLine }, first));
  if (!isCode) return;
  for (const [index, { line, text }] of lines.entries()) {
    const definition = DEFINITION.exec(text)?.groups;
    if (definition?.name === undefined) continue;
    const next = lines.slice(index + 1).find((other) => /^[^\s#)\]}]/.test(other.text));
    const endOfBody = (next?.line ?? endLine) - 1;
    const qualifiedName = `cell-${number}.${definition.name}`;
    const kind = definition.word === 'class' ? 'class' : 'function';
    const lastLine = Math.max(line, lastFilledLine(cell, endOfBody));
    const place = { name: definition.name, qualifiedName, kind, startLine: line, endLine: lastLine } as const;
    symbols.push(makeSymbol(place, { line, text }, parent));
  }
}

/** Makes a symbol without comment and calls, whose signature has the text of one line. */
function makeSymbol(
  place: Pick<SymbolFacts, 'name' | 'qualifiedName' | 'kind' | 'startLine' | 'endLine'>,
  signature: { readonly line: number; readonly text: string },
  parent: number | null = null,
  lastSignatureLine = signature.line,
): SymbolFacts {
  const signatureLines = [signature.line, lastSignatureLine] as const;
  return { ...place, signatureLines, signature: signature.text, doc: null, parent, calls: [] };
}

function lastFilledLine({ lines }: NotebookCell, upTo: number): number {
  return lines.findLast(({ line, text }) => line <= upTo && text.trim() !== '')?.line ?? upTo;
}

function importOf({ line, text }: NotebookCell['lines'][number]): readonly ImportFact[] {
  const statement = IMPORT.exec(text)?.groups;
  if (statement === undefined) return [];
  const names = (statement.names ?? '').split(',').map((name) => name.trim().split(' ')[0] ?? '');
  return [{ specifier: statement.module ?? statement.from ?? '', names: names.filter((name) => name !== ''), line }];
}

// The attributes are bounded, so that a text of many `<script` takes no quadratic time.
const OPENING = /<script\b([^<>]{0,500})>/gi;
const CLOSING = /<\/script\b/gi;

/**
 * Returns the text of a component with everything outside its scripts blanked, so that positions stay the same, and the
 * language of the scripts; null when it has none.
 */
export function scriptOf(text: string): { readonly text: string; readonly language: string } | null {
  let script = '';
  let position = 0;
  let attributes = '';
  for (const opening of text.matchAll(OPENING)) {
    if (opening.index < position) continue;
    const start = opening.index + opening[0].length;
    const end = findClosing(text, start);
    script += spacesFor(text.slice(position, start)) + text.slice(start, end);
    attributes += opening[1];
    position = end;
  }
  if (position === 0) return null;
  const written = /\blang\s*=\s*["']?(\w+)/.exec(attributes)?.[1] ?? 'js';
  const typed = written === 'tsx' ? 'tsx' : 'typescript';
  const language = written.startsWith('t') ? typed : 'javascript';
  return { text: script + spacesFor(text.slice(position)), language };
}

// A script that is never closed ends with the text.
function findClosing(text: string, start: number): number {
  CLOSING.lastIndex = start;
  return CLOSING.exec(text)?.index ?? text.length;
}

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
export function operationsAsFunctions(index: LineIndex, symbols: readonly SymbolFacts[]): readonly SymbolFacts[] {
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
  const doc = fields.get('summary') ?? null;
  return { ...symbol, kind: 'function', name, qualifiedName: title, signature: title, doc };
}

/** Makes symbols of the sections of a document, each qualified by the headings above; an empty heading makes none. */
export function symbolsOfSections(index: LineIndex, sections: readonly DocumentSection[]): readonly SymbolFacts[] {
  const symbols: SymbolFacts[] = [];
  const symbolNumbers = new Map<number, number>();
  const counts = new Map<string, number>();
  for (const section of sections) {
    if (section.title === '') continue;
    const parent = symbolNumberOf(section.parent, sections, symbolNumbers);
    const path = parent === null ? section.title : `${symbols[parent]?.qualifiedName} > ${section.title}`;
    symbolNumbers.set(section.index, symbols.length);
    const { title: name, startLine, endLine, isSetext } = section;
    const qualifiedName = makeUnique(path, counts);
    const heading = { line: startLine, text: index.lineText(startLine) };
    // An underlined heading has one more line.
    const lastHeadingLine = Math.min(endLine, isSetext ? startLine + 1 : startLine);
    const place = { name, qualifiedName, kind: 'section', startLine, endLine } as const;
    symbols.push(makeSymbol(place, heading, parent, lastHeadingLine));
  }
  return symbols;
}

// Returns the number of the symbol made of this section, or else of the nearest one above that has a symbol.
function symbolNumberOf(
  section: number | null,
  sections: readonly DocumentSection[],
  symbolNumbers: ReadonlyMap<number, number>,
): number | null {
  if (section === null) return null;
  return symbolNumbers.get(section) ?? symbolNumberOf(sections[section]?.parent ?? null, sections, symbolNumbers);
}
