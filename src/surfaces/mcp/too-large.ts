import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import { ContextError } from '../../model/errors.ts';
import { describeError } from '../serving/describe-error.ts';
import type { LineEnds } from './read-lines.ts';

const MEGABYTE = 1_048_576;
// Clients write the id first or last; in between stands the text of a stranger, which may hold anything.
const ID = '"id":\\s*("[^"\\\\]{1,200}"|\\d{1,15})';
const FIRST = new RegExp(`^\\s*\\{\\s*(?:"jsonrpc":\\s*"2\\.0",\\s*)?${ID}`);
const LAST = new RegExp(`${ID}\\s*(?:,\\s*"jsonrpc":\\s*"2\\.0"\\s*)?\\}\\s*$`);

/** The answer to a message of which only the ends were kept; without an id there is nobody to answer. */
export function tooLargeReply({ head, tail }: LineEnds, bytesMax: number) {
  const id = FIRST.exec(head)?.[1] ?? LAST.exec(tail)?.[1];
  const error = describeError(new ContextError('TOO_LARGE', `A message may have ${bytesMax / MEGABYTE} MB.`));
  return {
    jsonrpc: '2.0',
    id: id === undefined ? null : (JSON.parse(id) as string | number),
    error: { code: ProtocolErrorCode.InvalidRequest, message: error.message, data: error },
  } as const;
}
