import { createHash } from 'node:crypto';
import { readSync } from 'node:fs';
import { confine } from '../../../reading/confine.ts';
import { withPlainFile } from '../../../reading/plain-file.ts';
import { hashOf } from '../../../reading/read-file.ts';
import type { ConversationsRead, ReadOptions } from '../conversation.ts';
import { readConversations } from '../index.ts';

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
  const confined = confine(realRoot, path);
  if ('refusal' in confined) return refused(`not read: ${confined.refusal}`);
  const read = withPlainFile(confined.real, { bytesMax: options.fileBytesMax }, (descriptor, { size }) => {
    const hash = createHash('sha256');
    const pieces = piecesOf(descriptor, size, (piece) => hash.update(piece));
    const found = readConversations({ path, pieces: keptOpen(pieces) }, options);
    // A file of no known format is left after its first bytes, but its hash is of all of them.
    for (const _ of pieces);
    return { ...found, hash: hash.digest('hex').slice(0, HASH_CHARACTERS) };
  });
  if (typeof read !== 'string') return read;
  const reasons = { odd: 'not a file', large: `larger than ${options.fileBytesMax} bytes` };
  // Gone, forbidden or failing between the look and the read: all the same to whoever wants its words.
  return refused(`not read: ${read === 'odd' || read === 'large' ? reasons[read] : 'the file cannot be opened'}`);
}

// As many bytes as the stat promised: a transcript that grows meanwhile has a new stamp and is read again next time.
function* piecesOf(descriptor: number, size: number, seen: (piece: Buffer) => void): Generator<Buffer> {
  for (let done = 0; done < size; ) {
    const bytes = Buffer.allocUnsafe(Math.min(PIECE_BYTES, size - done));
    const count = readSync(descriptor, bytes, 0, bytes.length, null);
    if (count === 0) return;
    done += count;
    const piece = bytes.subarray(0, count);
    seen(piece);
    yield piece;
  }
}

// Hides `return`, so that a reader that stops early does not end the walk over the bytes.
function keptOpen(pieces: Iterator<Buffer>): Iterable<Buffer> {
  return { [Symbol.iterator]: () => ({ next: () => pieces.next() }) };
}

function refused(note: string): ConversationFileRead {
  return { conversations: [], notes: [note], hash: null };
}
