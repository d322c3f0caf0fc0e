// Listens on a port, and stops without cutting off running answers.
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { DEFAULTS } from '../../config/defaults.ts';
import { VERSION } from '../../config/this-package.ts';
import { ContextError } from '../../model/errors.ts';
import { oneLine } from '../../model/visible-text.ts';
import type { Terminal } from '../cli/terminal.ts';
import { describeError } from '../serving/describe-error.ts';
import type { ServedWorkspace } from '../serving/serve-workspace.ts';
import { limitConnections } from './access.ts';
import { isRouteOf } from './app.ts';
import { faultResponse, Refusal } from './http-errors.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { createQuestionQueue, type QuestionQueue } from './question-queue.ts';
import { type ServedOptions, workspaceApps } from './workspace-apps.ts';

export interface HttpOptions extends ServedOptions {
  /** The port to listen on; 0 takes any free port. */
  readonly port: number;
  /** Receives one line for each request. */
  readonly log?: (line: string) => void;
  readonly limits?: Limits;
}

/** Limits that tests make small. */
interface Limits {
  readonly runningMax?: number;
  readonly waitingMax?: number;
  readonly waitingFew?: number;
  readonly waitMs?: number;
  readonly answerMs?: number;
  readonly stopMs?: number;
  readonly listenersMax?: number;
  readonly connectionsMax?: number;
  readonly unauthorizedMax?: number;
  readonly headersMs?: number;
}

export interface HttpServer {
  readonly url: string;
  readonly load: QuestionQueue['load'] & { readonly listeners: number };
  /** Brings the index up to date before the first question. */
  index(): Promise<void>;
  /** Refuses new questions, lets running answers finish for a while, then stops. */
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
  const queue = createQuestionQueue(limits, () => isReady);
  const apps = workspaceApps(workspace, options, {
    queue,
    limits,
    metrics,
    stopped: stopped.signal,
    isStopping: () => stopping.signal.aborted,
    isReady: () => isReady,
  });
  const { all, listeners } = apps;
  const isRoute = isRouteOf([...(options.more ?? new Map()).keys()]);
  const server = createServer(
    { headersTimeout: limits.headersMs, connectionsCheckingInterval: HEADERS_LOOK_MS },
    getRequestListener(logRequests(apps.fetch, { metrics, log: options.log ?? null, isRoute }), {
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
    await waitForAnswers(server, closed, limits.stopMs);
    stopped.abort(new Refusal('STOPPING', 'The server stopped before the answer was ready.'));
    await Promise.all(all.map(({ mcp }) => mcp?.close()));
    // Lets the last refusals reach their callers.
    await Promise.race([closed, setTimeout(REFUSING_MS, undefined, { ref: false })]);
    server.closeAllConnections();
    await closed;
    await Promise.all(all.map(({ close }) => close()));
  };
  let ended: Promise<void> | null = null;
  return {
    url,
    get load() {
      return { ...queue.load, listeners: listeners() };
    },
    async index() {
      for (const { workspace: served } of all) {
        const { engine } = await served.call({ signal: stopping.signal });
        await (await engine()).index();
      }
      isReady = true;
    },
    stop: () => (ended ??= end()),
  };
}

// Waits for running answers, and closes kept-alive connections as they become idle.
async function waitForAnswers(server: Server, closed: Promise<void>, withinMs: number): Promise<void> {
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
  if (code === 'EADDRINUSE') return `Port ${port} is in use; choose another with --port, or 0 for any free port.`;
  if (code === 'EACCES') return `This user may not use port ${port}; choose one above 1023 with --port.`;
  return `The server cannot listen on ${host}:${port} (${code}).`;
}

interface RequestLog {
  readonly metrics: Metrics;
  /** Receives one line for each request; null logs nothing. */
  readonly log: ((line: string) => void) | null;
  /** Whether metrics count a path by its name. */
  readonly isRoute: (path: string) => boolean;
}

type RequestAnswer<Env> = (request: Request, env: Env) => Response | Promise<Response>;

const ID = /^[\w.:-]{1,100}$/;
const METHODS = ['GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'HEAD', 'OPTIONS'];
const PATH_MAX = 200;

/** Counts every request, and gives it an id, which its response and its log line carry. */
function logRequests<Env>(
  answer: RequestAnswer<Env>,
  { metrics, log, isRoute }: RequestLog,
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
    // Never logs questions or answers, because they contain content of the workspace.
    log?.(
      `${new Date().toISOString()} ${method} ${oneLine(pathname.slice(0, PATH_MAX))} ${response.status} ${(seconds * 1000).toFixed(0)}ms ${id}`,
    );
    response.headers.set('X-Request-Id', id);
    return response;
  };
}

/** Brings the index up to date, answers until a signal stops the server, and lets running answers finish. */
export async function serveUntilStopped(
  server: HttpServer,
  terminal: Pick<Terminal, 'deferStop'>,
  say: (text: string) => Promise<void>,
): Promise<void> {
  const stop = terminal.deferStop?.();
  const indexed = server
    .index()
    .catch(async (error: unknown) => (stop?.aborted ? undefined : say((await describeError(error)).message)));
  await untilAborted(stop);
  await server.stop();
  await indexed;
}

// Without a signal, as in a program that embeds the server, waits as long as the process lives.
function untilAborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve();
    else signal?.addEventListener('abort', () => resolve(), { once: true });
  });
}
