// An export of Tana is one JSON file, often of hundreds of megabytes. This file finds its documents while it is read in
// pieces.
import { ContextError } from '../../../model/errors.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d] as const;
const SPACES = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);
// Deeper keys are ignored, and longer ones are cut.
const KEYS_DEPTH = 2;
const KEY_BYTES_MAX = 64;
/** The keys, from the outside, that lead to the documents of an export. */
const PLACES = ['docs', 'storeData/docs'];

const startScan = () => ({
  depth: 0,
  isInString: false,
  isEscaped: false,
  /** The bytes of the last string, which is a key if a colon follows. */
  key: null as number[] | null,
  /** The keys that lead to the current place. */
  path: [] as string[],
  /** The depth of the list of documents; null outside it. */
  listDepth: null as number | null,
  hasDocs: false,
  hasStarted: false,
});
type DocScan = ReturnType<typeof startScan>;

/** Splits an export into its documents. Between two pieces it holds at most one document. */
export function docScanner(docBytesMax: number) {
  const scan = startScan();
  let held: Buffer[] = [];
  let heldBytes = 0;
  const hold = (part: Buffer): void => {
    heldBytes += part.length;
    if (heldBytes > docBytesMax) throw new ContextError('BAD_EXPORT', 'The export holds a document of absurd size.');
    held.push(part);
  };
  return {
    /** Returns the bytes of every document that ends in this piece, with the commas and spaces before it. */
    push(piece: Buffer): readonly Buffer[] {
      const docs: Buffer[] = [];
      let at = 0;
      while (at < piece.length) {
        if (scan.listDepth === null) {
          at = seekDocs(scan, piece, at);
          continue;
        }
        const end = findDocEnd(scan, piece, at);
        if (end < 0) {
          if (scan.depth > scan.listDepth) hold(Buffer.from(piece.subarray(at)));
          return docs;
        }
        if (scan.depth === scan.listDepth) {
          hold(piece.subarray(at, end));
          docs.push(held.length === 1 ? held[0]! : Buffer.concat(held));
          held = [];
          heldBytes = 0;
        }
        at = end;
      }
      return docs;
    },
    /** Throws if the export is incomplete or has no list of documents. */
    end(): void {
      if (!scan.hasStarted) throw new ContextError('BAD_EXPORT', 'The export is empty.');
      if (scan.depth > 0 || scan.isInString) throw new ContextError('BAD_EXPORT', 'The export ends in the middle.');
      if (!scan.hasDocs)
        throw new ContextError('BAD_EXPORT', 'This is no export of Tana: it has no list of documents ("docs").');
    },
  };
}

// Outside the list of documents: follows the keys of the outer two objects and skips everything else.
function seekDocs(scan: DocScan, piece: Buffer, from: number): number {
  for (let at = from; at < piece.length; at++) {
    const byte = piece[at]!;
    if (scan.isInString) {
      if (scan.isEscaped) scan.isEscaped = false;
      else if (byte === BACKSLASH) scan.isEscaped = true;
      else if (byte === QUOTE) scan.isInString = false;
      else if (scan.key && scan.key.length < KEY_BYTES_MAX) scan.key.push(byte);
      continue;
    }
    if (!scan.hasStarted) start(scan, byte);
    // Only space may follow the outer object.
    else if (scan.depth === 0 && !SPACES.has(byte))
      throw new ContextError('BAD_EXPORT', 'This is no export of Tana: it goes on after its end.');
    if (byte === QUOTE) {
      scan.isInString = true;
      scan.key = scan.depth <= KEYS_DEPTH ? [] : null;
    } else if (byte === COLON && scan.key && scan.depth <= KEYS_DEPTH) {
      scan.path.length = scan.depth - 1;
      scan.path.push(String.fromCharCode(...scan.key));
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      scan.depth++;
      const isDocs = byte === OPEN_LIST && scan.depth === scan.path.length + 1 && PLACES.includes(scan.path.join('/'));
      if (isDocs) {
        scan.listDepth = scan.depth;
        scan.hasDocs = true;
        return at + 1;
      }
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      scan.depth--;
      scan.path.length = Math.max(0, Math.min(scan.path.length, scan.depth - 1));
    }
  }
  return piece.length;
}

function start(scan: DocScan, byte: number): void {
  if (SPACES.has(byte)) return;
  scan.hasStarted = true;
  if (byte !== OPEN_OBJECT) throw new ContextError('BAD_EXPORT', 'This is no export of Tana: it is not a JSON object.');
}

// Returns where the document or the list ends; -1 if it does not end in this piece. It reads every byte of hundreds of
// megabytes, so its loop calls no functions and creates no objects.
function findDocEnd(scan: DocScan, piece: Buffer, from: number): number {
  let { depth, isInString, isEscaped } = scan;
  const listDepth = scan.listDepth!;
  const length = piece.length;
  let end = -1;
  for (let at = from; at < length; at++) {
    const byte = piece[at]!;
    if (isInString) {
      if (isEscaped) isEscaped = false;
      else if (byte === BACKSLASH) isEscaped = true;
      else if (byte === QUOTE) isInString = false;
    } else if (byte === QUOTE) isInString = true;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth++;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      depth--;
      if (depth <= listDepth) {
        end = at + 1;
        break;
      }
    }
  }
  Object.assign(scan, { depth, isInString, isEscaped });
  if (depth < listDepth) scan.listDepth = null;
  return end;
}
