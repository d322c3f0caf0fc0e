// Finds secrets in columns: of CSV files, tables in documents and logs, and statements that insert rows.
import { isCredential, PASSWORD } from './credential-check.ts';
import { matchAt, type SearchHints, type SecretName, type SecretSpan, spanOf } from './search-hints.ts';

const RULE = 'secret-column';
const SECRET_COLUMN =
  /^["'`*]{0,3}\w{0,30}(?:passw(?:or)?[dt]|passwd|pwd|pass|passe|secret|token|totp|psk|api_?key|kennwort|contrase(?:ñ|n)a|senha|clave|wachtwoord|hasło|parola|şifre|пароль|密码|パスワード)["'`*]{0,3}$/i;
// The head of a CSV file or of a table in a document, and a statement that inserts rows.
const CSV_HEAD = /^["\wà-ž -]{1,40}(?<separator>[,;\t])(?:["\wà-ž -]{1,40}\k<separator>){0,30}["\wà-ž -]{1,40}$/;
const TABLE_HEAD = /^[ \t]{0,8}\|[^\r\n]{3,400}\|[ \t]{0,8}$/;
const TABLE_RULE = /^[ \t]{0,8}\|[ \t:|+-]{3,400}\|?[ \t]{0,8}\r?$/;
const INSERT = /\binsert\s{1,8}into\s{1,8}[\w."`[\]]{1,100}\s{0,40}\([^()]{0,600}$/i;
/** A text without any of these hints is not searched for inserted rows. */
export const INSERT_HINTS = ['INSERT', 'insert ', 'Insert ', 'COPY ', 'copy '];
// A comment names the columns of the lines below it: `# client server secret`.
const NOTED_HEAD =
  /^[#;%!][ \t]*(?:(?:client|server|secret|ip|address|addresses|user|username|login|pass|password|passwd|account|name|host|service|realm|domain|email|system|port|role|group|database|db|uid|gid|key|token|comment)[ \t]{1,12}){1,6}(?:secret|password|passwd|pass|token|key|ip|address|addresses|comment|role|realm|service|host|domain|email|group)[ \t]*$/i;
const PSQL_HEAD = /^ [\w ]{2,30}(?: \| [\w ]{1,60}){1,12}$/;
const PSQL_RULE = /^-{2,200}(?:\+-{2,200}){1,12}\r?$/;
const COPY = /\bcopy\s{1,8}[\w."]{1,100}\s{0,8}\(([^()]{0,600})\)\s{1,8}from\s{1,8}stdin[^\r\n;]{0,80};?[ \t]*\r?\n/iy;
const HEAD_CHARACTERS_MAX = 1000;
const LINE_CHARACTERS_MAX = 2000;
const ROWS_MAX = 500;

/** Finds the values in columns whose head names a secret; `names` are the names of secrets in the text. */
export function findInColumns(
  text: string,
  names: readonly SecretName[],
  { hints }: SearchHints,
): readonly SecretSpan[] {
  const isInserted = INSERT_HINTS.some((hint) => hints.has(hint));
  const spans: SecretSpan[] = [];
  // A row of a table is not the head of another.
  let done = 0;
  for (const { start, end, trust } of names) {
    if (trust === 'random' || start < done || !isCell(text, start, end)) continue;
    const head = readHead(text, start);
    const copy = head === null && isInserted ? readCopy(text, start) : null;
    const insert = head === null && copy === null && isInserted ? readInsert(text, start) : null;
    const rows = head ?? copy;
    if (rows !== null) done = readRows(text, rows, spans);
    if (insert !== null) done = readTuples(text, insert, spans);
  }
  return spans;
}

function isCell(text: string, start: number, end: number): boolean {
  return /[\s,;|"'`*([]/.test(text[start - 1] ?? '\n') && /[\s,;|"'`*)\]]/.test(text[end] ?? '\n');
}

interface Rows {
  /** The position at which the line of the first row begins. */
  readonly from: number;
  readonly names: readonly string[];
  readonly separator: string;
}

function readHead(text: string, at: number): Rows | null {
  const before = text.slice(Math.max(0, at - HEAD_CHARACTERS_MAX), at);
  const start = at - before.length + before.lastIndexOf('\n') + 1;
  const [line, from] = readTableLine(text, start);
  if (from === null) return null;
  const separator = CSV_HEAD.exec(line)?.groups?.separator;
  if (separator !== undefined) return { from, names: line.split(separator), separator };
  if (NOTED_HEAD.test(line)) return { from, names: line.replace(/^\W+/, '').split(/[ \t]+/), separator: ' ' };
  const [rule, next] = readTableLine(text, from);
  if (PSQL_HEAD.test(line) && PSQL_RULE.test(rule) && next !== null)
    return { from: next, names: line.split('|'), separator: '|' };
  if (!TABLE_HEAD.test(line)) return null;
  if (TABLE_RULE.test(rule) && next !== null) return { from: next, names: line.split('|'), separator: '|' };
  // A table without a rule counts if its head is no row of another table and has a column for a user.
  const above = /(?:^|\n)([^\n]*)\n$/.exec(text.slice(Math.max(0, start - LINE_CHARACTERS_MAX), start))?.[1] ?? '';
  return !above.trimStart().startsWith('|') && NAMED_ROWS.test(line) && TABLE_HEAD.test(rule)
    ? { from, names: line.split('|'), separator: '|' }
    : null;
}

const NAMED_ROWS = /\|[ \t]*(?:user ?name|user|login|account|email|e-mail|name)[ \t]*\|/i;

// Reads the head of `COPY users (id, password) FROM stdin;`.
function readCopy(text: string, at: number): Rows | null {
  const before = text.slice(Math.max(0, at - HEAD_CHARACTERS_MAX), at);
  const open = Math.max(before.lastIndexOf('COPY '), before.lastIndexOf('copy '));
  if (open === -1) return null;
  const match = matchAt(COPY, text, at - before.length + open);
  return match && COPY.lastIndex > at ? { from: COPY.lastIndex, names: match[1]!.split(','), separator: '\t' } : null;
}

// Reads a line and the position of the next: null at the end of the text and after too long a line.
function readTableLine(text: string, start: number): readonly [line: string, next: number | null] {
  const window = text.slice(start, start + LINE_CHARACTERS_MAX);
  const end = window.indexOf('\n');
  const line = end === -1 ? window : window.slice(0, end);
  return [line.endsWith('\r') ? line.slice(0, -1) : line, end === -1 ? null : start + end + 1];
}

// Reads rows as long as a line has as many cells as the head, and returns where they end.
function readRows(text: string, { from, names, separator }: Rows, spans: SecretSpan[]): number {
  const columns = names.flatMap((name, index) => (SECRET_COLUMN.test(name.trim().replaceAll(' ', '_')) ? [index] : []));
  const isLoose = separator === ' ';
  let at = from;
  for (let row = 0; row < ROWS_MAX && at < text.length; row++) {
    const [line, next] = readTableLine(text, at);
    const cells = splitCells(line, separator);
    // If blanks separate the cells, rows may differ in length, and comments and empty lines are skipped.
    if (isLoose ? !/^(?:#|$)/.test(line) && cells.length <= Math.min(...columns) : cells.length !== names.length) break;
    for (const column of columns) {
      const before = cells.slice(0, column).reduce((sum, cell) => sum + cell.length + 1, at);
      if (column < cells.length && !(isLoose && /^#/.test(line))) spans.push(...readCell(cells[column]!, before));
    }
    at = next ?? text.length;
  }
  return at;
}

// Splits a line into cells; a quoted cell may hold the separator.
function splitCells(line: string, separator: string): readonly string[] {
  if (separator === ' ') return line.replaceAll('\t', ' ').split(/ (?! )/);
  if (separator === '|') return line.split(/(?<!\\)\|/);
  if (!line.includes('"')) return line.split(separator);
  const cells: string[] = [];
  for (const piece of line.split(separator)) {
    const last = cells.at(-1);
    if (last !== undefined && (last.split('"').length - 1) % 2 === 1)
      cells[cells.length - 1] = last + separator + piece;
    else cells.push(piece);
  }
  return cells;
}

function readCell(cell: string, start: number): readonly SecretSpan[] {
  const lead = /^\s*(?:[NE](?='))?["'`]*/.exec(cell)![0].length;
  const value = cell.slice(lead).replace(/["'`]*\s*$/, '');
  if ((/[()]/.test(value) && !/^\s*["'`]/.test(cell)) || !isCredential(value, PASSWORD)) return [];
  return [spanOf(start + lead, value, RULE)];
}

const VALUES = /[^()]{0,600}\)\s{0,40}values\s{0,40}/iy;
// A doubled quote reads as the end of a text and the beginning of the next, which matches as well.
const TUPLE = /\(((?:[^()'\\]|'(?:[^'\\\r\n]|\\.){0,500}'){1,2000})\)\s{0,40},?\s{0,40}/y;
const TUPLE_CELL = /'(?:[^'\\]|\\.|''){0,500}'|[^,']{1,500}/g;

interface Inserted {
  /** The position at which the first row begins. */
  readonly from: number;
  readonly names: readonly string[];
}

function readInsert(text: string, at: number): Inserted | null {
  const after = matchAt(VALUES, text, at)?.[0];
  if (after === undefined) return null;
  const before = INSERT.exec(text.slice(Math.max(0, at - HEAD_CHARACTERS_MAX), at))?.[0];
  if (before === undefined) return null;
  const listed = before.slice(before.indexOf('(') + 1) + after.slice(0, after.indexOf(')'));
  return { from: at + after.length, names: listed.split(',').map((name) => name.replace(/[\s[\]]/g, '')) };
}

function readTuples(text: string, { from, names }: Inserted, spans: SecretSpan[]): number {
  let end = from;
  TUPLE.lastIndex = from;
  for (let row = 0; row < ROWS_MAX; row++) {
    const start = TUPLE.lastIndex + 1;
    const cells = TUPLE.exec(text)?.[1];
    if (cells === undefined) break;
    end = TUPLE.lastIndex;
    const found = [...cells.matchAll(TUPLE_CELL)].filter(([cell]) => cell.trim() !== '');
    for (const [index, cell] of found.entries())
      if (SECRET_COLUMN.test(names[index] ?? '')) spans.push(...readCell(cell[0], start + cell.index));
  }
  return end;
}
