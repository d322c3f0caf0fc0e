import type { Readable, Writable } from 'node:stream';
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from '@modelcontextprotocol/server';
import { createLines } from './read-lines.ts';
import { tooLargeReply } from './too-large.ts';

export interface LineStreams {
  readonly stdin: Readable;
  readonly stdout: Writable;
}

export interface LineLimits {
  /** A longer message is refused. */
  readonly lineBytesMax: number;
  /** With this many questions open, no more are read. */
  readonly openMax: number;
  /** With this much that the other side has not taken, no more is read. */
  readonly unsentBytesMax: number;
}

/**
 * Messages as lines, one each. Unlike the SDK's own it outlives a message that is too long, and it listens only as fast
 * as the other side does: a client that never reads stops being heard instead of filling the memory.
 */
export function lineTransport({ stdin, stdout }: LineStreams, limits: LineLimits): Transport {
  const open = new Set<string | number>();
  let isClosed = false;

  const isFull = () => open.size >= limits.openMax || stdout.writableLength >= limits.unsentBytesMax;
  const listen = () => {
    if (isClosed) return;
    if (isFull()) stdin.pause();
    else stdin.resume();
  };
  const write = (message: object): Promise<void> =>
    new Promise((resolve, reject) => {
      if (isClosed) return reject(new Error('the other side is gone'));
      stdout.write(`${JSON.stringify(message)}\n`, (error) => {
        listen();
        if (error) reject(error);
        else resolve();
      });
    });
  const fail = (error: Error) => transport.onerror?.(error);
  const lines = createLines(limits.lineBytesMax, {
    line: (text) => {
      if (text.trim() === '') return;
      try {
        const message = parseJSONRPCMessage(JSON.parse(text));
        track(open, message);
        transport.onmessage?.(message);
      } catch (cause) {
        fail(new Error('a line was no message', { cause }));
      }
    },
    tooLong: (ends) => {
      const reply = tooLargeReply(ends, limits.lineBytesMax);
      fail(new Error(reply.error.message));
      if (reply.id !== null) write(reply).catch(fail);
    },
  });
  const onData = (chunk: Buffer) => {
    lines.push(chunk);
    listen();
  };
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    stdin.off('data', onData).pause();
    transport.onclose?.();
  };
  const transport: Transport = {
    start: async () => {
      stdin.on('data', onData);
      stdin.once('end', close);
      stdin.once('close', close);
      stdin.on('error', close);
      stdout.on('error', close);
    },
    send: (message) => {
      if ('id' in message && message.id !== undefined && !('method' in message)) open.delete(message.id);
      return write(message);
    },
    close,
  };
  return transport;
}

// A question that was taken back is not answered.
function track(open: Set<string | number>, message: JSONRPCMessage): void {
  if (!('method' in message)) return;
  if ('id' in message) open.add(message.id);
  else if (message.method === 'notifications/cancelled') {
    const id = message.params?.requestId;
    if (typeof id === 'string' || typeof id === 'number') open.delete(id);
  }
}
