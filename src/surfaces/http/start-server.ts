// Starts an HTTP server for one or several workspaces.
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { DEFAULTS } from '../../config/defaults.ts';
import { VERSION } from '../../config/this-package.ts';
import type { StoreLoad } from '../../engine/shared-store.ts';
import { ContextError } from '../../model/errors.ts';
import { oneLine } from '../../model/visible-text.ts';
import type { CallOptions } from '../../ports/engine.ts';
import type { Terminal } from '../cli/terminal.ts';
import { describeError } from '../serving/describe-error.ts';
import type { ServedWorkspace } from '../serving/serve-workspace.ts';
import { limitConnections } from './access.ts';
import { type AppParts, createApp, isRouteOf } from './app.ts';
import { faultResponse, Refusal } from './http-errors.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { createProgressEvents, type ProgressEvents } from './progress-events.ts';
import { createQuestionQueue, type HttpLimits, type QuestionQueue } from './question-queue.ts';
import type { ServedPage } from './routes.ts';

export interface HttpOptions {
  readonly host: string;
  /** The port to listen on; 0 takes any free port. */
  readonly port: number;
  readonly token?: string | null;
  /** More host names that requests may use, for instance that of a proxy. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Makes the MCP endpoint of a workspace. */
  readonly mcp?: ((workspace: ServedWorkspace) => AgentAnswers) | null;
  /** Further workspaces, each below /w/NAME. */
  readonly more?: ReadonlyMap<string, ServedWorkspace>;
  /** The page of the first workspace for browsers. */
  readonly page?: ServedPage;
  /** Measures the load of the shared store, if there is one. */
  readonly storeLoad?: (() => Promise<StoreLoad | null>) | undefined;
  /** Receives one line for each request. */
  readonly log?: ((line: string) => void) | undefined;
  /** Limits that tests make small. */
  readonly limits?: Partial<HttpLimits>;
}

interface AgentAnswers {
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

export interface HttpServer {
  readonly url: string;
  readonly load: QuestionQueue['load'] & { readonly listeners: number };
  /** Brings the indexes of all workspaces up to date; from then on the server is ready. */
  index(): Promise<void>;
  /** Refuses new questions, lets running answers finish for a while, then stops. */
  stop(): Promise<void>;
}

const IDLE_LOOK_MS = 20;
const HEADERS_LOOK_MS = 1000;
const REFUSING_MS = 250;

export async function startServer(workspace: ServedWorkspace, options: HttpOptions): Promise<HttpServer> {
  const limits = { ...DEFAULTS.http, ...options.limits };
  const metrics = createMetrics(VERSION);
  const stopping = new AbortController();
  const stopped = new AbortController();
  let isReady = false;
  const queue = createQuestionQueue(limits, () => isReady);
  const { fetch, all, listeners } = createApps(workspace, options, {
    queue,
    limits,
    metrics,
    stopped: stopped.signal,
    isStopping: () => stopping.signal.aborted,
    isReady: () => isReady,
  });
  const isRoute = isRouteOf([...(options.more ?? new Map()).keys()]);
  const server = createServer(
    { headersTimeout: limits.headersMs, connectionsCheckingInterval: HEADERS_LOOK_MS },
    getRequestListener(logRequests(fetch, metrics, isRoute, options.log), { errorHandler: faultResponse }),
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

interface SharedParts extends Pick<AppParts, 'queue' | 'stopped' | 'isStopping' | 'isReady'> {
  readonly limits: HttpLimits;
  readonly metrics: Metrics;
}

/** The first workspace is at `/`, the others are below `/w/NAME`. */
function createApps(workspace: ServedWorkspace, options: HttpOptions, shared: SharedParts) {
  const listeners = (): number => all.reduce((sum, { events }) => sum + events.listeners, 0);
  const appOf = (served: ServedWorkspace, page: ServedPage | null) => {
    const { metrics, limits, ...parts } = shared;
    const events = createProgressEvents(limits);
    const workspace = withEvents(served, events);
    const mcp = options.mcp?.(workspace) ?? null;
    const { host, allowedHosts: allowed = [], token = null } = options;
    const app = createApp({
      ...parts,
      workspace,
      events,
      answerMs: limits.answerMs,
      mcp: mcp?.fetch ?? null,
      page,
      access: { host, names: [hostname()], allowed, token },
      metrics: async () => {
        const store = await options.storeLoad?.();
        const { load, shed } = parts.queue;
        return metrics.text({ load, shed, listeners: listeners(), isReady: parts.isReady(), store });
      },
    });
    return { app, events, workspace, mcp, close: () => served.close() };
  };
  const main = appOf(workspace, options.page ?? null);
  const named = [...(options.more ?? [])].map(([name, served]) => ({ name, ...appOf(served, null) }));
  for (const { name, app } of named) main.app.mount(`/w/${name}`, app.fetch);
  const all = [main, ...named];
  return { fetch: main.app.fetch, all, listeners };
}

// Reports the indexing progress of every call to the event streams.
function withEvents(workspace: ServedWorkspace, events: ProgressEvents): ServedWorkspace {
  return {
    ...workspace,
    call: (options: CallOptions = {}) =>
      workspace.call({
        ...options,
        onProgress: (progress) => {
          events.report(progress);
          options.onProgress?.(progress);
        },
      }),
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

type RequestAnswer<Env> = (request: Request, env: Env) => Response | Promise<Response>;

const ID = /^[\w.:-]{1,100}$/;
const METHODS = ['GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'HEAD', 'OPTIONS'];
const PATH_MAX = 200;

/** Counts and logs requests. The response and the log line carry the id that the caller sent, or a new one. */
function logRequests<Env>(
  answer: RequestAnswer<Env>,
  metrics: Metrics,
  isRoute: (path: string) => boolean,
  log: HttpOptions['log'],
) {
  return async (request: Request, env: Env) => {
    const started = performance.now();
    const sent = request.headers.get('x-request-id') ?? '';
    const id = ID.test(sent) ? sent : randomUUID();
    const response = await answer(request, env);
    const seconds = (performance.now() - started) / 1000;
    const { pathname } = new URL(request.url);
    const method = METHODS.includes(request.method) ? request.method : 'other';
    metrics.count({ route: isRoute(pathname) ? pathname : 'other', method, status: response.status, seconds });
    // Without the question and the answer, because they contain content of the workspace.
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

// Without a signal, waits as long as the process lives.
function untilAborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve();
    else signal?.addEventListener('abort', () => resolve(), { once: true });
  });
}
