import {
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  ProtocolErrorCode,
  parseJSONRPCMessage,
} from '@modelcontextprotocol/server';
import type { ContextError } from '../../../model/errors.ts';
import { refusalOf } from '../../serving/describe-error.ts';
import type { LineEnds } from './read-lines.ts';

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
export function refusal(id: string | number, error: ContextError): JSONRPCErrorResponse {
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
