import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { ContextError } from '../../../model/errors.ts';
import { createLines } from './read-lines.ts';
import { idIn, readMessage, refusal } from './read-message.ts';

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
