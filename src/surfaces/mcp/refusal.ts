import { type JSONRPCErrorResponse, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { ContextError } from '../../model/errors.ts';
import { refusalOf } from '../serving/describe-error.ts';
import type { LineEnds } from './transport/read-lines.ts';

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
