// Changes one table in a TOML file, and leaves the rest of the text as it is.
import { expectedAt, matchAt, SettingsFault } from './jsonc.ts';

type Values = Readonly<Record<string, string | readonly string[]>>;

/** Sets these values in a table, which is added if there is none. */
export function setTable(text: string, path: readonly string[], values: Values): string {
  const lines = scanToml(text);
  const header = headerOf(lines, path);
  if (!header) return `${endedLines(text)}[${path.join('.')}]\n${Object.entries(values).map(pair).join('')}`;
  const pairs = pairsOf(lines, header);
  const missing = Object.entries(values).filter(([key]) => !pairs.some((line) => isKey(line, path, key)));
  const last = pairs.at(-1) ?? header;
  let after = missing.length === 0 ? text : insertLines(text, last.end, missing.map(pair).join(''));
  // Goes backwards, so that earlier positions stay valid.
  for (const line of pairs.toReversed()) {
    const key = line.path.at(-1)!;
    const value = Object.hasOwn(values, key) ? values[key] : undefined;
    if (value === undefined || !isKey(line, path, key)) continue;
    const same = withoutSpaces(text.slice(line.valueStart, line.end)) === withoutSpaces(printValue(value));
    if (!same) after = after.slice(0, line.valueStart) + printValue(value) + after.slice(line.end);
  }
  return after;
}

/** Removes a table and its subtables, and keeps comments before the next table. */
export function removeTable(text: string, path: readonly string[]): string {
  const lines = scanToml(text);
  if (!headerOf(lines, path)) return text;
  let after = text;
  for (const header of lines.filter((line) => line.kind === 'table' && startsWith(line.path, path)).toReversed()) {
    const end = (pairsOf(lines, header).at(-1) ?? header).end;
    const lineEnd = after.indexOf('\n', end);
    const start = after
      .slice(0, header.start)
      .replace(/\r?\n[ \t]*\r?\n$/, (blank) => blank.slice(0, blank.indexOf('\n') + 1));
    after = start + (lineEnd < 0 ? '' : after.slice(lineEnd + 1));
  }
  return after;
}

function headerOf(lines: readonly TomlLine[], path: readonly string[]): TomlLine | undefined {
  const header = lines.find((line) => line.kind === 'table' && isSame(line.path, path));
  const outside = lines.find(
    (line, index) => line.kind === 'pair' && startsWith(line.path, path) && !startsWith(tableAt(lines, index), path),
  );
  const whole = lines.find(
    (line) => line.kind === 'pair' && line.path.length < path.length && startsWith(path, line.path),
  );
  if (outside ?? whole) throw new SettingsFault(`${path.join('.')} is there, but not as a [${path.join('.')}] table`);
  return header;
}

const tableAt = (lines: readonly TomlLine[], index: number): readonly string[] =>
  lines.slice(0, index).findLast(({ kind }) => kind === 'table')?.path ?? [];

function pairsOf(lines: readonly TomlLine[], header: TomlLine): readonly TomlLine[] {
  const after = lines.slice(lines.indexOf(header) + 1);
  const next = after.findIndex(({ kind }) => kind === 'table');
  return next < 0 ? after : after.slice(0, next);
}

const startsWith = (path: readonly string[], start: readonly string[]): boolean =>
  start.every((part, index) => path[index] === part);
const isSame = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && startsWith(a, b);
const isKey = (line: TomlLine, path: readonly string[], key: string): boolean => isSame(line.path, [...path, key]);

// Strings and lists of strings are written alike in JSON and TOML.
const printValue = (value: string | readonly string[]): string =>
  typeof value === 'string' ? JSON.stringify(value) : `[${value.map((item) => JSON.stringify(item)).join(', ')}]`;
const pair = ([key, value]: [string, string | readonly string[]]): string => `${key} = ${printValue(value)}\n`;
const withoutSpaces = (value: string): string => value.replace(/\s*([[\],])\s*/g, '$1').replace(',]', ']');

function insertLines(text: string, after: number, lines: string): string {
  const lineEnd = text.indexOf('\n', after);
  return lineEnd < 0 ? `${text}\n${lines}` : text.slice(0, lineEnd + 1) + lines + text.slice(lineEnd + 1);
}

// Puts an empty line before a new table.
function endedLines(text: string): string {
  if (text.trim() === '') return text;
  return text.endsWith('\n') ? `${text}\n` : `${text}\n\n`;
}

/** A table header or a `key = value` pair of a TOML file, with its position. */
interface TomlLine {
  readonly kind: 'table' | 'pair';
  /** The full path, including that of its table. */
  readonly path: readonly string[];
  readonly start: number;
  readonly end: number;
  /** For a pair, the start of its value. */
  readonly valueStart: number;
}

const NESTED_MAX = 100;
const SPACE = /[ \t]*/y;
const GAP = /(?:\s|#[^\n]*(?=\n|$))*/y;
const LINE_END = /[ \t]*(?:#[^\n]*)?(?=\r?\n|$)/y;
const BARE_KEY = /[A-Za-z0-9_-]+/y;
const QUOTED_KEY = /"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/y;
// A quote behind an odd number of backslashes does not end a string; two more quotes may stand before the last three.
const STRING = /"""[\s\S]*?(?<!(?<!\\)(?:\\\\)*\\)"{3,5}|'''[\s\S]*?'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/y;
// Booleans, numbers in four bases, infinity, not-a-number, dates and times.
const SCALAR =
  /true|false|0[xob][\da-fA-F_]+|[+-]?(?:inf|nan)|\d{4}-\d\d-\d\d[0-9T:.Z+ -]*\d?|\d\d:\d\d:[\d.]+|[+-]?[\d_]+(?:\.[\d_]+)?(?:[eE][+-]?\d+)?/y;

/** Lists table headers and pairs in order, without reading values; throws a SettingsFault where it cannot read on. */
export function scanToml(text: string): readonly TomlLine[] {
  const lines: TomlLine[] = [];
  let table: readonly string[] = [];
  for (let index = past(GAP, text, 0); index < text.length; index = past(GAP, text, index)) {
    const line = text[index] === '[' ? scanTable(text, index) : scanPair(text, index, table);
    if (line.kind === 'table') table = line.path;
    const end = past(LINE_END, text, line.end);
    if (end < text.length && !/[\r\n]/.test(text[end]!)) throw expectedAt(text, end, 'the end of the line');
    lines.push(line);
    index = line.end;
  }
  return lines;
}

function scanTable(text: string, start: number): TomlLine {
  const brackets = text.startsWith('[[', start) ? 2 : 1;
  const { path, end } = scanKey(text, past(SPACE, text, start + brackets));
  const close = past(SPACE, text, end);
  if (text.slice(close, close + brackets) !== ']'.repeat(brackets)) throw expectedAt(text, close, ']');
  return { kind: 'table', path, start, end: close + brackets, valueStart: close + brackets };
}

function scanPair(text: string, start: number, table: readonly string[]): TomlLine {
  const key = scanKey(text, start);
  const equals = past(SPACE, text, key.end);
  if (text[equals] !== '=') throw expectedAt(text, equals, '=');
  const valueStart = past(SPACE, text, equals + 1);
  return { kind: 'pair', path: [...table, ...key.path], start, end: scanValue(text, valueStart, 0), valueStart };
}

function scanKey(text: string, start: number): { path: readonly string[]; end: number } {
  const path: string[] = [];
  for (let index = start; ; ) {
    const bare = matchAt(BARE_KEY, text, index);
    const part = bare ?? matchAt(QUOTED_KEY, text, index);
    if (part === null) throw expectedAt(text, index, 'a name');
    path.push(bare ?? (part.startsWith('"') ? unquotePart(part) : part.slice(1, -1)));
    const end = index + part.length;
    const dot = past(SPACE, text, end);
    if (text[dot] !== '.') return { path, end };
    index = past(SPACE, text, dot + 1);
  }
}

function scanValue(text: string, index: number, depth: number): number {
  if (depth > NESTED_MAX) throw expectedAt(text, index, 'less nesting');
  if (text[index] === '[')
    return scanItems(text, index, { close: ']', item: (from) => scanValue(text, from, depth + 1) });
  if (text[index] === '{') {
    const item = (from: number) => {
      const equals = past(SPACE, text, scanKey(text, from).end);
      if (text[equals] !== '=') throw expectedAt(text, equals, '=');
      return scanValue(text, past(SPACE, text, equals + 1), depth + 1);
    };
    return scanItems(text, index, { close: '}', item });
  }
  const value = matchAt(STRING, text, index) ?? matchAt(SCALAR, text, index);
  if (value === null) throw expectedAt(text, index, 'a value');
  return index + value.length;
}

function scanItems(text: string, start: number, { close, item }: { close: string; item: (index: number) => number }) {
  let position = past(GAP, text, start + 1);
  while (text[position] !== close) {
    position = past(GAP, text, item(position));
    if (text[position] === ',') position = past(GAP, text, position + 1);
    else if (text[position] !== close) throw expectedAt(text, position, `, or ${close}`);
  }
  return position + 1;
}

// TOML has escapes that JSON lacks, but no name that knap looks for needs them.
function unquotePart(part: string): string {
  try {
    return String(JSON.parse(part));
  } catch {
    return part.slice(1, -1);
  }
}

const past = (pattern: RegExp, text: string, index: number): number =>
  index + (matchAt(pattern, text, index)?.length ?? 0);
