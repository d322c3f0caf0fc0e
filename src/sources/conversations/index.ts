import type { ConversationBytes, ConversationFormat, ConversationsRead, ReadOptions } from './conversation.ts';
import { chatgpt } from './formats/chatgpt.ts';
import { claudeCode } from './formats/claude-code.ts';
import { claudeExport } from './formats/claude-export.ts';
import { codex } from './formats/codex.ts';
import { plain } from './formats/plain.ts';

/** Every way conversations are kept; the first that recognises a file reads it. */
export const CONVERSATION_FORMATS: readonly ConversationFormat[] = [codex, claudeCode, plain, chatgpt, claudeExport];

// A description of a session may hold all instructions of its client: the first line alone can take this much.
const HEAD_BYTES = 256 * 1024;
const SNIFFED_BYTES = 8192;

/** The format of a file; null when none of them is its own. */
export function formatOf(path: string, firstBytes: Buffer): ConversationFormat | null {
  return CONVERSATION_FORMATS.find((format) => format.recognises(path, firstBytes)) ?? null;
}

/** The conversations in a file of any of the formats, or a note why there are none. */
export function readConversations(file: ConversationBytes, options: ReadOptions): ConversationsRead {
  const pieces = file.pieces[Symbol.iterator]();
  try {
    return readPieces(file.path, pieces, options);
  } finally {
    // Whoever hands out the pieces may hold a file open.
    pieces.return?.();
  }
}

function readPieces(path: string, pieces: Iterator<Buffer>, options: ReadOptions): ConversationsRead {
  const { head, first } = headOf(pieces);
  if (head.subarray(0, SNIFFED_BYTES).includes(0)) return nothing('not text, so nothing was read');
  if (head.toString('utf8').trim() === '') return nothing('an empty file');
  const format = formatOf(path, head);
  if (format === null) return nothing('no conversation in a known format');
  return format.read({ path, pieces: followed(first, pieces) }, options);
}

function headOf(pieces: Iterator<Buffer>): { readonly head: Buffer; readonly first: readonly Buffer[] } {
  const first: Buffer[] = [];
  let length = 0;
  while (length < HEAD_BYTES) {
    const { value, done } = pieces.next();
    if (done) break;
    first.push(value);
    length += value.length;
  }
  return { head: Buffer.concat(first).subarray(0, HEAD_BYTES), first };
}

function* followed(first: readonly Buffer[], rest: Iterator<Buffer>): Generator<Buffer> {
  yield* first;
  for (let next = rest.next(); !next.done; next = rest.next()) yield next.value;
}

function nothing(note: string): ConversationsRead {
  return { conversations: [], notes: [note] };
}
