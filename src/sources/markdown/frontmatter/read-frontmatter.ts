import { isMap, isNode, isScalar, LineCounter, type Pair, parseDocument } from 'yaml';
import { refuseDeepKeys } from '../../../config/parse-yaml.ts';
import type { DocumentNote, Frontmatter, FrontmatterField, FrontmatterValue } from '../../../model/document.ts';

const ALIASES_MAX = 100;
const CHARACTERS_MAX = 200_000;
const NOTES_MAX = 20;
const NONE: Frontmatter = { lines: null, fields: [] };

/** The fields of a document's frontmatter. Whatever is wrong with a part of it is a note, and the other parts are read. */
export function readFrontmatter(text: string): { frontmatter: Frontmatter; notes: readonly DocumentNote[] } {
  const bounds = frontmatterBounds(text);
  if (bounds === null) {
    const notes = isUnclosed(text) ? [{ line: 1, message: 'the frontmatter is never closed' }] : [];
    return { frontmatter: NONE, notes };
  }
  const yaml = text.slice(bounds.yamlStart, bounds.yamlEnd);
  const closingLine = 2 + (yaml.match(/\n/g)?.length ?? 0);
  const { fields, notes } = readYaml(yaml);
  return { frontmatter: { lines: [1, closingLine], fields }, notes: shortened(notes) };
}

interface Read {
  readonly fields: readonly FrontmatterField[];
  readonly notes: readonly DocumentNote[];
}

function readYaml(yaml: string): Read {
  if (yaml.length > CHARACTERS_MAX) return failed('the frontmatter is too large to be read');
  try {
    return readFields(yaml);
  } catch (error) {
    // The parser gives up on absurd nesting with an error of the engine's own.
    return failed(`the frontmatter could not be read: ${messageOf(error)}`);
  }
}

function readFields(yaml: string): Read {
  const counter = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: counter, prettyErrors: false, logLevel: 'silent' });
  // The line of dashes stands before the YAML.
  const lineAt = (offset: number) => Math.max(1, counter.linePos(offset).line) + 1;
  const notes: DocumentNote[] = [...document.errors, ...document.warnings].map((fault) => ({
    line: lineAt(fault.pos[0]),
    message: `frontmatter: ${firstLine(fault.message)}`,
  }));
  if (!isMap(document.contents)) {
    if (document.contents !== null && notes.length === 0)
      notes.push({ line: 2, message: 'the frontmatter has no keys' });
    return { fields: [], notes };
  }
  const fields = new Map<string, FrontmatterField>();
  for (const pair of document.contents.items) {
    const key = keyOf(pair);
    if (key === null || fields.has(key)) continue;
    const line = isNode(pair.key) ? lineAt(pair.key.range?.[0] ?? 0) : 2;
    const read = plainValue(() => {
      if (!isNode(pair.value)) return null;
      refuseDeepKeys(pair.value);
      return pair.value.toJS(document, { maxAliasCount: ALIASES_MAX });
    });
    if ('failure' in read) notes.push({ line, message: `frontmatter: ${key}: ${read.failure}` });
    else fields.set(key, { key, value: read.value, line });
  }
  return { fields: [...fields.values()], notes };
}

function keyOf(pair: Pair): string | null {
  return isScalar(pair.key) && pair.key.value !== null ? String(pair.key.value).trim() : null;
}

function plainValue(toValue: () => unknown): { value: FrontmatterValue } | { failure: string } {
  try {
    return { value: plain(toValue()) };
  } catch (error) {
    return { failure: firstLine(messageOf(error)) };
  }
}

// Turns values into what JSON can hold: YAML can also make dates, sets, maps and infinite numbers.
function plain(value: unknown): FrontmatterValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Map) return plain(Object.fromEntries(value));
  if (value instanceof Set) return [...value].map(plain);
  if (typeof value === 'object' && !ArrayBuffer.isView(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
  }
  return String(value);
}

function failed(message: string): Read {
  return { fields: [], notes: [{ line: 1, message }] };
}

// A text of brackets has a fault at each of them.
function shortened(notes: readonly DocumentNote[]): readonly DocumentNote[] {
  const rest = notes[NOTES_MAX];
  if (rest === undefined) return notes;
  const more = `frontmatter: ${notes.length - NOTES_MAX} more faults from here on`;
  return [...notes.slice(0, NOTES_MAX), { line: rest.line, message: more }];
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function firstLine(message: string): string {
  return (message.split('\n', 1)[0] ?? '').replace(/^Maximum call stack.*/, 'nested too deeply');
}

/** Offsets of the frontmatter in a text. */
interface FrontmatterBounds {
  readonly yamlStart: number;
  readonly yamlEnd: number;
  readonly bodyStart: number;
}

const OPENING = /\uFEFF?---[ \t]*\r?\n/y;
const CLOSING = /^(?:---|\.\.\.)[ \t]*\r?$/gm;
// A key and its colon, or a value that is no plain text.
const YAML_LINE = /^[ \t]*(?:[^\s#].*:(?:[ \t]|\r?$)|[{[&!*?|>"'%-])/m;
const CONTENT_LINE = /^[ \t]*[^\s#]/m;

/** Where the YAML at the top of a text stands; null when the text has none. */
export function frontmatterBounds(text: string): FrontmatterBounds | null {
  const yamlStart = openingEnd(text);
  if (yamlStart === null) return null;
  CLOSING.lastIndex = yamlStart;
  const closing = CLOSING.exec(text);
  if (closing === null) return null;
  const yamlEnd = closing.index;
  if (isProse(text.slice(yamlStart, yamlEnd))) return null;
  const lineEnd = text.indexOf('\n', yamlEnd);
  return { yamlStart, yamlEnd, bodyStart: lineEnd < 0 ? text.length : lineEnd + 1 };
}

/** A first line of dashes with keys below it, and no line that closes them. */
function isUnclosed(text: string): boolean {
  const start = openingEnd(text);
  if (start === null || frontmatterBounds(text) !== null) return false;
  CLOSING.lastIndex = start;
  return CLOSING.exec(text) === null && /^[\w-]+:(?:\s|$)/.test(text.slice(start, start + 200));
}

function openingEnd(text: string): number | null {
  OPENING.lastIndex = 0;
  return OPENING.test(text) ? OPENING.lastIndex : null;
}

// A page that starts with a line across it has prose after it, which YAML would read as one plain text. Decided here
// without the parser, so that cutting out a body needs none.
function isProse(yaml: string): boolean {
  return CONTENT_LINE.test(yaml) && !YAML_LINE.test(yaml);
}

/** The value under a key; null when the key is absent. */
export function fieldOf(frontmatter: Frontmatter, key: string): FrontmatterField | null {
  return frontmatter.fields.find((field) => field.key === key) ?? null;
}
