import { createHash, type Hash } from 'node:crypto';
import { readSync } from 'node:fs';
import { confine } from '../../../reading/confine.ts';
import { withPlainFile } from '../../../reading/plain-file.ts';
import { hashOf } from '../../../reading/read-file.ts';
import type { ConversationsRead, ReadOptions } from '../conversation.ts';
import { readConversations } from '../formats/index.ts';

/** What a file of a configured folder holds; the hash is null when it could not be read. */
export interface ConversationFileRead extends ConversationsRead {
  /** Of the bytes, as of any file. */
  readonly hash: string | null;
}

const PIECE_BYTES = 1024 * 1024;
const HASH_CHARACTERS = hashOf(Buffer.alloc(0)).length;

/** Reads a file below a configured folder, piece by piece. Never throws: what cannot be read is a note. */
export function readConversationFile(
  realRoot: string,
  path: string,
  options: ReadOptions & { readonly fileBytesMax: number },
): ConversationFileRead {
  const read = withBytesBelow(realRoot, path, options, (bytes) => {
    const hash = createHash('sha256');
    const pieces = hashed(bytes, hash);
    const found = readConversations({ path, pieces: keptOpen(pieces) }, options);
    // A file of no known format is left after its first bytes, but its hash is of all of them.
    for (const _ of pieces);
    return { ...found, hash: hash.digest('hex').slice(0, HASH_CHARACTERS) };
  });
  return typeof read === 'string' ? { conversations: [], notes: [read], hash: null } : read;
}

/** Hands the bytes of a file below a folder to who reads them, piece by piece; a sentence why not where they cannot be had. */
export function withBytesBelow<Read extends object>(
  realRoot: string,
  path: string,
  { fileBytesMax }: { readonly fileBytesMax: number },
  read: (pieces: Generator<Buffer>) => Read,
): Read | string {
  const confined = confine(realRoot, path);
  if ('refusal' in confined) return `not read: ${confined.refusal}`;
  const done = withPlainFile(confined.real, { bytesMax: fileBytesMax }, (descriptor, { size }) =>
    read(piecesOf(descriptor, size)),
  );
  if (typeof done !== 'string') return done;
  const reasons = { odd: 'not a file', large: `larger than ${fileBytesMax} bytes` };
  // Gone, forbidden or failing between the look and the read: all the same to whoever wants its words.
  return `not read: ${done === 'odd' || done === 'large' ? reasons[done] : 'the file cannot be opened'}`;
}

// As many bytes as the stat promised: a transcript that grows meanwhile has a new stamp and is read again next time.
function* piecesOf(descriptor: number, size: number): Generator<Buffer> {
  for (let done = 0; done < size; ) {
    const bytes = Buffer.allocUnsafe(Math.min(PIECE_BYTES, size - done));
    const count = readSync(descriptor, bytes, 0, bytes.length, null);
    if (count === 0) return;
    done += count;
    yield bytes.subarray(0, count);
  }
}

function* hashed(pieces: Iterable<Buffer>, hash: Hash): Generator<Buffer> {
  for (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
}

// Hides `return`, so that a reader that stops early does not end the walk over the bytes.
function keptOpen(pieces: Iterator<Buffer>): Iterable<Buffer> {
  return { [Symbol.iterator]: () => ({ next: () => pieces.next() }) };
}
