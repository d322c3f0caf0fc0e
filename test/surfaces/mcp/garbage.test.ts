import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { makeWorld, SHOP } from '../world.ts';
import { openStreams } from './streams.ts';

const DEPTH = 100_000;
const deep = `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`;
const call = (id: number, args: string) =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"context_pack","arguments":${args}}}`;
const PING = '{"jsonrpc":"2.0","id":99,"method":"ping"}';

// Lines with their replies; null for no reply.
const LINES: [what: string, line: string, reply: object | null][] = [
  ['no JSON', 'rubbish', { id: null, error: { code: -32700 } }],
  ['half a message', '{"jsonrpc":"2.0","id":1', { id: null, error: { code: -32700 } }],
  ['a batch', `[${PING},${PING}]`, { id: null, error: { code: -32600, message: expect.stringContaining('batch') } }],
  ['an empty batch', '[]', { id: null, error: { code: -32600 } }],
  ['a number', '7', { id: null, error: { code: -32600 } }],
  ['null', 'null', { id: null, error: { code: -32600 } }],
  ['no method', '{"jsonrpc":"2.0","id":5}', { id: 5, error: { code: -32600 } }],
  ['another version', '{"jsonrpc":"1.0","id":"a","method":"ping"}', { id: 'a', error: { code: -32600 } }],
  ['an answer to nothing', '{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}', null],
  ['a deep batch', deep, { id: null, error: { code: -32600 } }],
  ['deep arguments', call(6, `{"task":${deep}}`), { id: 6 }],
  ['deep fields nobody knows', call(7, `{"x":${deep}}`), { id: 7 }],
];

test('every invalid line gets a short JSON-RPC error, and knap mcp answers the next ping', async () => {
  const { toServer, fromServer, end } = openStreams(makeWorld(SHOP));
  onTestFinished(end);
  const replies = createInterface({ input: fromServer })[Symbol.asyncIterator]();
  const nextReply = async () => JSON.parse((await replies.next()).value as string);
  toServer.write(
    '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}\n',
  );
  expect(await nextReply()).toMatchObject({ id: 0, result: {} });
  for (const [what, line, reply] of LINES) {
    toServer.write(`${line}\n`);
    if (reply !== null) {
      const said = await nextReply();
      expect(said, what).toMatchObject(reply);
      // The reply is short and is no internal error.
      expect(JSON.stringify(said).length, what).toBeLessThan(1000);
      expect(JSON.stringify(said), what).not.toContain('INTERNAL');
    }
    toServer.write(`${PING}\n`);
    expect(await nextReply(), what).toMatchObject({ id: 99, result: {} });
  }
});
