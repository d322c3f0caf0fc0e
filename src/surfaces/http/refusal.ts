import { RequestError } from '@hono/node-server';
import { ContextError, ERRORS, type ErrorCode } from '../../model/errors.ts';
import { cleanLine } from '../serving/clean-lines.ts';
import { describeError } from '../serving/describe-error.ts';

/** Why a request is sent away before any operation sees it, each with its status and what to do. */
export const REFUSALS = {
  BAD_REQUEST: { status: 400, hint: 'See the OpenAPI document: GET /openapi.json' },
  NO_TOKEN: { status: 401, hint: 'Send the header: Authorization: Bearer TOKEN' },
  FOREIGN_HOST: {
    status: 403,
    hint: 'Ask by the address the server printed when it started, or start it with --allowed-host NAME.',
  },
  FOREIGN_ORIGIN: { status: 403, hint: 'Pages of other sites may not ask. Programs send no Origin header.' },
  NO_SUCH_ROUTE: { status: 404, hint: 'See the OpenAPI document: GET /openapi.json' },
  WRONG_METHOD: { status: 405, hint: null },
  BODY_TOO_LARGE: { status: 413, hint: ERRORS.TOO_LARGE.hint },
  NOT_JSON: { status: 415, hint: 'Send the header: Content-Type: application/json' },
  TOO_MANY_LISTENERS: { status: 429, hint: 'Close another stream of events first.' },
  BUSY: { status: 503, hint: 'Too many questions at once; ask again in a second.' },
  NOT_READY: { status: 503, hint: 'Questions are answered already, from what is there.' },
  STOPPING: { status: 503, hint: 'The server is about to end.' },
  TIMED_OUT: { status: 504, hint: 'Ask again: what was indexed by then is kept. Or ask for less.' },
} as const satisfies Record<string, { status: number; hint: string | null }>;
type RefusalCode = keyof typeof REFUSALS;

/** A request that is not answered. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  /** What the answer says besides. */
  readonly headers: Readonly<Record<string, string>>;
  constructor(code: RefusalCode, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.code = code;
    this.headers = headers;
  }
}

// What the caller asked for is wrong unless it says otherwise here.
const STATUSES: Readonly<Partial<Record<ErrorCode, number>>> = {
  NO_SUCH_FILE: 404,
  NO_SUCH_SYMBOL: 404,
  NO_SUCH_DOCUMENT: 404,
  NO_SUCH_SECTION: 404,
  NO_SUCH_REF: 404,
  NO_SUCH_WORKSPACE: 404,
  NO_GRAPH: 404,
  NOTHING_FOUND: 404,
  OUTSIDE_ROOT: 403,
  TOO_LARGE: 413,
  STORE_BUSY: 503,
  STORE_AWAY: 503,
  // The server's own folder or settings: not the caller's doing.
  NOT_A_FOLDER: 500,
  BAD_CONFIG: 500,
};
const CALLERS_FAULT = ERRORS.BAD_INPUT.exit;

/** What went wrong, with the status that says so. */
export async function describeFault(error: unknown) {
  if (error instanceof Refusal) {
    const { status, hint } = REFUSALS[error.code];
    return { status, error: { code: error.code, message: await cleanLine(error.message), hint } };
  }
  const described = await describeError(error);
  const isTheirs = error instanceof ContextError && ERRORS[error.code].exit === CALLERS_FAULT;
  return { status: STATUSES[described.code] ?? (isTheirs ? 400 : 500), error: described };
}

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
