// A document may begin with YAML, from a line of dashes to one of dashes or dots. This file finds this frontmatter,
// reads its fields and notes faults.
import { type Document, isMap, isNode, isScalar, LineCounter, type Pair, parseDocument } from 'yaml';
import { refuseDeepKeys } from '../../../config/parse-yaml.ts';
import type { DocumentNote, Frontmatter, FrontmatterField, FrontmatterValue } from '../../../model/document.ts';
import { messageOf } from '../../../model/errors.ts';

const ALIASES_MAX = 100;
const CHARACTERS_MAX = 200_000;
const NOTES_MAX = 20;
const NONE: Frontmatter = { lines: null, fields: [] };

/** Reads the fields of the frontmatter that can be read, with notes of its faults. */
export function readFrontmatter(text: string): { frontmatter: Frontmatter; notes: readonly DocumentNote[] } {
  const bounds = findFrontmatter(text);
  if (bounds === null) {
    const notes = isUnclosed(text) ? [{ line: 1, message: 'the frontmatter is never closed' }] : [];
    return { frontmatter: NONE, notes };
  }
  const yaml = text.slice(bounds.yamlStart, bounds.yamlEnd);
  const closingLine = 2 + (yaml.match(/\n/g)?.length ?? 0);
  const { fields, notes } = readYaml(yaml);
  return { frontmatter: { lines: [1, closingLine], fields }, notes: shortenNotes(notes) };
}

interface FieldsRead {
  readonly fields: readonly FrontmatterField[];
  readonly notes: readonly DocumentNote[];
}

function readYaml(yaml: string): FieldsRead {
  if (yaml.length > CHARACTERS_MAX) return failRead('the frontmatter is too large to be read');
  try {
    return readFields(yaml);
  } catch (error) {
    // On absurd nesting the parser fails with an error of the JavaScript engine.
    return failRead(`the frontmatter could not be read: ${messageOf(error)}`);
  }
}

function readFields(yaml: string): FieldsRead {
  const counter = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: counter, prettyErrors: false, logLevel: 'silent' });
  // A line of dashes comes before the YAML.
  const lineAt = (offset: number) => Math.max(1, counter.linePos(offset).line) + 1;
  const notes: DocumentNote[] = [...document.errors, ...document.warnings].map((fault) => ({
    line: lineAt(fault.pos[0]),
    message: `frontmatter: ${firstLineOf(fault.message)}`,
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
    try {
      fields.set(key, { key, value: readValue(pair, document), line });
    } catch (error) {
      notes.push({ line, message: `frontmatter: ${key}: ${firstLineOf(messageOf(error))}` });
    }
  }
  return { fields: [...fields.values()], notes };
}

const keyOf = (pair: Pair): string | null =>
  isScalar(pair.key) && pair.key.value !== null ? String(pair.key.value).trim() : null;

function readValue({ value }: Pair, document: Document): FrontmatterValue {
  if (!isNode(value)) return null;
  refuseDeepKeys(value);
  return toJson(value.toJS(document, { maxAliasCount: ALIASES_MAX }));
}

// Turns values into JSON values, because YAML also has dates, sets, maps and infinite numbers.
function toJson(value: unknown): FrontmatterValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (Array.isArray(value)) return value.map(toJson);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Map) return toJson(Object.fromEntries(value));
  if (value instanceof Set) return [...value].map(toJson);
  if (typeof value === 'object' && !ArrayBuffer.isView(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toJson(inner)]));
  }
  return String(value);
}

function failRead(message: string): FieldsRead {
  return { fields: [], notes: [{ line: 1, message }] };
}

// A text of brackets has a fault at each of them, so only the first notes are kept.
function shortenNotes(notes: readonly DocumentNote[]): readonly DocumentNote[] {
  const rest = notes[NOTES_MAX];
  if (rest === undefined) return notes;
  const more = `frontmatter: ${notes.length - NOTES_MAX} more faults from here on`;
  return [...notes.slice(0, NOTES_MAX), { line: rest.line, message: more }];
}

const firstLineOf = (message: string): string =>
  message.split('\n', 1)[0]!.replace(/^Maximum call stack.*/, 'nested too deeply');

/** The offsets of the frontmatter in a text. */
interface FrontmatterBounds {
  readonly yamlStart: number;
  readonly yamlEnd: number;
  readonly bodyStart: number;
}

const OPENING = /\uFEFF?---[ \t]*\r?\n/y;
const CLOSING = /^(?:---|\.\.\.)[ \t]*\r?$/gm;
// A key and its colon, or a value that is not plain text.
const YAML_LINE = /^[ \t]*(?:[^\s#].*:(?:[ \t]|\r?$)|[{[&!*?|>"'%-])/m;
// A line that is neither blank nor a comment of YAML.
const CONTENT_LINE = /^[ \t]*[^\s#]/m;

/** Finds the YAML at the top of a text; returns null when the text has none. */
export function findFrontmatter(text: string): FrontmatterBounds | null {
  const yamlStart = findOpeningEnd(text);
  if (yamlStart === null) return null;
  CLOSING.lastIndex = yamlStart;
  const closing = CLOSING.exec(text);
  if (closing === null) return null;
  const yamlEnd = closing.index;
  if (isProse(text.slice(yamlStart, yamlEnd))) return null;
  const lineEnd = text.indexOf('\n', yamlEnd);
  return { yamlStart, yamlEnd, bodyStart: lineEnd < 0 ? text.length : lineEnd + 1 };
}

/** Returns whether a text begins with a line of dashes and a key, but no line closes it. */
function isUnclosed(text: string): boolean {
  const start = findOpeningEnd(text);
  if (start === null) return false;
  CLOSING.lastIndex = start;
  return CLOSING.exec(text) === null && /^[\w-]+:(?:\s|$)/.test(text.slice(start, start + 200));
}

function findOpeningEnd(text: string): number | null {
  OPENING.lastIndex = 0;
  return OPENING.test(text) ? OPENING.lastIndex : null;
}

// Returns whether prose follows the first line of dashes, which then is a horizontal rule. It looks for patterns, so
// that cutting out a body parses no YAML.
const isProse = (yaml: string): boolean => CONTENT_LINE.test(yaml) && !YAML_LINE.test(yaml);

/** Returns the field of a key; null when the key is absent. */
export function fieldOf(frontmatter: Frontmatter, key: string): FrontmatterField | null {
  return frontmatter.fields.find((field) => field.key === key) ?? null;
}
