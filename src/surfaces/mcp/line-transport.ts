// Sends and receives protocol messages, one per line. Protects the server from a client that sends too much or reads
// too slowly.
import type { Readable, Writable } from 'node:stream';
import {
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  ProtocolErrorCode,
  parseJSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/server';
import { ContextError } from '../../model/errors.ts';
import { describeClean } from '../serving/describe-error.ts';

export interface LineStreams {
  readonly stdin: Readable;
  readonly stdout: Writable;
}

/** `openMax` counts requests; `stalledMs` is how long a client may read nothing while too much waits for it. */
type LineLimits = Readonly<Record<'unsentBytesMax' | 'stalledMs' | 'lineBytesMax' | 'openMax', number>>;

const MEGABYTE = 1_048_576;

/**
 * A transport with one message per line. Unlike the SDK's transport it survives a message that is too long, and it
 * pauses reading while the client does not read, so that such a client cannot fill the memory.
 */
export function lineTransport({ stdin, stdout }: LineStreams, limits: LineLimits): Transport {
  const requests = createOpenRequests(limits.openMax);
  const max = limits.lineBytesMax / MEGABYTE;
  let isClosed = false;
  const flow = createFlowControl({ stdin, stdout }, limits, () => close());

  const write = (message: JSONRPCMessage): Promise<void> =>
    new Promise((resolve, reject) => {
      if (isClosed) return reject(new Error('the client has disconnected'));
      stdout.write(`${JSON.stringify(message)}\n`, (error) => {
        flow.written();
        if (error) reject(error);
        else resolve();
      });
      flow.listen();
    });
  const fail = (error: Error) => transport.onerror?.(error);
  const refuse = (id: string | number | null, error: ContextError) => {
    fail(error);
    if (id !== null) write(refusal(id, error)).catch(fail);
  };
  const receive = (message: JSONRPCMessage) => {
    if (requests.open(message)) transport.onmessage?.(message);
    else refuse(requestIdOf(message), new ContextError('TOO_MANY', `${limits.openMax} requests are already open.`));
  };
  const lines = createLines(limits.lineBytesMax, {
    line: (text) => {
      if (text.trim() === '') return;
      const read = readMessage(text);
      if ('message' in read) return receive(read.message);
      fail(new Error('a line was not a valid message'));
      if (read.reply !== null) write(read.reply).catch(fail);
    },
    tooLong: (ends) => refuse(idOfLongLine(ends), new ContextError('TOO_LARGE', `A message may have ${max} MB.`)),
  });
  const onData = (chunk: Buffer) => {
    lines.push(chunk);
    flow.listen();
  };
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    stdin.off('data', onData);
    flow.end();
    transport.onclose?.();
  };
  const transport: Transport = {
    start: async () => {
      stdin.on('data', onData);
      for (const event of ['end', 'close', 'error']) stdin.on(event, close);
      stdout.on('error', close);
    },
    send: (message) => {
      requests.answer(message);
      return write(message);
    },
    close,
  };
  return transport;
}

/**
 * Pauses reading while too many bytes are waiting to be written. Gives up if the client reads nothing for `stalledMs`,
 * because a disconnect is not noticed during a pause.
 */
function createFlowControl(
  { stdin, stdout }: LineStreams,
  { unsentBytesMax, stalledMs }: LineLimits,
  giveUp: () => void,
) {
  let isEnded = false;
  let stalled: NodeJS.Timeout | undefined;
  const clearStalled = () => {
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
    listen,
    /** To be called when a message has been written out. */
    written: () => {
      clearStalled();
      listen();
    },
    end: () => {
      isEnded = true;
      clearStalled();
      stdin.pause();
    },
  };
}

function createOpenRequests(openMax: number) {
  const open = new Set<string | number>();
  return {
    /** Registers a message; false if it is one request too many. */
    open: (message: JSONRPCMessage): boolean => {
      const id = requestIdOf(message);
      if (id !== null && open.size >= openMax) return false;
      if (id !== null) open.add(id);
      const cancelled = cancelledBy(message);
      if (cancelled !== null) open.delete(cancelled);
      return true;
    },
    /** Forgets a request when the message that is sent is its answer. */
    answer: (message: JSONRPCMessage) => {
      if (!('method' in message) && message.id !== undefined) open.delete(message.id);
    },
  };
}

const requestIdOf = (message: JSONRPCMessage): string | number | null =>
  'method' in message && 'id' in message ? message.id : null;

// A cancelled request gets no answer, so it is no longer open.
function cancelledBy(message: JSONRPCMessage): string | number | null {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return null;
  const id = message.params?.requestId;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

/** A message, or the reply to an invalid line; null for an invalid response, which gets no reply. */
export function readMessage(text: string) {
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
    ? 'Send one message per line, not a batch.'
    : 'This is not a message of JSON-RPC 2.0: it needs "jsonrpc", "method" and, for a request, "id".';
}

const isAnswer = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && ('result' in value || 'error' in value);

function idOf(value: unknown): string | number | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

// JSON-RPC replies with the id null if the request's id is unknown; the type of the SDK does not allow null.
function replyTo(id: string | number | null, code: number, message: string, data?: unknown): JSONRPCErrorResponse {
  return { jsonrpc: '2.0', id, error: { code, message, data } } as JSONRPCErrorResponse;
}

/** The reply to a request that was refused before it reached the server. */
function refusal(id: string | number, error: ContextError): JSONRPCErrorResponse {
  const described = describeClean(error);
  return replyTo(id, ProtocolErrorCode.InvalidRequest, described.message, described);
}

// Clients write the id first or last. The text between is not searched, because it may contain anything.
const ID = '"id":\\s*("[^"\\\\]{1,200}"|\\d{1,15})';
const FIRST = new RegExp(`^\\s*\\{\\s*(?:"jsonrpc":\\s*"2\\.0",\\s*)?${ID}`);
const LAST = new RegExp(`${ID}\\s*(?:,\\s*"jsonrpc":\\s*"2\\.0"\\s*)?\\}\\s*$`);

/** The id of a message whose middle was dropped; null if neither end has it. */
export function idOfLongLine({ head, tail }: LineEnds): string | number | null {
  const id = FIRST.exec(head)?.[1] ?? LAST.exec(tail)?.[1];
  return id === undefined ? null : (JSON.parse(id) as string | number);
}

const NEWLINE = 0x0a;
/** So many bytes at each end of a line that is too long are kept, because one mostly has the id. */
const END_BYTES = 4096;

export interface LineEnds {
  readonly head: string;
  readonly tail: string;
}

/** Splits bytes into lines. Drops a line that exceeds the limit while it arrives, and reports it at its end. */
export function createLines(
  lineBytesMax: number,
  receiver: { line(text: string): void; tooLong(ends: LineEnds): void },
) {
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
    push: (chunk: Buffer) => {
      let rest = chunk;
      for (let index = rest.indexOf(NEWLINE); index >= 0; index = rest.indexOf(NEWLINE)) {
        add(rest.subarray(0, index));
        end();
        rest = rest.subarray(index + 1);
      }
      if (rest.length > 0) add(rest);
    },
  };
}
