import type { HttpBindings } from '@hono/node-server';
import { Hono, type Context as HonoContext } from 'hono';
import { DEFAULTS } from '../../config/defaults.ts';
import { visible } from '../../model/visible-text.ts';
import { answerQuestion } from '../serving/answer-question.ts';
import { cleanData } from '../serving/clean-lines.ts';
import { refuseLarge } from '../serving/refuse-large.ts';
import type { ServedWorkspace } from '../serving/serve-workspace.ts';
import { type Access, checkAccess, isKnown, isLoopback } from './access.ts';
import type { Gate } from './gate.ts';
import { EVENTS_PATH, HEALTH_PATH, METRICS_PATH, OPENAPI_PATH, openApiDocument, READY_PATH } from './openapi.ts';
import type { ProgressEvents } from './progress-events.ts';
import { faultResponse, Refusal } from './refusal.ts';
import { loadRoute, ROUTES, type Route, readBody, type ServedPage } from './routes.ts';

export interface AppParts {
  readonly workspace: ServedWorkspace;
  readonly access: Access;
  readonly gate: Gate;
  readonly events: ProgressEvents;
  /** Aborts when the server cannot wait any longer. */
  readonly stopped: AbortSignal;
  /** No new questions are taken. */
  readonly isStopping: () => boolean;
  /** The index has been brought up to date once. */
  readonly isReady: () => boolean;
  /** What the server counts, as Prometheus reads it. */
  readonly metrics: () => Promise<string>;
  readonly answerMs: number;
  /** Answers agents at /mcp. */
  readonly mcp: ((request: Request) => Promise<Response>) | null;
  /** What a browser is given. */
  readonly page: ServedPage | null;
}

/** What the server knows of a request besides. */
type Served = { Bindings: HttpBindings };
type Context = HonoContext<Served>;

const MCP_PATH = '/mcp';

const PATHS = new Set([
  MCP_PATH,
  OPENAPI_PATH,
  EVENTS_PATH,
  HEALTH_PATH,
  READY_PATH,
  METRICS_PATH,
  ...ROUTES.map((route) => route.path),
]);

/** Whether requests to a path are counted by its name; of the names of workspaces those that are served, so that nobody invents more. */
export function isRouteOf(names: readonly string[]): (path: string) => boolean {
  return (path) => {
    const [, name, below = path] = /^\/w\/([a-z0-9-]+)(\/.*)$/.exec(path) ?? [];
    return PATHS.has(below) && (name === undefined || names.includes(name));
  };
}

/** Everything that is answered over HTTP, as a function from request to response. */
export function createApp(parts: AppParts): Hono<Served> {
  const { access, events, mcp, page } = parts;
  const app = new Hono<Served>();
  app.use(async (context, next) => {
    context.header('Cache-Control', 'no-store');
    context.header('X-Content-Type-Options', 'nosniff');
    // Whoever looks after the process has no token, and learns nothing of the workspace; pages of other sites do not even learn that.
    const { path } = context.req;
    const isOpen = path === HEALTH_PATH || path === READY_PATH || page?.isOpen(path);
    checkAccess(context.req.raw.headers, isOpen ? { ...access, token: null } : access);
    if (!isOpen) isKnown(context.env.incoming.socket);
    if (context.req.path !== HEALTH_PATH && parts.isStopping())
      throw new Refusal('STOPPING', 'The server is stopping.');
    await next();
  });
  app.get(HEALTH_PATH, (context) => context.json({ status: 'ok' }));
  app.get(READY_PATH, (context) => {
    if (!parts.isReady()) throw new Refusal('NOT_READY', 'The index is being made.');
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
    return context.body(events.listen());
  });
  if (mcp) app.all(MCP_PATH, (context) => answerAgent(context, mcp, parts));
  app.notFound((context) => faultResponse(unknownRoute(context, mcp !== null)));
  app.onError(faultResponse);
  return app;
}

async function answer(context: Context, route: Route, { workspace, gate, stopped, answerMs }: AppParts) {
  const request = context.req.raw;
  const deadline = { withinMs: answerMs, signals: [request.signal, stopped] };
  return beforeDeadline(deadline, async (signal) => {
    const given = route.method === 'post' ? await readBody(request, DEFAULTS.http.bodyBytesMax) : context.req.query();
    refuseLarge(given);
    const { definition } = await loadRoute(route);
    // The place is given up when the work is over, not when the caller stops waiting: so much is done at once, and no more.
    const leave = await gate.enter(callerOf(request.headers, context.env), signal);
    const answered = await answerQuestion(definition, given, () => workspace.call({ signal })).finally(leave);
    const { value, text, nothingFound, warnings } = answered;
    const data = await cleanData(definition.output?.data(value) ?? value);
    return context.json({ text: visible(text), data, nothingFound, warnings });
  });
}

async function answerAgent(context: Context, mcp: NonNullable<AppParts['mcp']>, { gate, answerMs }: AppParts) {
  const request = context.req.raw;
  const leave = await gate.enter(callerOf(request.headers, context.env), request.signal);
  // What stays open longer than an answer takes is no question.
  const over = setTimeout(leave, answerMs).unref();
  const end = () => {
    clearTimeout(over);
    leave();
  };
  const response = await mcp(request).catch((error: unknown) => {
    end();
    throw error;
  });
  // Most answers are streams, which begin before there is anything to say.
  const body = response.body?.pipeThrough(new TransformStream({ flush: end }));
  request.signal.addEventListener('abort', end, { once: true });
  if (!body) end();
  return new Response(body ?? null, response);
}

function unknownRoute({ req }: Context, hasMcp: boolean): Refusal {
  const own = [OPENAPI_PATH, EVENTS_PATH, HEALTH_PATH, READY_PATH, METRICS_PATH].map((path) => ({
    method: 'get',
    path,
  }));
  const known = [...ROUTES, ...own].find(({ path }) => path === req.path);
  if (known) {
    const method = known.method.toUpperCase();
    return new Refusal('WRONG_METHOD', `${req.path} is asked with ${method}.`, { Allow: method });
  }
  const hint = req.path === MCP_PATH && !hasMcp ? '; start the server with --mcp for it' : '';
  return new Refusal('NO_SUCH_ROUTE', `There is no ${req.path.slice(0, 100)} here${hint}.`);
}

const NAME_CHARACTERS_MAX = 100;

/**
 * Who asks, as far as a server that knows one token can tell: another machine by its address, also one behind a proxy on this
 * machine. On this machine itself programs are told apart by what they call themselves; one that lies could as well slow
 * down the machine.
 */
function callerOf(headers: Headers, env: HttpBindings): string {
  const address = env.incoming.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  if (!isLoopback(address)) return address;
  // The last one is what the proxy saw; those before it are what it was told.
  const forwarded = headers.get('x-forwarded-for')?.split(',').at(-1)?.trim();
  return (forwarded || `local ${headers.get('user-agent') ?? ''}`).slice(0, NAME_CHARACTERS_MAX);
}

/** How long one piece of work may take, and who else can end it. */
export interface Deadline {
  readonly withinMs: number;
  readonly signals: readonly AbortSignal[];
}

/**
 * Does some work until a signal or the time ends it, and fails with the reason then, however long the work itself
 * takes to notice. Nothing of it is left behind: a server asks this a million times.
 */
async function beforeDeadline<T>(
  { withinMs, signals }: Deadline,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const { promise: ended, reject } = Promise.withResolvers<never>();
  // Lost when the work is quicker; then nobody asks for it.
  ended.catch(() => undefined);
  const end = (reason: unknown) => {
    controller.abort(reason);
    reject(reason);
  };
  const timer = setTimeout(
    () => end(new Refusal('TIMED_OUT', `There was no answer within ${withinMs / 1000} s.`)),
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
