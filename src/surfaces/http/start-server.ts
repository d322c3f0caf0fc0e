import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { DEFAULTS } from '../../config/defaults.ts';
import { VERSION } from '../../config/this-package.ts';
import { ContextError } from '../../model/errors.ts';
import { oneLine } from '../../model/visible-text.ts';
import type { ServedWorkspace } from '../serving/serve-workspace.ts';
import { limitConnections } from './access.ts';
import { isRouteOf } from './app.ts';
import { createGate, type Gate } from './gate.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { faultResponse, Refusal } from './refusal.ts';
import { type ServedOptions, servedApps } from './served-apps.ts';

export interface HttpOptions extends ServedOptions {
  /** 0 takes any that is free. */
  readonly port: number;
  /** Told a line for each request. */
  readonly log?: (line: string) => void;
  readonly limits?: Limits;
}

/** Numbers a test may make small. */
interface Limits {
  readonly runningMax?: number;
  readonly waitingMax?: number;
  readonly waitingFew?: number;
  readonly waitMs?: number;
  readonly answerMs?: number;
  readonly stopMs?: number;
  readonly listenersMax?: number;
  readonly connectionsMax?: number;
  readonly unknownMax?: number;
  readonly headersMs?: number;
}

export interface HttpServer {
  readonly url: string;
  readonly load: Gate['load'] & { readonly listeners: number };
  /** Brings the index up to date before anybody asks. */
  index(): Promise<void>;
  /** Takes no more questions, lets those that are being answered finish for a while, then ends. */
  stop(): Promise<void>;
}

const IDLE_LOOK_MS = 20;
const HEADERS_LOOK_MS = 1000;
const REFUSING_MS = 250;

/** Serves a workspace over HTTP until it is stopped. */
export async function startServer(workspace: ServedWorkspace, options: HttpOptions): Promise<HttpServer> {
  const limits = { ...DEFAULTS.http, ...options.limits };
  const metrics = createMetrics(VERSION);
  const stopping = new AbortController();
  const stopped = new AbortController();
  let isReady = false;
  const gate = createGate(limits, () => isReady);
  const main = servedApps(workspace, options, {
    ...{ gate, limits, metrics, stopped: stopped.signal },
    isStopping: () => stopping.signal.aborted,
    isReady: () => isReady,
  });
  const { all, listeners } = main;
  const isRoute = isRouteOf([...(options.more ?? new Map()).keys()]);
  const server = createServer(
    { headersTimeout: limits.headersMs, connectionsCheckingInterval: HEADERS_LOOK_MS },
    getRequestListener(observed(main.fetch, { metrics, log: options.log ?? null, isRoute }), {
      errorHandler: faultResponse,
    }),
  );
  limitConnections(server, limits);
  server.setTimeout(limits.idleMs);
  const url = await listen(server, options);
  const end = async () => {
    stopping.abort();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const { events } of all) events.close();
    await lastAnswers(server, closed, limits.stopMs);
    stopped.abort(new Refusal('STOPPING', 'The server stopped before there was an answer.'));
    await Promise.all(all.map(({ mcp }) => mcp?.close()));
    // What is refused now is still to be sent.
    await Promise.race([closed, setTimeout(REFUSING_MS, undefined, { ref: false })]);
    server.closeAllConnections();
    await closed;
    await Promise.all(all.map(({ close }) => close()));
  };
  let ended: Promise<void> | null = null;
  return {
    url,
    get load() {
      return { ...gate.load, listeners: listeners() };
    },
    async index() {
      for (const { told } of all) {
        const { engine } = await told.call({ signal: stopping.signal });
        await (await engine()).index();
      }
      isReady = true;
    },
    stop: () => (ended ??= end()),
  };
}

// Connections that are kept for another question become idle one after the other.
async function lastAnswers(server: Server, closed: Promise<void>, withinMs: number): Promise<void> {
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_LOOK_MS);
  await Promise.race([closed, setTimeout(withinMs, undefined, { ref: false })]);
  clearInterval(idle);
}

async function listen(server: Server, { host, port }: HttpOptions): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, resolve);
  }).catch((cause: NodeJS.ErrnoException) => {
    throw new ContextError('BAD_INPUT', cannotListen(cause, host, port), { cause });
  });
  const { address, family, port: given } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${given}`;
}

function cannotListen({ code }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE') return `Port ${port} is taken; give another with --port, or 0 for any that is free.`;
  if (code === 'EACCES') return `Port ${port} may not be used; give one above 1023 with --port.`;
  return `${host}:${port} cannot be listened on (${code}).`;
}

export interface Observing {
  readonly metrics: Metrics;
  /** Told one line for each request; without it nothing is written. */
  readonly log: ((line: string) => void) | null;
  /** The paths that are counted by name. */
  readonly isRoute: (path: string) => boolean;
}

type RequestAnswer<Env> = (request: Request, env: Env) => Response | Promise<Response>;

const ID = /^[\w.:-]{1,100}$/;
const METHODS = ['GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'HEAD', 'OPTIONS'];
const PATH_MAX = 200;

/** Gives every request a name, which its answer and its line in the log carry, and counts it. */
function observed<Env>(
  answer: RequestAnswer<Env>,
  { metrics, log, isRoute }: Observing,
): (request: Request, env: Env) => Promise<Response> {
  return async (request, env) => {
    const started = performance.now();
    const sent = request.headers.get('x-request-id') ?? '';
    const id = ID.test(sent) ? sent : randomUUID();
    const response = await answer(request, env);
    const seconds = (performance.now() - started) / 1000;
    const { pathname } = new URL(request.url);
    const method = METHODS.includes(request.method) ? request.method : 'other';
    metrics.count({ route: isRoute(pathname) ? pathname : 'other', method, status: response.status, seconds });
    // Never what was asked: a question and its answer hold what is in the workspace.
    log?.(
      `${new Date().toISOString()} ${method} ${oneLine(pathname.slice(0, PATH_MAX))} ${response.status} ${(seconds * 1000).toFixed(0)}ms ${id}`,
    );
    response.headers.set('X-Request-Id', id);
    return response;
  };
}
