import { scanToml, type TomlLine } from './toml.ts';

/** What is looked for is written in a way this does not change. */
export class OtherwiseWritten extends Error {
  constructor(path: readonly string[]) {
    super(`${path.join('.')} stands in it in another form than a [${path.join('.')}] table`);
  }
}

type Values = Readonly<Record<string, string | readonly string[]>>;

/** The text with these values in a table of their own, and every other byte as it was. */
export function setTable(text: string, path: readonly string[], values: Values): string {
  const lines = scanToml(text);
  const head = headOf(lines, path);
  if (!head) return `${endedLines(text)}[${path.join('.')}]\n${Object.entries(values).map(pair).join('')}`;
  const own = pairsOf(lines, head);
  const missing = Object.entries(values).filter(([key]) => !own.some((line) => isKey(line, path, key)));
  const last = own.at(-1) ?? head;
  let after = missing.length === 0 ? text : insertLines(text, last.end, missing.map(pair).join(''));
  // From the end, so that what stands before keeps its place.
  for (const line of own.toReversed()) {
    const key = line.path.at(-1)!;
    const value = Object.hasOwn(values, key) ? values[key] : undefined;
    if (value === undefined || !isKey(line, path, key)) continue;
    const same = squeezed(text.slice(line.valueStart, line.end)) === squeezed(printed(value));
    if (!same) after = after.slice(0, line.valueStart) + printed(value) + after.slice(line.end);
  }
  return after;
}

/** The text without the table and those below it; comments before the next one stay. */
export function removeTable(text: string, path: readonly string[]): string {
  const lines = scanToml(text);
  if (!headOf(lines, path)) return text;
  let after = text;
  for (const head of lines.filter((line) => line.kind === 'table' && startsWith(line.path, path)).toReversed()) {
    const end = (pairsOf(lines, head).at(-1) ?? head).end;
    const lineEnd = after.indexOf('\n', end);
    const start = after
      .slice(0, head.start)
      .replace(/\r?\n[ \t]*\r?\n$/, (blank) => blank.slice(0, blank.indexOf('\n') + 1));
    after = start + (lineEnd < 0 ? '' : after.slice(lineEnd + 1));
  }
  return after;
}

function headOf(lines: readonly TomlLine[], path: readonly string[]): TomlLine | undefined {
  const head = lines.find((line) => line.kind === 'table' && isSame(line.path, path));
  const outside = lines.find(
    (line, index) => line.kind === 'pair' && startsWith(line.path, path) && !startsWith(tableAt(lines, index), path),
  );
  const whole = lines.find(
    (line) => line.kind === 'pair' && line.path.length < path.length && startsWith(path, line.path),
  );
  if (outside ?? whole) throw new OtherwiseWritten(path);
  return head;
}

const tableAt = (lines: readonly TomlLine[], index: number): readonly string[] =>
  lines.slice(0, index).findLast(({ kind }) => kind === 'table')?.path ?? [];

function pairsOf(lines: readonly TomlLine[], head: TomlLine): readonly TomlLine[] {
  const after = lines.slice(lines.indexOf(head) + 1);
  const next = after.findIndex(({ kind }) => kind === 'table');
  return next < 0 ? after : after.slice(0, next);
}

const startsWith = (path: readonly string[], start: readonly string[]): boolean =>
  start.every((part, index) => path[index] === part);
const isSame = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && startsWith(a, b);
const isKey = (line: TomlLine, path: readonly string[], key: string): boolean => isSame(line.path, [...path, key]);

// A JSON string, and a list of them, are the same in TOML.
const printed = (value: string | readonly string[]): string =>
  typeof value === 'string' ? JSON.stringify(value) : `[${value.map((item) => JSON.stringify(item)).join(', ')}]`;
const pair = ([key, value]: [string, string | readonly string[]]): string => `${key} = ${printed(value)}\n`;
const squeezed = (value: string): string => value.replace(/\s*([[\],])\s*/g, '$1').replace(',]', ']');

function insertLines(text: string, after: number, lines: string): string {
  const lineEnd = text.indexOf('\n', after);
  return lineEnd < 0 ? `${text}\n${lines}` : text.slice(0, lineEnd + 1) + lines + text.slice(lineEnd + 1);
}

// A table is set off by an empty line.
function endedLines(text: string): string {
  if (text.trim() === '') return text;
  return text.endsWith('\n') ? `${text}\n` : `${text}\n\n`;
}
