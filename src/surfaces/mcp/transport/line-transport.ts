import type { Readable, Writable } from 'node:stream';
import {
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  ProtocolErrorCode,
  parseJSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/server';
import { ContextError } from '../../../model/errors.ts';
import { refusalOf } from '../../serving/describe-error.ts';

export interface LineStreams {
  readonly stdin: Readable;
  readonly stdout: Writable;
}

export interface LineLimits {
  /** With this much that the other side has not taken, nothing more is read. */
  readonly unsentBytesMax: number;
  /** Whoever takes nothing for so long is given up: while nothing is read, its end could not be heard either. */
  readonly stalledMs: number;
  /** A longer message is refused. */
  readonly lineBytesMax: number;
  /** With this many questions open, the next is refused. */
  readonly openMax: number;
}

const MEGABYTE = 1_048_576;

/**
 * Messages as lines, one each. Unlike the SDK's own it outlives a message that is too long, and it listens only as fast
 * as the other side does: a client that never reads stops being heard instead of filling the memory.
 */
export function lineTransport({ stdin, stdout }: LineStreams, limits: LineLimits): Transport {
  const questions = createQuestions(limits.openMax);
  const most = limits.lineBytesMax / MEGABYTE;
  let isClosed = false;
  const pace = createPace({ stdin, stdout }, limits, () => close());

  const write = (message: JSONRPCMessage): Promise<void> =>
    new Promise((resolve, reject) => {
      if (isClosed) return reject(new Error('the other side is gone'));
      stdout.write(`${JSON.stringify(message)}\n`, (error) => {
        pace.taken();
        if (error) reject(error);
        else resolve();
      });
      pace.listen();
    });
  const fail = (error: Error) => transport.onerror?.(error);
  const refuse = (id: string | number | null, error: ContextError) => {
    fail(error);
    if (id !== null) write(refusal(id, error)).catch(fail);
  };
  const hear = (message: JSONRPCMessage) => {
    if (questions.hear(message)) transport.onmessage?.(message);
    else refuse(questionOf(message), new ContextError('TOO_MANY', `${limits.openMax} questions are open already.`));
  };
  const lines = createLines(limits.lineBytesMax, {
    line: (text) => {
      if (text.trim() === '') return;
      const read = readMessage(text);
      if ('message' in read) return hear(read.message);
      fail(new Error('a line was no message'));
      if (read.reply !== null) write(read.reply).catch(fail);
    },
    tooLong: (ends) => refuse(idIn(ends), new ContextError('TOO_LARGE', `A message may have ${most} MB.`)),
  });
  const onData = (chunk: Buffer) => {
    lines.push(chunk);
    pace.listen();
  };
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    stdin.off('data', onData);
    pace.end();
    transport.onclose?.();
  };
  const transport: Transport = {
    start: async () => {
      stdin.on('data', onData);
      for (const event of ['end', 'close', 'error']) stdin.on(event, close);
      stdout.on('error', close);
    },
    send: (message) => {
      questions.answer(message);
      return write(message);
    },
    close,
  };
  return transport;
}

/** Listens only as fast as the other side does. */
function createPace({ stdin, stdout }: LineStreams, { unsentBytesMax, stalledMs }: LineLimits, giveUp: () => void) {
  let isEnded = false;
  let stalled: NodeJS.Timeout | undefined;
  const forgive = () => {
    clearTimeout(stalled);
    stalled = undefined;
  };
  const listen = () => {
    if (isEnded) return;
    if (stdout.writableLength < unsentBytesMax) return void stdin.resume();
    stdin.pause();
    stalled ??= setTimeout(giveUp, stalledMs);
  };
  return {
    /** Listens, or waits until more is taken. */
    listen,
    /** Something was taken. */
    taken: () => {
      forgive();
      listen();
    },
    end: () => {
      isEnded = true;
      forgive();
      stdin.pause();
    },
  };
}

/** The questions that are open, at most so many. */
function createQuestions(openMax: number) {
  const open = new Set<string | number>();
  return {
    /** False for a question too many. */
    hear: (message: JSONRPCMessage): boolean => {
      const id = questionOf(message);
      if (id !== null && open.size >= openMax) return false;
      if (id !== null) open.add(id);
      const takenBack = takenBackBy(message);
      if (takenBack !== null) open.delete(takenBack);
      return true;
    },
    answer: (message: JSONRPCMessage) => {
      if (!('method' in message) && message.id !== undefined) open.delete(message.id);
    },
  };
}

const questionOf = (message: JSONRPCMessage): string | number | null =>
  'method' in message && 'id' in message ? message.id : null;

// A question that was taken back is not answered.
function takenBackBy(message: JSONRPCMessage): string | number | null {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return null;
  const id = message.params?.requestId;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

/** A message, or what to say to a line that is none; null where it was an answer, which is never answered. */
export type ReadMessage = { readonly message: JSONRPCMessage } | { readonly reply: JSONRPCErrorResponse | null };

export function readMessage(text: string): ReadMessage {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { reply: replyTo(null, ProtocolErrorCode.ParseError, 'This line is not JSON.') };
  }
  try {
    return { message: parseJSONRPCMessage(value) };
  } catch {
    return { reply: isAnswer(value) ? null : replyTo(idOf(value), ProtocolErrorCode.InvalidRequest, wrongWith(value)) };
  }
}

function wrongWith(value: unknown): string {
  return Array.isArray(value)
    ? 'Messages come one a line, not in batches.'
    : 'This is no message of JSON-RPC 2.0: it takes "jsonrpc", "method" and, to be answered, "id".';
}

const isAnswer = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && ('result' in value || 'error' in value);

function idOf(value: unknown): string | number | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

// Whoever cannot be told by an id is told by none, as JSON-RPC has it; the library's type knows only messages with one.
function replyTo(id: string | number | null, code: number, message: string): JSONRPCErrorResponse {
  return { jsonrpc: '2.0', id, error: { code, message } } as JSONRPCErrorResponse;
}

/** The answer to a message that nobody looks into. */
function refusal(id: string | number, error: ContextError): JSONRPCErrorResponse {
  const described = refusalOf(error);
  return {
    jsonrpc: '2.0',
    id,
    error: { code: ProtocolErrorCode.InvalidRequest, message: described.message, data: described },
  };
}

// Clients write the id first or last; in between stands the text of a stranger, which may hold anything.
const ID = '"id":\\s*("[^"\\\\]{1,200}"|\\d{1,15})';
const FIRST = new RegExp(`^\\s*\\{\\s*(?:"jsonrpc":\\s*"2\\.0",\\s*)?${ID}`);
const LAST = new RegExp(`${ID}\\s*(?:,\\s*"jsonrpc":\\s*"2\\.0"\\s*)?\\}\\s*$`);

/** Whose message it was, of which only the ends were kept; null where they do not say. */
export function idIn({ head, tail }: LineEnds): string | number | null {
  const id = FIRST.exec(head)?.[1] ?? LAST.exec(tail)?.[1];
  return id === undefined ? null : (JSON.parse(id) as string | number);
}

const NEWLINE = 0x0a;
/** Of a line that is too long this much of either end is kept: one of them names the question. */
const END_BYTES = 4096;

/** What is left of a line that was too long. */
export interface LineEnds {
  readonly head: string;
  readonly tail: string;
}

export interface LineReceiver {
  line(text: string): void;
  tooLong(ends: LineEnds): void;
}

/** Cuts bytes into lines; a line longer than the limit is dropped as it comes in, and reported when it ends. */
export function createLines(lineBytesMax: number, receiver: LineReceiver): { push(chunk: Buffer): void } {
  let parts: Buffer[] = [];
  let bytes = 0;
  let head: Buffer | null = null;

  const add = (part: Buffer) => {
    parts.push(part);
    bytes += part.length;
    if (bytes <= lineBytesMax && head === null) return;
    const all = Buffer.concat(parts);
    head ??= Buffer.from(all.subarray(0, END_BYTES));
    parts = [Buffer.from(all.subarray(-END_BYTES))];
    bytes = parts[0]!.length;
  };
  const end = () => {
    const text = Buffer.concat(parts).toString('utf8');
    const start = head;
    parts = [];
    bytes = 0;
    head = null;
    if (start === null) receiver.line(text);
    else receiver.tooLong({ head: start.toString('utf8'), tail: text });
  };
  return {
    push: (chunk) => {
      let rest = chunk;
      for (let at = rest.indexOf(NEWLINE); at >= 0; at = rest.indexOf(NEWLINE)) {
        add(rest.subarray(0, at));
        end();
        rest = rest.subarray(at + 1);
      }
      if (rest.length > 0) add(rest);
    },
  };
}
