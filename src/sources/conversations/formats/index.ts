// This file recognises the format of a file of conversations and reads it. It also holds the reader of knap's own plain
// format, for conversations that another program exports.
import { readSync } from 'node:fs';
import type { JsonRecord } from '../../../model/records.ts';
import { confine } from '../../../reading/confine.ts';
import { withPlainFile } from '../../../reading/plain-file.ts';
import {
  type ConversationBytes,
  type ConversationFormat,
  type ConversationsRead,
  MESSAGE_ROLES,
  type MessageRole,
  type ReadOptions,
} from '../conversation.ts';
import { readJsonLines, textAt } from '../files/read-json.ts';
import { type ConversationDraft, conversationsIn, createDraft } from '../transcript/draft.ts';
import { createLeftOut } from '../transcript/left-out.ts';
import { claudeCode, codex } from './agent-logs.ts';
import { chatgpt, claudeExport } from './chat-exports.ts';

const NAME = 'plain';
const KEYS = ['session', 'role', 'text'].map((key) => new RegExp(`"${key}"\\s*:\\s*"`));

/**
 * Our own format, for conversations that a user exports from any other place: JSON lines with one message each.
 *
 *     {"session": "2025-03-login", "role": "user", "time": "2025-03-04T10:00:00Z", "text": "…", "title": "…", "folder": "/src/shop"}
 *
 * `session` (any text), `role` (user, assistant, tool or system) and `text` are required. `time` is ISO 8601, in
 * universal time where it has no zone, or a number of seconds or milliseconds since 1970. `title` and `folder` (the
 * absolute path of the work tree it is about) may stand on any line of a session. A file may hold many sessions with
 * their lines mixed; within a session the order of the lines is the order of the messages.
 */
const plain: ConversationFormat = {
  name: NAME,
  recognises: (path, firstBytes) => {
    const line = firstBytes.toString('utf8').split('\n', 1)[0]!;
    return path.endsWith('.jsonl') && KEYS.every((key) => key.test(line));
  },
  read: (file, options) => {
    const leftOut = createLeftOut();
    const sessions = new Map<string, { draft: ConversationDraft; title: string | null; folder: string | null }>();
    for (const { number, record } of readJsonLines(file.pieces, options, leftOut)) {
      const [id, role, text] = [textAt(record, 'session'), roleOf(record), textAt(record, 'text')];
      if (id === null || role === null || text === null) {
        leftOut.count('odd', `line ${number}`);
        continue;
      }
      const session = sessions.get(id) ?? { draft: createDraft(options), title: null, folder: null };
      sessions.set(id, session);
      session.title ??= textAt(record, 'title');
      session.folder ??= textAt(record, 'folder');
      if (role === 'tool' && !options.keepToolResults) session.draft.leftOut.count('toolResults');
      else session.draft.add({ id: null, role, time: record.time, text, line: number });
    }
    const conversations = [...sessions].map(([id, { draft, title, folder }]) =>
      draft.finish({ id, title, folder, format: NAME }),
    );
    return { ...conversationsIn(conversations, leftOut), notes: leftOut.notes() };
  },
};

const roleOf = (record: JsonRecord): MessageRole | null => MESSAGE_ROLES.find((role) => role === record.role) ?? null;

/** All formats; the first that recognises a file reads it. */
export const CONVERSATION_FORMATS: readonly ConversationFormat[] = [codex, claudeCode, plain, chatgpt, claudeExport];

// The first line of a session may hold all instructions of its client, so the format is told from this many bytes.
const HEAD_BYTES = 256 * 1024;
const SNIFFED_BYTES = 8192;

/** Returns the format of a file; null when no format recognises it. */
export function formatOf(path: string, firstBytes: Buffer): ConversationFormat | null {
  return CONVERSATION_FORMATS.find((format) => format.recognises(path, firstBytes)) ?? null;
}

/** Reads the conversations of a file in any of the formats. */
export function readConversations({ path, pieces: given }: ConversationBytes, options: ReadOptions): ConversationsRead {
  const pieces = given[Symbol.iterator]();
  const { head, first } = readHead(pieces);
  if (head.subarray(0, SNIFFED_BYTES).includes(0)) return onlyNote('not text, so nothing was read');
  if (head.toString('utf8').trim() === '') return onlyNote('an empty file');
  const format = formatOf(path, head);
  if (format === null) return onlyNote('no conversation in a known format');
  return format.read({ path, pieces: joinPieces(first, pieces) }, options);
}

function readHead(pieces: Iterator<Buffer>): { readonly head: Buffer; readonly first: readonly Buffer[] } {
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

function* joinPieces(first: readonly Buffer[], rest: Iterator<Buffer>): Generator<Buffer> {
  yield* first;
  for (let next = rest.next(); !next.done; next = rest.next()) yield next.value;
}

function onlyNote(note: string): ConversationsRead {
  return { conversations: [], notes: [note] };
}

const PIECE_BYTES = 1024 * 1024;

/** Reads a file below a configured folder in pieces; returns a sentence when the file cannot be read. */
export function readConversationFile(
  realRoot: string,
  path: string,
  options: ReadOptions & { readonly fileBytesMax: number },
): ConversationsRead | string {
  return readBytesBelow(realRoot, path, options, (pieces) => readConversations({ path, pieces }, options));
}

/** Hands the pieces of a file below a folder to `read`; returns a sentence when the file cannot be read. */
export function readBytesBelow<Read extends object>(
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
  // All other reasons read the same: the file was removed, is forbidden, or failed while it was read.
  return `not read: ${done === 'odd' || done === 'large' ? reasons[done] : 'the file cannot be opened'}`;
}

// Yields as many bytes as the file had at first; a file that grows meanwhile is read again next time.
function* piecesOf(descriptor: number, size: number): Generator<Buffer> {
  for (let done = 0; done < size; ) {
    const bytes = Buffer.allocUnsafe(Math.min(PIECE_BYTES, size - done));
    const count = readSync(descriptor, bytes, 0, bytes.length, null);
    if (count === 0) return;
    done += count;
    yield bytes.subarray(0, count);
  }
}
