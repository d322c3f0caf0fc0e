import { invariant } from '../../model/errors.ts';
import { type ListedOperation, OPERATIONS } from '../../operations/index.ts';
import type { Operation } from '../../operations/operation.ts';
import type { Output } from '../../operations/output/output.ts';
import { Refusal } from './refusal.ts';

/** An operation under an address. */
export interface Route {
  readonly method: 'get' | 'post';
  readonly path: string;
  /** The words of its command. */
  readonly operation: string;
  /** What is answered where there is no such command. */
  readonly load?: () => Promise<Operation>;
}

/** What is answered over HTTP. */
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
  invariant(load, 'a route is an operation');
  return { ...route, summary: listed?.summary ?? '', definition: await load() };
}

/** One whose data has a schema, as everything has that programs may ask. */
export async function loadTypedRoute(route: Route): Promise<LoadedRoute & { readonly output: Output }> {
  const loaded = await loadRoute(route);
  const { output } = loaded.definition;
  invariant(output, 'what programs may ask answers with data of a schema');
  return { ...loaded, output };
}

/** What a browser is given besides answers: the files of a page, and what only that page asks. */
export interface ServedPage {
  /** Whether a path is given without a token: it tells nothing of the workspace. */
  isOpen(path: string): boolean;
  /** Null where the request is for somebody else; whether the index has been made is for the page to know. */
  answer(request: Request, isReady: boolean): Promise<Response | null>;
  /** Operations that only the page asks. */
  readonly routes: readonly Route[];
}

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
