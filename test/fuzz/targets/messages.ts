import { readVectors } from '../../../src/embedders/openai-compatible.ts';
import { OPERATIONS } from '../../../src/operations/index.ts';
import { readInput } from '../../../src/operations/input/read-input.ts';
import { HOOK_CLIENTS, NothingToAdd, readEvent } from '../../../src/surfaces/hook/clients.ts';
import { Refusal } from '../../../src/surfaces/http/http-errors.ts';
import { readBody } from '../../../src/surfaces/http/routes.ts';
import { createLines, idOfLongLine, type LineEnds, readMessage } from '../../../src/surfaces/mcp/line-transport.ts';
import { promise, refused, type Target } from '../target.ts';

const CALL = JSON.stringify({
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: { name: 'context_pack', arguments: { task: 'fix' } },
});
const JSON_PIECES =
  '{¦}¦[¦]¦"¦:¦,¦"id":¦7¦"jsonrpc":"2.0"¦"method":"ping"¦"params":{}¦"result":{}¦"error":{}¦null¦-1¦1e999¦\\ud800¦\\¦\n¦ '.split(
    '¦',
  );
const QUESTIONS = [
  { task: 'fix the till', budget: 4000, format: 'json', files: ['a.ts'], seen: 'a.ts@abcdef01' },
  { query: 'till', limit: 5, strategies: ['keyword'] },
  { pattern: 'pay\\(', under: 'src', ignoreCase: true },
  { name: 'Shop.pay', budget: 100 },
  { topic: 'till', depth: 2, lens: 'coding' },
  { target: 'docs/a.md', sections: true },
].map((question) => JSON.stringify(question));

const loaded = await Promise.all(OPERATIONS.map((listed) => listed.load()));

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { task: text };
  }
}

// However the bytes arrive, the same lines come out of them.
function linesOf(bytes: Buffer, pieceBytes: number, lineBytesMax: number): readonly string[] {
  const got: string[] = [];
  const ends: LineEnds[] = [];
  const lines = createLines(lineBytesMax, {
    line: (text) => void got.push(text),
    tooLong: (end) => void got.push(`… ${ends.push(end)}`),
  });
  for (let at = 0; at < bytes.length; at += pieceBytes) lines.push(bytes.subarray(at, at + pieceBytes));
  for (const end of ends) idOfLongLine(end);
  return got;
}

export const MESSAGE_TARGETS: readonly Target[] = [
  {
    name: 'a message of MCP',
    samples: [CALL, '{"jsonrpc":"2.0","method":"notifications/initialized"}', '{"jsonrpc":"2.0","id":"a","result":{}}'],
    pieces: JSON_PIECES,
    read: (text) => {
      const read = readMessage(text);
      promise('message' in read || read.reply === null || typeof read.reply.error.message === 'string', 'an answer');
      return 'message' in read ? read.message : null;
    },
  },
  {
    name: 'lines of MCP',
    samples: [`${CALL}\n${CALL}\n`, `\n\n${CALL}`],
    pieces: [...JSON_PIECES, '\n', 'x'.repeat(3000)],
    read: (text) => {
      const bytes = Buffer.from(text);
      const whole = linesOf(bytes, bytes.length + 1, 2000);
      for (const pieceBytes of [7, 1000])
        promise(
          String(linesOf(bytes, Math.max(pieceBytes, bytes.length >> 8), 2000)) === String(whole),
          'the same lines from any pieces',
        );
      return whole;
    },
  },
  {
    name: 'a body of HTTP',
    samples: QUESTIONS,
    pieces: JSON_PIECES,
    refuses: [Refusal],
    read: (text) =>
      readBody(
        new Request('http://localhost/', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: text,
        }),
      ),
  },
  {
    name: 'the type of a body of HTTP',
    samples: ['application/json', 'application/x+json; charset=utf-8'],
    pieces: 'application/¦json¦+json¦;¦ ¦x¦.¦-¦charset=¦/¦,'.split('¦'),
    charactersMax: 20_000,
    refuses: [Refusal],
    read: (text) =>
      readBody(
        new Request('http://localhost/', {
          method: 'POST',
          headers: { 'content-type': text.replace(/[^\x20-\x7e]/g, ' ') },
          body: '{}',
        }),
      ),
  },
  {
    name: 'an event of a hook',
    samples: [
      '{"hook_event_name":"UserPromptSubmit","session_id":"s","prompt":"fix","cwd":"/r"}',
      '{"sessionId":"s","prompt":"fix"}',
      '{"hook_event_name":"SessionStart","source":"compact","session_id":"s"}',
    ],
    pieces: JSON_PIECES,
    refuses: [NothingToAdd],
    read: (text) =>
      Promise.all(
        Object.values(HOOK_CLIENTS).map(async (client) =>
          readEvent(
            (async function* () {
              yield text;
            })(),
            client,
          ).catch((error) => {
            if (!(error instanceof NothingToAdd)) throw error;
          }),
        ),
      ),
  },
  {
    name: 'the input of every operation',
    isCostly: true,
    samples: QUESTIONS,
    pieces: JSON_PIECES,
    charactersMax: 20_000,
    read: (text) => {
      const given = jsonOf(text);
      for (const operation of loaded) refused(() => readInput(operation, given, 'fields'));
    },
  },
  {
    name: 'vectors of a server',
    samples: ['{"data":[{"index":0,"embedding":[1,2]},{"index":1,"embedding":[0,0.5]}]}'],
    pieces: JSON_PIECES,
    refuses: [Error],
    read: (text) => {
      for (const vector of readVectors(jsonOf(text), 2))
        promise(
          vector.every((value) => Number.isFinite(value)),
          'numbers in a vector',
        );
    },
  },
];
