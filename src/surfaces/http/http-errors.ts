// Gives the errors of HTTP routes their status, hint and response: refusals of the server and errors of operations.
import { RequestError } from '@hono/node-server';
import { ContextError, ERRORS, type ErrorCode } from '../../model/errors.ts';
import { cleanLine } from '../serving/clean-lines.ts';
import { describeError } from '../serving/describe-error.ts';

/** The reasons why the server itself does not answer a request, each with its HTTP status and a hint. */
export const REFUSALS = {
  BAD_REQUEST: { status: 400, hint: 'See the OpenAPI document: GET /openapi.json' },
  NO_TOKEN: { status: 401, hint: 'Send the header: Authorization: Bearer TOKEN' },
  FOREIGN_HOST: {
    status: 403,
    hint: 'Use the address that the server printed at its start, or start it with --allowed-host NAME.',
  },
  FOREIGN_ORIGIN: {
    status: 403,
    hint: 'Only programs and the page of this server may send requests; a program needs no Origin header.',
  },
  NO_SUCH_ROUTE: { status: 404, hint: 'See the OpenAPI document: GET /openapi.json' },
  WRONG_METHOD: { status: 405, hint: null },
  BODY_TOO_LARGE: { status: 413, hint: ERRORS.TOO_LARGE.hint },
  NOT_JSON: { status: 415, hint: 'Send the header: Content-Type: application/json' },
  TOO_MANY_LISTENERS: { status: 429, hint: 'Close another event stream first.' },
  BUSY: { status: 503, hint: 'Ask again in a second.' },
  NOT_READY: { status: 503, hint: 'Questions are answered already, from the files indexed so far.' },
  STOPPING: { status: 503, hint: 'Ask again once the server has started again.' },
  TIMED_OUT: { status: 504, hint: 'Ask again, because the files indexed so far stay indexed, or ask for less.' },
} as const satisfies Record<string, { status: number; hint: string | null }>;
type RefusalCode = keyof typeof REFUSALS;

/** Says why the server itself does not answer a request. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly headers: Readonly<Record<string, string>>;
  constructor(code: RefusalCode, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.code = code;
    this.headers = headers;
  }
}

// The statuses of operations' errors, save those that follow from the exit status: 400 for that of bad input, else 500.
const ERROR_STATUSES: Readonly<Partial<Record<ErrorCode, number>>> = {
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
  // The folder and settings of the server are not the caller's fault.
  NOT_A_FOLDER: 500,
  BAD_CONFIG: 500,
};
const CALLERS_FAULT_EXIT = ERRORS.BAD_INPUT.exit;

export async function describeFault(error: unknown) {
  if (error instanceof Refusal) {
    const { status, hint } = REFUSALS[error.code];
    return { status, error: { code: error.code, message: await cleanLine(error.message), hint } };
  }
  const described = await describeError(error);
  const isCallersFault = error instanceof ContextError && ERRORS[error.code].exit === CALLERS_FAULT_EXIT;
  return { status: ERROR_STATUSES[described.code] ?? (isCallersFault ? 400 : 500), error: described };
}

const HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const;
/** Additional headers of some statuses. 413 closes the connection instead of reading the rest of the body. */
const STATUS_HEADERS: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  401: { 'WWW-Authenticate': 'Bearer' },
  413: { Connection: 'close' },
  503: { 'Retry-After': '1' },
};

/** The response to an error: `{error: {code, message, hint}}`. */
export async function faultResponse(fault: unknown): Promise<Response> {
  const { status, error } = await describeFault(
    fault instanceof RequestError ? new Refusal('BAD_REQUEST', fault.message) : fault,
  );
  const headers = fault instanceof Refusal ? fault.headers : {};
  return Response.json({ error }, { status, headers: { ...HEADERS, ...STATUS_HEADERS[status], ...headers } });
}
