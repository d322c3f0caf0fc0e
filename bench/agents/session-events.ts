import { isRecord, type JsonRecord } from '../../src/model/records.ts';
import { parseRecord, recordAt, textAt } from '../../src/sources/conversations/files/read-json.ts';
import { ANSWERS, CALLS, unwrapEvent } from '../../src/sources/conversations/formats/agent-logs.ts';
import { stripClientTags } from '../../src/sources/conversations/transcript/branches.ts';
import { plainText } from '../../src/sources/conversations/transcript/content-blocks.ts';

/** An event in a line of a transcript. */
export type SessionEvent =
  | {
      readonly is: 'about';
      readonly id: string | null;
      readonly folder: string | null;
      readonly time: unknown;
      readonly commit?: string | null;
    }
  | { readonly is: 'prompt'; readonly text: string }
  | {
      readonly is: 'call';
      readonly id: string | null;
      readonly name: string;
      readonly input: unknown;
      /** The id of the answer of the model with this call; null if the transcript does not say. */
      readonly within: string | null;
    }
  | { readonly is: 'answer'; readonly id: string | null; readonly text: string };

/** The formats that keep the calls of tools and their answers. */
export const SESSION_EVENTS: Readonly<Record<string, (record: JsonRecord) => Generator<SessionEvent>>> = {
  'claude-code': claudeCodeEvents,
  codex: codexEvents,
};

function* claudeCodeEvents(record: JsonRecord): Generator<SessionEvent> {
  // The work of another agent is left out, because its answer tells the result.
  if (record.isSidechain === true) return;
  const message = recordAt(record, 'message');
  yield { is: 'about', id: textAt(record, 'sessionId'), folder: textAt(record, 'cwd'), time: record.timestamp };
  const blocks = blocksOf(message.content);
  if (record.type === 'assistant')
    for (const block of blocks)
      if (block.type === 'tool_use')
        yield {
          ...{ is: 'call', id: textAt(block, 'id'), name: textAt(block, 'name') ?? '', input: block.input },
          within: textAt(message, 'id'),
        } as const;
  if (record.type !== 'user' || record.isMeta === true) return;
  for (const block of blocks)
    if (block.type === 'tool_result')
      yield { is: 'answer', id: textAt(block, 'tool_use_id'), text: plainText(block.content) };
  const said = plainText(blocks.filter(({ type }) => type === 'text'));
  if (record.isCompactSummary !== true) yield { is: 'prompt', text: stripClientTags(said) };
}

function* codexEvents(record: JsonRecord): Generator<SessionEvent> {
  const { type, payload } = unwrapEvent(record);
  const commit = textAt(recordAt(payload, 'git'), 'commit_hash');
  if (type === 'session_meta')
    yield {
      ...{ is: 'about', id: textAt(payload, 'id'), folder: textAt(payload, 'cwd') },
      ...{ time: payload.timestamp ?? record.timestamp, commit },
    } as const;
  else yield { is: 'about', id: null, folder: textAt(payload, 'cwd'), time: record.timestamp };
  const item = textAt(payload, 'type') ?? '';
  const id = textAt(payload, 'call_id') ?? textAt(payload, 'id');
  if (type === 'event_msg' && item === 'user_message')
    yield { is: 'prompt', text: stripClientTags(plainText(payload.message)) };
  if (type !== 'response_item') return;
  if (item === 'message' && payload.role === 'user')
    yield { is: 'prompt', text: stripClientTags(plainText(payload.content)) };
  else if (CALLS.includes(item))
    yield {
      ...{ is: 'call', id, name: textAt(payload, 'name') ?? item, within: null },
      input: payload.arguments ?? payload.input ?? payload.action,
    } as const;
  else if (ANSWERS.includes(item)) yield { is: 'answer', id, text: outputOf(payload.output) };
}

// Some versions wrap the output of a command into JSON.
function outputOf(output: unknown): string {
  const text = plainText(output);
  return textAt(parseRecord(text) ?? {}, 'output') ?? text;
}

function blocksOf(content: unknown): readonly JsonRecord[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.filter(isRecord) : [];
}
