// The list of HTTP routes; each belongs to an operation.
import { invariant } from '../../model/errors.ts';
import { type ListedOperation, OPERATIONS } from '../../operations/index.ts';
import type { Operation } from '../../operations/operation.ts';
import type { Output } from '../../operations/output/output.ts';
import { Refusal } from './http-errors.ts';

/** The route of an operation. */
export interface Route {
  readonly method: 'get' | 'post';
  readonly path: string;
  /** The name of its command. */
  readonly operation: string;
  /** Loads the operation if no command has this name. */
  readonly load?: () => Promise<Operation>;
}

/** The operations that HTTP offers. */
export const ROUTES: readonly Route[] = [
  { method: 'post', path: '/v1/pack', operation: 'pack' },
  { method: 'post', path: '/v1/query', operation: 'query' },
  { method: 'post', path: '/v1/show', operation: 'show' },
  { method: 'post', path: '/v1/grep', operation: 'grep' },
  { method: 'post', path: '/v1/uses', operation: 'uses' },
  { method: 'post', path: '/v1/context', operation: 'context' },
  { method: 'post', path: '/v1/ready', operation: 'ready' },
  { method: 'post', path: '/v1/list', operation: 'list' },
  { method: 'post', path: '/v1/search', operation: 'search' },
  { method: 'post', path: '/v1/links', operation: 'links' },
  { method: 'post', path: '/v1/check', operation: 'check' },
  { method: 'post', path: '/v1/explain', operation: 'explain' },
  { method: 'get', path: '/v1/status', operation: 'status' },
];

export interface LoadedRoute extends Route {
  readonly summary: ListedOperation['summary'];
  readonly definition: Operation;
}

export async function loadRoute(route: Route): Promise<LoadedRoute> {
  const listed = OPERATIONS.find(({ name }) => name.join(' ') === route.operation);
  const load = route.load ?? listed?.load;
  invariant(load, 'every route names an operation');
  return { ...route, summary: listed?.summary ?? '', definition: await load() };
}

/** Loads a route together with its output schema, which every route of ROUTES has. */
export async function loadTypedRoute(route: Route): Promise<LoadedRoute & { readonly output: Output }> {
  const loaded = await loadRoute(route);
  const { output } = loaded.definition;
  invariant(output, 'every operation that HTTP offers has an output schema');
  return { ...loaded, output };
}

/** The page that the server gives browsers, and the routes that only this page uses. */
export interface ServedPage {
  /** Whether a path needs no token, because it reveals nothing about the workspace. */
  isOpen(path: string): boolean;
  /** Answers a request for a file of the page; null for other requests. */
  answer(request: Request, isReady: boolean): Promise<Response | null>;
  /** Operations that only the page uses. */
  readonly routes: readonly Route[];
}

const MEGABYTE = 1024 * 1024;

/** Reads the JSON body of a request; refuses a body above `bytesMax` without reading it. */
export async function readBody(request: Request, bytesMax: number): Promise<unknown> {
  // Demands this type, because a page of another site cannot send it without the server's consent (CORS).
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/(?:[\w.+-]+\+)?json(?:\s*;|\s*$)/i.test(type))
    throw new Refusal(
      'NOT_JSON',
      `The body must be JSON; its type is ${type === '' ? 'missing' : `"${type.slice(0, 100)}"`}.`,
    );
  const tooLarge = new Refusal('BODY_TOO_LARGE', `The body is larger than ${bytesMax / MEGABYTE} MB.`);
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
    // The parser's message quotes the body, so only the position is kept.
    const [where = ''] = error instanceof Error ? (/ at position \d+/.exec(error.message) ?? []) : [];
    throw new Refusal('BAD_REQUEST', `The body is not JSON${where}.`);
  }
}
