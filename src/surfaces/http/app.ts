// Answers every HTTP request to one workspace: access, limits, routes, errors.
import type { HttpBindings } from '@hono/node-server';
import { Hono, type Context as HonoContext } from 'hono';
import { visible } from '../../model/visible-text.ts';
import { answerQuestion, refuseLarge } from '../serving/answer-question.ts';
import { cleanData } from '../serving/clean-lines.ts';
import type { ServedWorkspace } from '../serving/serve-workspace.ts';
import { type Access, checkAccess, isLoopback, markAuthorized } from './access.ts';
import { faultResponse, Refusal } from './http-errors.ts';
import {
  EVENTS_PATH,
  HEALTH_PATH,
  METRICS_PATH,
  OPENAPI_PATH,
  openApiDocument,
  READY_PATH,
  SERVER_PATHS,
} from './openapi.ts';
import type { ProgressEvents } from './progress-events.ts';
import type { QuestionQueue } from './question-queue.ts';
import { loadRoute, ROUTES, type Route, readBody, type ServedPage } from './routes.ts';

export interface AppParts {
  readonly workspace: ServedWorkspace;
  readonly access: Access;
  readonly queue: QuestionQueue;
  readonly events: ProgressEvents;
  /** Aborts running answers when the server stops for good. */
  readonly stopped: AbortSignal;
  /** Whether the server is stopping and takes no new questions. */
  readonly isStopping: () => boolean;
  /** Whether the index has been up to date once since the start. */
  readonly isReady: () => boolean;
  /** The counters of the server in the format of Prometheus. */
  readonly metrics: () => Promise<string>;
  readonly answerMs: number;
  /** Answers agents at /mcp. */
  readonly mcp: ((request: Request) => Promise<Response>) | null;
  readonly page: ServedPage | null;
}

type Env = { Bindings: HttpBindings };
type Context = HonoContext<Env>;

const MCP_PATH = '/mcp';

const PATHS = new Set([MCP_PATH, ...SERVER_PATHS, ...ROUTES.map(({ path }) => path)]);

/** Makes the test for paths that metrics name, so that these are few: the routes, also below `/w/NAME`. */
export function isRouteOf(names: readonly string[]): (path: string) => boolean {
  return (path) => {
    const [, name, below = path] = /^\/w\/([a-z0-9-]+)(\/.*)$/.exec(path) ?? [];
    return PATHS.has(below) && (name === undefined || names.includes(name));
  };
}

export function createApp(parts: AppParts): Hono<Env> {
  const { access, events, mcp, page } = parts;
  const app = new Hono<Env>();
  app.use(async (context, next) => {
    context.header('Cache-Control', 'no-store');
    context.header('X-Content-Type-Options', 'nosniff');
    // Health checks and open paths of the page need no token, because they reveal nothing about the workspace.
    const { path } = context.req;
    const isOpen = path === HEALTH_PATH || path === READY_PATH || page?.isOpen(path);
    checkAccess(context.req.raw.headers, isOpen ? { ...access, token: null } : access);
    if (!isOpen) markAuthorized(context.env.incoming.socket);
    if (context.req.path !== HEALTH_PATH && parts.isStopping())
      throw new Refusal('STOPPING', 'The server is stopping.');
    await next();
  });
  app.get(HEALTH_PATH, (context) => context.json({ status: 'ok' }));
  app.get(READY_PATH, (context) => {
    if (!parts.isReady()) throw new Refusal('NOT_READY', 'The first index is not complete yet.');
    return context.json({ status: 'ready' });
  });
  if (page) app.use(async (context, next) => (await page.answer(context.req.raw, parts.isReady())) ?? next());
  for (const route of [...ROUTES, ...(page?.routes ?? [])])
    app.on(route.method, route.path, (context) => answer(context, route, parts));
  app.get(OPENAPI_PATH, async (context) => context.json(await openApiDocument()));
  app.get(METRICS_PATH, async (context) => {
    context.header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8');
    return context.body(await parts.metrics());
  });
  app.get(EVENTS_PATH, (context) => {
    context.header('Content-Type', 'text/event-stream');
    return context.body(events.openStream());
  });
  if (mcp) app.all(MCP_PATH, (context) => answerAgent(context, mcp, parts));
  app.notFound((context) => faultResponse(unknownRoute(context, mcp !== null)));
  app.onError(faultResponse);
  return app;
}

async function answer(context: Context, route: Route, { workspace, queue, stopped, answerMs }: AppParts) {
  const request = context.req.raw;
  return beforeDeadline(answerMs, [request.signal, stopped], async (signal) => {
    const fields = route.method === 'post' ? await readBody(request) : context.req.query();
    refuseLarge(fields);
    const operation = await loadRoute(route);
    // Frees the slot when the work ends, not when the caller gives up, so that the limit also counts abandoned work.
    const leave = await queue.enter(callerOf(request.headers, context.env), signal);
    const answered = await answerQuestion(operation, fields, () => workspace.call({ signal })).finally(leave);
    const { value, text, nothingFound, warnings } = answered;
    const data = await cleanData(operation.output?.data(value) ?? value);
    return context.json({ text: visible(text), data, nothingFound, warnings });
  });
}

async function answerAgent(context: Context, mcp: NonNullable<AppParts['mcp']>, { queue, answerMs }: AppParts) {
  const request = context.req.raw;
  const leave = await queue.enter(callerOf(request.headers, context.env), request.signal);
  // A connection may stay open for long, so it holds a slot for `answerMs` at most.
  const over = setTimeout(leave, answerMs).unref();
  const end = () => {
    clearTimeout(over);
    leave();
  };
  const response = await mcp(request).catch((error: unknown) => {
    end();
    throw error;
  });
  // The body may be a stream, so the slot is freed when it ends.
  const body = response.body?.pipeThrough(new TransformStream({ flush: end }));
  request.signal.addEventListener('abort', end, { once: true });
  if (!body) end();
  return new Response(body ?? null, response);
}

function unknownRoute({ req }: Context, hasMcp: boolean): Refusal {
  const served = SERVER_PATHS.includes(req.path) ? 'get' : ROUTES.find(({ path }) => path === req.path)?.method;
  if (served) {
    const method = served.toUpperCase();
    return new Refusal('WRONG_METHOD', `${req.path} accepts only ${method}.`, { Allow: method });
  }
  const hint = req.path === MCP_PATH && !hasMcp ? '; start the server with --mcp to serve it' : '';
  return new Refusal('NO_SUCH_ROUTE', `This server has no route ${req.path.slice(0, 100)}${hint}.`);
}

const NAME_CHARACTERS_MAX = 100;

/**
 * Identifies the caller for fair queueing: another machine by its address, also behind a proxy on this machine; a local
 * program by its user agent. A local program could lie, but it could slow down the machine anyway.
 */
function callerOf(headers: Headers, env: HttpBindings): string {
  const address = env.incoming.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  if (!isLoopback(address)) return address;
  // Only the last address comes from the proxy itself; earlier ones come from the request.
  const forwarded = headers.get('x-forwarded-for')?.split(',').at(-1)?.trim();
  return (forwarded || `local ${headers.get('user-agent') ?? ''}`).slice(0, NAME_CHARACTERS_MAX);
}

/**
 * Runs `work`, and rejects at once when a signal aborts or the time is over, even if the work goes on for a while.
 * Removes its listeners, because `stopped` outlives the question.
 */
async function beforeDeadline<T>(
  withinMs: number,
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const { promise: ended, reject } = Promise.withResolvers<never>();
  // Avoids an unhandled rejection when the work ends first.
  ended.catch(() => undefined);
  const end = (reason: unknown) => {
    controller.abort(reason);
    reject(reason);
  };
  const timer = setTimeout(
    () => end(new Refusal('TIMED_OUT', `The answer took longer than ${withinMs / 1000} s.`)),
    withinMs,
  );
  const listeners = signals.map((signal) => [signal, () => end(signal.reason)] as const);
  for (const [signal, listener] of listeners) {
    if (signal.aborted) end(signal.reason);
    else signal.addEventListener('abort', listener, { once: true });
  }
  try {
    return await Promise.race([work(controller.signal), ended]);
  } finally {
    clearTimeout(timer);
    for (const [signal, listener] of listeners) signal.removeEventListener('abort', listener);
  }
}
