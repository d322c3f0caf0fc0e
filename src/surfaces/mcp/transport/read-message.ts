import {
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  ProtocolErrorCode,
  parseJSONRPCMessage,
} from '@modelcontextprotocol/server';

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
