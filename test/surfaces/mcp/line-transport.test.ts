import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { lineTransport } from '../../../src/surfaces/mcp/line-transport.ts';

const LIMITS = { lineBytesMax: 10_000, openMax: 4, unsentBytesMax: 2000, stalledMs: 60_000 };

async function open(limits = LIMITS) {
  const [stdin, stdout] = [new PassThrough({ highWaterMark: 100 }), new PassThrough({ highWaterMark: 100 })];
  const transport = lineTransport({ stdin, stdout }, limits);
  const heard: JSONRPCMessage[] = [];
  const errors: string[] = [];
  transport.onmessage = (message) => heard.push(message);
  transport.onerror = ({ message }) => errors.push(message);
  await transport.start();
  return { transport, stdin, stdout, heard, errors };
}

const request = (id: number, params = {}) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })}\n`;

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await setImmediate();
}

test('the line transport reads messages that arrive byte by byte, and reports lines that are none', async () => {
  const { stdin, heard, errors } = await open();
  const bytes = Buffer.from(`${request(1, { name: 'ü' })}\r\n\n${request(2)}`);
  for (const byte of bytes) stdin.write(Buffer.of(byte));
  stdin.write('no message\n{"jsonrpc":"2.0"}\n');
  stdin.write(request(3));
  await settle();
  expect(heard).toMatchObject([{ id: 1, params: { name: 'ü' } }, { id: 2 }, { id: 3 }]);
  expect(errors).toEqual(['a line was not a valid message', 'a line was not a valid message']);
});

const long = 'x'.repeat(3 * LIMITS.lineBytesMax);
const tooLong: [what: string, line: string, id: string | number | null][] = [
  ['its id first', `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"a":"${long}"}}`, 7],
  ['its id last', `{"method":"tools/call","params":{"a":"${long}"},"jsonrpc":"2.0","id":"q-8"}`, 'q-8'],
  ['an id only inside its text', `{"method":"x","params":{"a":"\\"id\\":5}${long}"}}`, null],
];
for (const [what, line, id] of tooLong) {
  test(`the line transport refuses a message of too many bytes with ${what}, and reads the next`, async () => {
    const { stdin, stdout, heard } = await open();
    stdin.write(`${line}\n${request(9)}`);
    await settle();
    expect(heard).toMatchObject([{ id: 9 }]);
    const said = String(stdout.read() ?? '');
    if (id === null) expect(said).toBe('');
    else expect(JSON.parse(said)).toMatchObject({ id, error: { data: { code: 'TOO_LARGE' } } });
  });
}

test('the line transport stops reading messages while the client reads no answers', async () => {
  const { transport, stdin, stdout, heard } = await open({ ...LIMITS, openMax: 1000 });
  transport.onmessage = (message) => {
    heard.push(message);
    if ('id' in message)
      transport
        .send({ jsonrpc: '2.0', id: message.id, result: { text: 'y'.repeat(500) } } as JSONRPCMessage)
        .catch(() => undefined);
  };
  for (let id = 0; id < 50; id++) stdin.write(request(id, { text: 'x'.repeat(100) }));
  await settle();
  const before = heard.length;
  expect(before).toBeLessThan(20);
  await settle();
  expect(heard.length).toBe(before);
  stdout.resume();
  await settle();
  await settle();
  expect(heard).toHaveLength(50);
});

test('the line transport refuses questions beyond its limit until one is answered or cancelled', async () => {
  const { transport, stdin, stdout, heard } = await open();
  const ask = async (id: number) => {
    stdin.write(request(id));
    await settle();
  };
  for (const id of [1, 2, 3, 4, 5]) await ask(id);
  expect(JSON.parse(String(stdout.read()))).toMatchObject({ id: 5, error: { data: { code: 'TOO_MANY' } } });
  stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } })}\n`);
  await ask(6);
  await transport.send({ jsonrpc: '2.0', id: 1, result: {} });
  await ask(7);
  expect(heard.flatMap((message) => ('id' in message ? [message.id] : []))).toEqual([1, 2, 3, 4, 6, 7]);
});

test('the line transport closes when the client reads nothing for too long', async () => {
  const { transport } = await open({ ...LIMITS, stalledMs: 1 });
  const closed = new Promise<void>((resolve) => {
    transport.onclose = resolve;
  });
  for (let id = 0; id < 10; id++)
    transport.send({ jsonrpc: '2.0', id, result: { text: 'y'.repeat(500) } }).catch(() => undefined);
  await closed;
});

test('the line transport closes at the end of its input or when its output is closed', async () => {
  for (const end of [({ stdin }) => stdin.end(), ({ stdout }) => stdout.destroy(new Error('EPIPE'))] as ((
    streams: Awaited<ReturnType<typeof open>>,
  ) => unknown)[]) {
    const streams = await open();
    let closed = 0;
    streams.transport.onclose = () => closed++;
    end(streams);
    await settle();
    expect(closed).toBe(1);
    await expect(streams.transport.send({ jsonrpc: '2.0', id: 1, result: {} })).rejects.toThrow('disconnected');
  }
});
