import { Refusal } from './refusal.ts';

const MEGABYTE = 1024 * 1024;

/** The JSON a request carries; nothing is read of one that is too large. */
export async function readBody(request: Request, bytesMax: number): Promise<unknown> {
  // A page of another site can send anything but this type unasked.
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/(?:[\w.+-]+\+)?json(?:\s*;|\s*$)/i.test(type))
    throw new Refusal('NOT_JSON', `A question is JSON, not ${type === '' ? 'of no type' : `"${type.slice(0, 100)}"`}.`);
  const tooLarge = new Refusal('BODY_TOO_LARGE', `A question may have ${bytesMax / MEGABYTE} MB.`);
  if (Number(request.headers.get('content-length') ?? 0) > bytesMax) throw tooLarge;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw tooLarge;
    chunks.push(chunk);
  }
  return parse(Buffer.concat(chunks));
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    // The parser's own words quote the body; where it failed is enough.
    const [where = ''] = error instanceof Error ? (/ at position \d+/.exec(error.message) ?? []) : [];
    throw new Refusal('BAD_REQUEST', `The body is not JSON${where}.`);
  }
}
