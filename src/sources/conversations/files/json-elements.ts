import type { JsonRecord } from '../transcript/json-record.ts';
import type { LeftOutCount } from '../transcript/left-out.ts';
import { parsed } from './json-lines.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LIST = 0x5b;
const [OTHER, SPACE, COMMA, OPENER, CLOSER] = [0, 1, 2, 3, 4] as const;
// Looked up for every byte of files of hundreds of megabytes. A byte order mark counts as space.
const CLASSES = new Uint8Array(256);
for (const byte of [0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]) CLASSES[byte] = SPACE;
for (const byte of [LIST, 0x7b]) CLASSES[byte] = OPENER;
for (const byte of [0x5d, 0x7d]) CLASSES[byte] = CLOSER;
CLASSES[0x2c] = COMMA;

/**
 * The objects of a JSON file that is one long list, or the one object it is, each parsed on its own: of a huge export
 * never more than one element is held.
 */
export function* jsonElements(
  pieces: Iterable<Buffer>,
  { recordBytesMax }: { readonly recordBytesMax: number },
  leftOut: LeftOutCount,
): Generator<JsonRecord> {
  let number = 0;
  for (const element of rawElements(pieces, recordBytesMax, leftOut)) {
    number++;
    if (element === null) leftOut.count('tooLong', `element ${number}`);
    else {
      const record = parsed(element);
      if (record) yield record;
      else leftOut.count('notJson', `element ${number}`);
    }
  }
}

// Brackets are counted outside of strings; what stands between the commas of the outer list is an element.
function* rawElements(pieces: Iterable<Buffer>, bytesMax: number, leftOut: LeftOutCount): Generator<string | null> {
  const scan = { depth: 0, isInString: false, isEscaped: false, outer: null as number | null };
  let kept: Buffer[] = [];
  let length = 0;
  const keep = (part: Buffer) => {
    length += part.length;
    if (length <= bytesMax) kept.push(part);
    else kept = [];
  };
  const take = (): string | null => {
    const element = length > bytesMax ? null : Buffer.concat(kept).toString('utf8');
    kept = [];
    length = 0;
    return element;
  };
  for (const piece of pieces) {
    let start = 0;
    for (let index = 0; index < piece.length; index++) {
      const event = step(scan, piece[index]!);
      if (event === 'outside') start = index + 1;
      else if (event === 'end') {
        keep(piece.subarray(start, index + 1));
        start = index + 1;
        yield take();
      } else if (event === 'separator') {
        keep(piece.subarray(start, index));
        start = index + 1;
        if (length > 0) yield take();
      }
    }
    keep(piece.subarray(start));
  }
  if (length > 0 || scan.depth > 0) leftOut.count('cutOff');
}

interface ElementScan {
  depth: number;
  isInString: boolean;
  isEscaped: boolean;
  /** Depth at which elements stand: 1 in a list, 0 for a single object; null before the first byte. */
  outer: number | null;
}

type Event = 'inside' | 'outside' | 'end' | 'separator';

function step(scan: ElementScan, byte: number): Event {
  if (scan.isInString) {
    if (scan.isEscaped) scan.isEscaped = false;
    else if (byte === BACKSLASH) scan.isEscaped = true;
    else if (byte === QUOTE) scan.isInString = false;
    return 'inside';
  }
  if (byte === QUOTE) scan.isInString = true;
  const kind = CLASSES[byte] ?? OTHER;
  if (kind === OPENER) return opened(scan, byte);
  if (kind === CLOSER) return closed(scan);
  if (scan.depth > (scan.outer ?? 0)) return 'inside';
  if (kind === COMMA) return 'separator';
  return kind === SPACE ? 'outside' : 'inside';
}

function opened(scan: ElementScan, byte: number): Event {
  scan.depth++;
  if (scan.outer !== null) return 'inside';
  scan.outer = byte === LIST ? 1 : 0;
  return scan.outer === 1 ? 'outside' : 'inside';
}

function closed(scan: ElementScan): Event {
  scan.depth = Math.max(0, scan.depth - 1);
  const outer = scan.outer ?? 0;
  if (scan.depth < outer) return 'separator';
  return scan.depth === outer ? 'end' : 'inside';
}
