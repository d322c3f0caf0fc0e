import { RequestError } from '@hono/node-server';
import { describeFault, Refusal } from './refusal.ts';

const HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const;
/** What some statuses say besides. What is left of a body that was refused is not worth a connection. */
const MORE: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  401: { 'WWW-Authenticate': 'Bearer' },
  413: { Connection: 'close' },
  503: { 'Retry-After': '1' },
};

/** A fault as every route answers it: `{error: {code, message, hint}}`. */
export async function faultResponse(fault: unknown): Promise<Response> {
  const { status, error } = await describeFault(
    fault instanceof RequestError ? new Refusal('BAD_REQUEST', fault.message) : fault,
  );
  const own = fault instanceof Refusal ? fault.headers : {};
  return Response.json({ error }, { status, headers: { ...HEADERS, ...MORE[status], ...own } });
}
