// The HTTP routes of operations, what a page adds to them, and how the body of a request is read.
import { DEFAULTS } from '../../config/defaults.ts';
import { messageOf } from '../../model/errors.ts';
import { operationOf } from '../../operations/index.ts';
import type { Operation } from '../../operations/operation.ts';
import { parseJson, readBytes } from '../serving/read-stream.ts';
import { Refusal } from './http-errors.ts';

export interface Route {
  readonly method: 'get' | 'post';
  readonly path: string;
  /** The name of its command, or any name if `load` is set. */
  readonly operation: string;
  /** Loads the operation if it has no command. */
  readonly load?: (() => Promise<Operation>) | undefined;
}

const POSTED = 'pack query show grep uses context ready list search links check explain'.split(' ');

export const ROUTES: readonly Route[] = [
  ...POSTED.map((operation) => ({ method: 'post', path: `/v1/${operation}`, operation }) as const),
  { method: 'get', path: '/v1/status', operation: 'status' },
];

export const loadRoute = ({ operation, load }: Route): Promise<Operation> => load?.() ?? operationOf(operation).load();

/** The page that the server gives browsers, and the routes that only this page uses. */
export interface ServedPage {
  /** Whether a path needs no token, because it reveals nothing about the workspace. */
  isOpen(path: string): boolean;
  /** Answers a request for a file, the choices or the session of the page; null for other requests. */
  answer(request: Request, isReady: boolean): Promise<Response | null>;
  readonly routes: readonly Route[];
}

const MEGABYTE = 1024 * 1024;

/** Reads the JSON body of a request; refuses a body that is too large without reading the rest. */
export async function readBody(request: Request): Promise<unknown> {
  const { bodyBytesMax } = DEFAULTS.http;
  // Demands this type, because a page of another site cannot send it without the server's consent (CORS).
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/(?:[\w.+-]+\+)?json(?:\s*;|\s*$)/i.test(type))
    throw new Refusal(
      'NOT_JSON',
      `The body must be JSON; its type is ${type === '' ? 'missing' : `"${type.slice(0, 100)}"`}.`,
    );
  const tooLarge = new Refusal('BODY_TOO_LARGE', `The body is larger than ${bodyBytesMax / MEGABYTE} MB.`);
  if (Number(request.headers.get('content-length') ?? 0) > bodyBytesMax) throw tooLarge;
  const bytes = request.body === null ? Buffer.alloc(0) : await readBytes(request.body, bodyBytesMax, tooLarge);
  try {
    return parseJson(bytes);
  } catch (error) {
    // The parser's message quotes the body, so only the position is kept.
    const [where = ''] = / at position \d+/.exec(messageOf(error)) ?? [];
    throw new Refusal('BAD_REQUEST', `The body is not JSON${where}.`);
  }
}
