import { isRecord, type JsonRecord } from '../transcript/json-record.ts';
import type { LeftOutCount } from '../transcript/left-out.ts';

/** One object of a file that has one a line. */
export interface JsonLine {
  /** 1-based. */
  readonly number: number;
  readonly record: JsonRecord;
}

interface RawLine {
  readonly number: number;
  /** Null when it was too long to keep. */
  readonly text: string | null;
  readonly isTerminated: boolean;
}

const NEWLINE = 0x0a;

/** The objects of a file, line by line; whatever is none is counted and passed over. */
export function* jsonLines(
  pieces: Iterable<Buffer>,
  { recordBytesMax }: { readonly recordBytesMax: number },
  leftOut: LeftOutCount,
): Generator<JsonLine> {
  for (const { number, text, isTerminated } of rawLines(pieces, recordBytesMax)) {
    if (text === null) leftOut.count('tooLong', `line ${number}`);
    else if (text.trim() !== '') {
      const record = parsed(text);
      if (record) yield { number, record };
      else leftOut.count(isTerminated ? 'notJson' : 'cutOff', `line ${number}`);
    }
  }
}

/** An object out of its JSON; null when the text is anything else. */
export function parsed(text: string): JsonRecord | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    // Not JSON, or nested too deep to be read: the caller counts it.
    return null;
  }
}

function* rawLines(pieces: Iterable<Buffer>, bytesMax: number): Generator<RawLine> {
  let kept: Buffer[] = [];
  let length = 0;
  let number = 1;
  const keep = (part: Buffer) => {
    length += part.length;
    if (length <= bytesMax) kept.push(part);
    else kept = [];
  };
  const line = (isTerminated: boolean): RawLine => ({
    number,
    text: length > bytesMax ? null : withoutMark(Buffer.concat(kept).toString('utf8'), number),
    isTerminated,
  });
  for (const piece of pieces) {
    let start = 0;
    for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, start)) {
      keep(piece.subarray(start, end));
      yield line(true);
      number++;
      kept = [];
      length = 0;
      start = end + 1;
    }
    keep(piece.subarray(start));
  }
  if (length > 0) yield line(false);
}

function withoutMark(text: string, number: number): string {
  return number === 1 && text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
