// Logs of conversations may have hundreds of megabytes. This file reads their JSON one line, or one element of a list,
// at a time, so that a log need not fit into memory.
import { isRecord, type JsonRecord, parseJson } from '../../../model/records.ts';
import type { LeftOutCount } from '../transcript/left-out.ts';

/** An object of a file that has one object on each line. */
export interface JsonLine {
  /** The 1-based line. */
  readonly number: number;
  readonly record: JsonRecord;
}

interface RawLine extends Pick<JsonLine, 'number'> {
  /** The text of the line; null when it was too long to keep. */
  readonly text: string | null;
  readonly isTerminated: boolean;
}

const NEWLINE = 0x0a;

/** Yields the objects of a file line by line; counts lines with something else, and skips blank ones. */
export function* readJsonLines(
  pieces: Iterable<Buffer>,
  { recordBytesMax }: { readonly recordBytesMax: number },
  leftOut: LeftOutCount,
): Generator<JsonLine> {
  for (const { number, text, isTerminated } of readRawLines(pieces, recordBytesMax)) {
    if (text === null) leftOut.count('tooLong', `line ${number}`);
    else if (text.trim() !== '') {
      const record = parseRecord(text);
      if (record) yield { number, record };
      else leftOut.count(isTerminated ? 'notJson' : 'cutOff', `line ${number}`);
    }
  }
}

/** Parses a JSON object; returns null when the text is anything else. */
export function parseRecord(text: string): JsonRecord | null {
  const value = parseJson(text);
  return isRecord(value) ? value : null;
}

function* readRawLines(pieces: Iterable<Buffer>, bytesMax: number): Generator<RawLine> {
  const gathered = createGatherer(bytesMax);
  let number = 1;
  for (const piece of pieces) {
    let start = 0;
    for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, start)) {
      gathered.add(piece.subarray(start, end));
      yield { number, text: stripByteOrderMark(gathered.take(), number++), isTerminated: true };
      start = end + 1;
    }
    gathered.add(piece.subarray(start));
  }
  if (gathered.length() > 0) yield { number, text: stripByteOrderMark(gathered.take(), number), isTerminated: false };
}

const stripByteOrderMark = (text: string | null, number: number): string | null =>
  number === 1 && text?.charCodeAt(0) === 0xfeff ? text.slice(1) : text;

/** Creates a buffer that gathers the pieces of a record and returns its text; null when the record is too long. */
function createGatherer(bytesMax: number) {
  let parts: Buffer[] = [];
  let length = 0;
  return {
    length: () => length,
    add: (part: Buffer) => {
      length += part.length;
      if (length <= bytesMax) parts.push(part);
      else parts = [];
    },
    take: (): string | null => {
      const text = length > bytesMax ? null : Buffer.concat(parts).toString('utf8');
      parts = [];
      length = 0;
      return text;
    },
  };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LIST = 0x5b;
const [OTHER, SPACE, COMMA, OPENER, CLOSER] = [0, 1, 2, 3, 4] as const;
// The class of each byte is looked up, because files are large. The bytes of a byte order mark count as space.
const CLASSES = new Uint8Array(256);
for (const byte of [0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]) CLASSES[byte] = SPACE;
for (const byte of [LIST, 0x7b]) CLASSES[byte] = OPENER;
for (const byte of [0x5d, 0x7d]) CLASSES[byte] = CLOSER;
CLASSES[0x2c] = COMMA;

/**
 * Yields the objects of a JSON file that is one long list, or its only object. Each is parsed on its own, so that
 * memory holds one element of a huge export at a time.
 */
export function* readJsonElements(
  pieces: Iterable<Buffer>,
  { recordBytesMax }: { readonly recordBytesMax: number },
  leftOut: LeftOutCount,
): Generator<JsonRecord> {
  let number = 0;
  for (const element of readRawElements(pieces, recordBytesMax, leftOut)) {
    number++;
    const record = element === null ? null : parseRecord(element);
    if (record) yield record;
    else leftOut.count(element === null ? 'tooLong' : 'notJson', `element ${number}`);
  }
}

// Counts brackets outside of strings; the text between two commas of the outer list is an element.
function* readRawElements(pieces: Iterable<Buffer>, bytesMax: number, leftOut: LeftOutCount): Generator<string | null> {
  const gathered = createGatherer(bytesMax);
  let [depth, isInString, isEscaped] = [0, false, false];
  // The depth of elements: 1 in a list, 0 for a single object; null before the first bracket.
  let outer: number | null = null;
  for (const piece of pieces) {
    let start = 0;
    for (let index = 0; index < piece.length; index++) {
      const byte = piece[index]!;
      const kind = isInString ? OTHER : CLASSES[byte];
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isInString = false;
      } else if (byte === QUOTE) isInString = true;
      else if (kind === OPENER) {
        depth++;
        outer ??= byte === LIST ? 1 : 0;
        if (outer === 1 && depth === 1) start = index + 1;
      } else if (kind === CLOSER) depth = Math.max(0, depth - 1);
      if (kind === OTHER || kind === OPENER || depth > (outer ?? 0)) continue;
      if (kind !== SPACE) {
        const isEnd = kind === CLOSER && depth === (outer ?? 0);
        gathered.add(piece.subarray(start, isEnd ? index + 1 : index));
        if (isEnd || gathered.length() > 0) yield gathered.take();
      }
      start = index + 1;
    }
    gathered.add(piece.subarray(start));
  }
  if (gathered.length() > 0 || depth > 0) leftOut.count('cutOff');
}

/** Returns the object under a key; an empty object when the key has none. */
export function recordAt(record: JsonRecord, key: string): JsonRecord {
  const value = record[key];
  return isRecord(value) ? value : {};
}

/** Returns the list under a key; an empty list when the key has none. */
export function listAt(record: JsonRecord, key: string): readonly unknown[] {
  const value = record[key];
  return Array.isArray(value) ? value : [];
}

/** Returns the text under a key; null when the value is missing, blank or not a text. */
export function textAt(record: JsonRecord, key: string): string | null {
  const value = record[key];
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}
