import type { ReadOptions } from '../../src/sources/conversations/conversation.ts';
import { readConversations } from '../../src/sources/conversations/formats/index.ts';

export const OPTIONS: ReadOptions = {
  recordBytesMax: 100_000,
  messageCharactersMax: 5000,
  keepToolResults: false,
  keepThinking: false,
};

export const jsonl = (...records: readonly unknown[]): string =>
  records.map((one) => `${JSON.stringify(one)}\n`).join('');

/** Reads a text as the file of a path, in pieces of a size. */
export function read(path: string, content: string | Buffer, options: Partial<ReadOptions> = {}, pieceBytes = 4096) {
  const bytes = Buffer.from(content);
  const pieces: Buffer[] = [];
  for (let start = 0; start < bytes.length; start += pieceBytes) pieces.push(bytes.subarray(start, start + pieceBytes));
  return readConversations({ path, pieces }, { ...OPTIONS, ...options });
}

const envelope = { sessionId: 's-1', cwd: '/src/shop', version: '2.0.1', isSidechain: false, userType: 'external' };

export const CLAUDE_CODE = jsonl(
  { type: 'summary', summary: 'Webhook retries', leafUuid: 'u6' },
  { type: 'file-history-snapshot', messageId: 'm0', snapshot: {} },
  {
    ...envelope,
    type: 'user',
    uuid: 'u1',
    parentUuid: null,
    timestamp: '2025-03-04T10:00:00.000Z',
    message: {
      role: 'user',
      content: 'Why does `PaymentController` drop events?\n\n<system-reminder>be brief</system-reminder>',
    },
  },
  {
    ...envelope,
    type: 'assistant',
    uuid: 'u2',
    parentUuid: 'u1',
    timestamp: '2025-03-04T10:00:05.000Z',
    message: { id: 'msg_1', role: 'assistant', content: [{ type: 'thinking', thinking: 'hm', signature: 'x' }] },
  },
  {
    ...envelope,
    type: 'assistant',
    uuid: 'u3',
    parentUuid: 'u2',
    timestamp: '2025-03-04T10:00:06.000Z',
    message: {
      id: 'msg_1',
      role: 'assistant',
      content: [{ type: 'text', text: 'It has no retry; see src/pay/hooks.ts:12.' }],
    },
  },
  {
    ...envelope,
    type: 'assistant',
    uuid: 'u4',
    parentUuid: 'u3',
    timestamp: '2025-03-04T10:00:07.000Z',
    message: {
      id: 'msg_1',
      role: 'assistant',
      content: [
        {
          type: 'tool_use',
          id: 't1',
          name: 'Edit',
          input: { file_path: '/src/shop/src/pay/retry.ts', old_string: 'a' },
        },
      ],
    },
  },
  {
    ...envelope,
    type: 'user',
    uuid: 'u5',
    parentUuid: 'u4',
    timestamp: '2025-03-04T10:00:08.000Z',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'edited 1 file' }] },
  },
  {
    ...envelope,
    isSidechain: true,
    type: 'assistant',
    uuid: 'x1',
    timestamp: '2025-03-04T10:00:09.000Z',
    message: { id: 'msg_9', role: 'assistant', content: [{ type: 'text', text: 'a helper speaks' }] },
  },
  {
    ...envelope,
    type: 'user',
    isMeta: true,
    uuid: 'x2',
    timestamp: '2025-03-04T10:00:10.000Z',
    message: { role: 'user', content: 'Caveat: local commands follow' },
  },
  {
    ...envelope,
    type: 'assistant',
    uuid: 'u6',
    parentUuid: 'u5',
    timestamp: '2025-03-04T10:01:00.000Z',
    message: { id: 'msg_2', role: 'assistant', content: [{ type: 'text', text: 'We decided to retry three times.' }] },
  },
);

const item = (second: number, payload: object) => ({
  timestamp: `2025-04-01T08:00:0${second}.000Z`,
  type: 'response_item',
  payload,
});

export const CODEX = jsonl(
  {
    timestamp: '2025-04-01T08:00:00.000Z',
    type: 'session_meta',
    payload: {
      id: 'c-1',
      timestamp: '2025-04-01T08:00:00.000Z',
      cwd: '/src/shop/api',
      originator: 'cli',
      instructions: null,
    },
  },
  item(0, { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'be good' }] }),
  item(0, {
    type: 'message',
    role: 'user',
    content: [{ type: 'input_text', text: '<environment_context>\n<cwd>/src/shop/api</cwd>\n</environment_context>' }],
  }),
  item(1, { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Add a health route' }] }),
  {
    timestamp: '2025-04-01T08:00:01.000Z',
    type: 'event_msg',
    payload: { type: 'user_message', message: 'Add a health route' },
  },
  item(2, { type: 'reasoning', summary: [{ type: 'summary_text', text: 'routes' }], encrypted_content: 'zzz' }),
  item(3, { type: 'function_call', name: 'shell', arguments: '{"command":["ls"]}', call_id: 'k1' }),
  item(3, { type: 'function_call_output', call_id: 'k1', output: 'app.ts' }),
  item(4, {
    type: 'custom_tool_call',
    name: 'apply_patch',
    call_id: 'k2',
    input: '*** Begin Patch\n*** Add File: routes/health.ts\n+ok\n*** Update File: app.ts\n*** End Patch',
  }),
  item(5, {
    type: 'message',
    role: 'assistant',
    content: [{ type: 'output_text', text: 'Added `routes/health.ts`.' }],
  }),
  {
    timestamp: '2025-04-01T08:00:05.000Z',
    type: 'event_msg',
    payload: { type: 'agent_message', message: 'Added `routes/health.ts`.' },
  },
  { timestamp: '2025-04-01T08:00:06.000Z', type: 'event_msg', payload: { type: 'token_count', info: null } },
);

const node = (id: string, parent: string | null, children: readonly string[], message: object | null) => ({
  [id]: { id, parent, children, message },
});
const said = (id: string, role: string, seconds: number, content: object, more: object = {}) => ({
  id,
  author: { role, name: null, metadata: {} },
  create_time: seconds,
  content,
  recipient: 'all',
  metadata: {},
  ...more,
});
const parts = (...texts: readonly unknown[]) => ({ content_type: 'text', parts: texts });

export const CHATGPT = JSON.stringify([
  {
    title: 'Choosing a queue',
    create_time: 1_740_000_000.5,
    update_time: 1_740_000_900,
    conversation_id: 'g-1',
    current_node: 'n5',
    mapping: {
      ...node('n0', null, ['n1'], null),
      ...node(
        'n1',
        'n0',
        ['n2'],
        said('n1', 'system', 1, parts('hidden'), { metadata: { is_visually_hidden_from_conversation: true } }),
      ),
      ...node('n2', 'n1', ['n3', 'n4'], said('n2', 'user', 1_740_000_001, parts('Kafka or SQS?'))),
      ...node('n3', 'n2', [], said('n3', 'assistant', 1_740_000_002, parts('an answer that was thrown away'))),
      ...node(
        'n4',
        'n2',
        ['n4b'],
        said('n4', 'assistant', 1_740_000_003, { content_type: 'code', text: 'search()' }, { recipient: 'browser' }),
      ),
      ...node('n4b', 'n4', ['n4c'], said('n4b', 'tool', 1_740_000_004, parts('results of the search'))),
      ...node(
        'n4c',
        'n4b',
        ['n5'],
        said('n4c', 'assistant', 1_740_000_005, { content_type: 'thoughts', thoughts: [{ content: 'let me see' }] }),
      ),
      ...node('n5', 'n4c', [], {
        ...said('n5', 'assistant', 1_740_000_006.25, {
          content_type: 'multimodal_text',
          parts: [
            'SQS is simpler\ue200cite\ue202turn0search1\ue201.',
            { content_type: 'image_asset_pointer', asset_pointer: 'file-service://x' },
          ],
        }),
      }),
    },
  },
]);

export const CLAUDE_EXPORT = JSON.stringify(
  [
    {
      uuid: 'e-1',
      name: 'Naming things',
      summary: '',
      created_at: '2025-02-01T09:00:00.000000Z',
      updated_at: '2025-02-01T09:05:00.000000Z',
      account: { uuid: 'a-1' },
      chat_messages: [
        {
          uuid: 'm1',
          text: 'What should the package be called?',
          content: [{ type: 'text', text: 'What should the package be called?' }],
          sender: 'human',
          created_at: '2025-02-01T09:00:01.123456Z',
          attachments: [{ file_name: 'notes.md', file_type: 'text/markdown', extracted_content: 'names' }],
          files: [],
          parent_message_uuid: '00000000-0000-4000-8000-000000000000',
        },
        {
          uuid: 'm2',
          text: 'old answer',
          content: [{ type: 'text', text: 'old answer' }],
          sender: 'assistant',
          created_at: '2025-02-01T09:00:02Z',
          parent_message_uuid: 'm1',
        },
        {
          uuid: 'm3',
          text: 'This block is not supported.\n\nCall it `shop-core`.',
          content: [
            { type: 'thinking', thinking: 'names, names' },
            { type: 'tool_use', name: 'repl', input: {} },
            { type: 'text', text: 'Call it `shop-core`.' },
          ],
          sender: 'assistant',
          created_at: '2025-02-01T09:00:03Z',
          parent_message_uuid: 'm1',
        },
      ],
    },
  ],
  null,
  2,
);

export const PLAIN = jsonl(
  {
    session: 'p-1',
    role: 'user',
    time: '2025-05-01T12:00:00Z',
    text: 'Where do we log?',
    title: 'Logging',
    folder: '/src/shop',
  },
  { session: 'p-2', role: 'user', time: 1_746_100_800, text: 'Another session' },
  { session: 'p-1', role: 'assistant', time: 1_746_100_860_000, text: 'To stdout, through `createLogger()`.' },
  { session: 'p-1', role: 'tool', time: null, text: 'a listing' },
);
