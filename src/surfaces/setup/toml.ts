/** A table's head or a `key = value` of a TOML file, with where it stands. */
export interface TomlLine {
  readonly kind: 'table' | 'pair';
  /** Where it belongs, the table it stands in included. */
  readonly path: readonly string[];
  readonly start: number;
  readonly end: number;
  /** Of a pair: where its value begins. */
  readonly valueStart: number;
}

/** The text is not TOML. */
export class TomlFault extends Error {
  constructor(text: string, at: number, expected: string) {
    super(`line ${text.slice(0, at).split('\n').length}: ${expected} expected`);
  }
}

const NESTED_MAX = 100;
const SPACE = /[ \t]*/y;
const GAP = /(?:\s|#[^\n]*(?=\n|$))*/y;
const LINE_END = /[ \t]*(?:#[^\n]*)?(?=\r?\n|$)/y;
const BARE_KEY = /[A-Za-z0-9_-]+/y;
const QUOTED_KEY = /"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/y;
const STRING = /"""[\s\S]*?(?<!(?<!\\)(?:\\\\)*\\)"{3,5}|'''[\s\S]*?'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/y;
const SCALAR =
  /true|false|0[xob][\da-fA-F_]+|[+-]?(?:inf|nan)|\d{4}-\d\d-\d\d[0-9T:.Z+ -]*\d?|\d\d:\d\d:[\d.]+|[+-]?[\d_]+(?:\.[\d_]+)?(?:[eE][+-]?\d+)?/y;

/** Every table head and pair in order; it throws a TomlFault where that ends. Values are checked, not read. */
export function scanToml(text: string): readonly TomlLine[] {
  const lines: TomlLine[] = [];
  let table: readonly string[] = [];
  for (let at = past(GAP, text, 0); at < text.length; at = past(GAP, text, at)) {
    const line = text[at] === '[' ? scanTable(text, at) : scanPair(text, at, table);
    if (line.kind === 'table') table = line.path;
    const end = past(LINE_END, text, line.end);
    if (end < text.length && !/[\r\n]/.test(text[end]!)) throw new TomlFault(text, end, 'the end of the line');
    lines.push(line);
    at = line.end;
  }
  return lines;
}

function scanTable(text: string, start: number): TomlLine {
  const brackets = text.startsWith('[[', start) ? 2 : 1;
  const { path, end } = scanKey(text, past(SPACE, text, start + brackets));
  const close = past(SPACE, text, end);
  if (text.slice(close, close + brackets) !== ']'.repeat(brackets)) throw new TomlFault(text, close, ']');
  return { kind: 'table', path, start, end: close + brackets, valueStart: close + brackets };
}

function scanPair(text: string, start: number, table: readonly string[]): TomlLine {
  const key = scanKey(text, start);
  const equals = past(SPACE, text, key.end);
  if (text[equals] !== '=') throw new TomlFault(text, equals, '=');
  const valueStart = past(SPACE, text, equals + 1);
  return { kind: 'pair', path: [...table, ...key.path], start, end: scanValue(text, valueStart, 0), valueStart };
}

function scanKey(text: string, start: number): { path: readonly string[]; end: number } {
  const path: string[] = [];
  for (let at = start; ; ) {
    const bare = match(BARE_KEY, text, at);
    const part = bare ?? match(QUOTED_KEY, text, at);
    if (part === null) throw new TomlFault(text, at, 'a name');
    path.push(bare ?? (part.startsWith('"') ? unquoted(part) : part.slice(1, -1)));
    const end = at + part.length;
    const dot = past(SPACE, text, end);
    if (text[dot] !== '.') return { path, end };
    at = past(SPACE, text, dot + 1);
  }
}

function scanValue(text: string, at: number, depth: number): number {
  if (depth > NESTED_MAX) throw new TomlFault(text, at, 'less nesting');
  if (text[at] === '[') return scanItems(text, at, { close: ']', item: (from) => scanValue(text, from, depth + 1) });
  if (text[at] === '{') {
    const item = (from: number) => {
      const equals = past(SPACE, text, scanKey(text, from).end);
      if (text[equals] !== '=') throw new TomlFault(text, equals, '=');
      return scanValue(text, past(SPACE, text, equals + 1), depth + 1);
    };
    return scanItems(text, at, { close: '}', item });
  }
  const value = match(STRING, text, at) ?? match(SCALAR, text, at);
  if (value === null) throw new TomlFault(text, at, 'a value');
  return at + value.length;
}

function scanItems(text: string, start: number, { close, item }: { close: string; item: (at: number) => number }) {
  let at = past(GAP, text, start + 1);
  while (text[at] !== close) {
    at = past(GAP, text, item(at));
    if (text[at] === ',') at = past(GAP, text, at + 1);
    else if (text[at] !== close) throw new TomlFault(text, at, `, or ${close}`);
  }
  return at + 1;
}

// TOML's escapes are JSON's and two more, which no name we look for has.
function unquoted(part: string): string {
  try {
    return String(JSON.parse(part));
  } catch {
    return part.slice(1, -1);
  }
}

function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

const past = (pattern: RegExp, text: string, at: number): number => at + (match(pattern, text, at)?.length ?? 0);
