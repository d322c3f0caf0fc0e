// Some files hold code inside another format: notebooks in cells, Vue and Svelte components in `<script>` blocks. This
// file finds that code for the parser.
import type { ImportFact, SymbolFacts } from '../../../model/facts.ts';
import { createLineIndex, type LineIndex } from './symbols/line-index.ts';

const LINE_CHARACTERS = 2000;
const CELLS_MAX = 1000;
// Cells are read line by line: definitions and imports of Python without indentation.
const DEFINITION = /^(?:async\s+)?(?<word>def|class)\s+(?<name>\w+)/;
const IMPORT = /^(?:from\s+(?<from>[\w.]+)\s+import\s+(?<names>[\w, ]+)|import\s+(?<module>[\w.]+))/;

/** The facts of a notebook. Lines count in the file, where each line of a cell is a string on a line of its own. */
export interface ReadNotebook {
  readonly symbols: readonly SymbolFacts[];
  readonly imports: readonly ImportFact[];
  /** The notebook with all lines blanked that are not of cells, so that outputs and pictures give no search terms. */
  readonly searchable: LineIndex;
}

/** The lines of one cell. */
interface NotebookCell {
  readonly isCode: boolean;
  /** The line that opens the list of its lines, and the one that closes it. */
  readonly startLine: number;
  readonly endLine: number;
  readonly lines: readonly { readonly line: number; readonly text: string }[];
}

/** Reads the cells of a notebook that is written with one string a line; one packed into a single line gives none. */
export function readNotebook(index: LineIndex): ReadNotebook {
  const cells = cellsOf(index);
  const symbols: SymbolFacts[] = [];
  for (const [position, cell] of cells.entries()) addCell(symbols, cell, position + 1);
  const inside = new Set(cells.flatMap(({ lines }) => lines.map(({ line }) => line)));
  const told = Array.from({ length: index.count }, (_, position) => {
    const text = index.lineText(position + 1);
    return inside.has(position + 1) ? unescapeLine(text) : '';
  });
  const code = cells.filter(({ isCode }) => isCode).flatMap(({ lines }) => lines);
  return { symbols, imports: code.flatMap(importOf), searchable: createLineIndex(`${told.join('\n')}\n`) };
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

// Decodes a JSON string with or without a comma behind it; leaves a string that is cut off as it is written.
function decodeString(written: string): string {
  try {
    return String(JSON.parse(written.replace(/,$/, ''))).replace(/\n$/, '');
  } catch {
    return written.replace(/^"|(?:\\n)?",?$/g, '');
  }
}

// Replaces escapes by spaces, because an escaped line end would stick to the last word of a line.
function unescapeLine(text: string): string {
  return text.replaceAll('\\n', '  ').replaceAll('\\"', ' "').replaceAll('\\t', '  ');
}

function addCell(symbols: SymbolFacts[], cell: NotebookCell, number: number): void {
  const heading = cell.isCode ? undefined : cell.lines.find(({ text }) => /^#{1,6}\s+\S/.test(text));
  const name = heading?.text.replace(/^#+\s+/, '').trim() ?? `cell-${number}`;
  const parent = symbols.length;
  const first = cell.lines[0]?.line ?? cell.startLine;
  symbols.push({
    ...{
      name,
      qualifiedName: heading === undefined ? name : `${name} (${number})`,
      kind: cell.isCode ? 'function' : 'section',
    },
    ...{ startLine: cell.startLine, endLine: cell.endLine, signatureLines: [first, first] },
    ...{ signature: cell.lines[0]?.text ?? '', doc: null, parent: null, calls: [] },
  });
  if (!cell.isCode) return;
  for (const [index, { line, text }] of cell.lines.entries()) {
    const definition = DEFINITION.exec(text)?.groups;
    if (definition?.name === undefined) continue;
    const next = cell.lines.slice(index + 1).find((other) => /^[^\s#)\]}]/.test(other.text));
    const endLine = (next?.line ?? cell.endLine) - 1;
    symbols.push({
      ...{
        name: definition.name,
        qualifiedName: `cell-${number}.${definition.name}`,
        kind: definition.word === 'class' ? 'class' : 'function',
      },
      ...{ startLine: line, endLine: Math.max(line, lastFilledLine(cell, endLine)), signatureLines: [line, line] },
      ...{ signature: text, doc: null, parent, calls: [] },
    });
  }
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

export interface Script {
  /** The whole text with everything outside the scripts blanked, so that positions stay the same. */
  readonly text: string;
  readonly language: 'typescript' | 'tsx' | 'javascript';
}

/** Returns the scripts of a component; null when it has none. */
export function scriptOf(text: string): Script | null {
  let script = '';
  let position = 0;
  let attributes = '';
  for (const opening of text.matchAll(OPENING)) {
    if (opening.index < position) continue;
    const start = opening.index + opening[0].length;
    const end = findClosing(text, start);
    script += blankOut(text.slice(position, start)) + text.slice(start, end);
    attributes += opening[1];
    position = end;
  }
  if (position === 0) return null;
  const written = /\blang\s*=\s*["']?(\w+)/.exec(attributes)?.[1] ?? 'js';
  const language = written === 'tsx' ? 'tsx' : written.startsWith('t') ? 'typescript' : 'javascript';
  return { text: script + blankOut(text.slice(position)), language };
}

// A script that is never closed ends with the text.
function findClosing(text: string, start: number): number {
  CLOSING.lastIndex = start;
  return CLOSING.exec(text)?.index ?? text.length;
}

function blankOut(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}
