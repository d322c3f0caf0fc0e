import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { DEFAULTS } from '../../config/defaults.ts';
import { VERSION } from '../../config/version.ts';
import { ContextError } from '../../model/errors.ts';
import type { CallOptions } from '../../ports/engine.ts';
import type { ServedWorkspace } from '../serving/serve-workspace.ts';
import { createApp, isRoute } from './app.ts';
import { faultResponse } from './fault-response.ts';
import { createGate, type Gate } from './gate.ts';
import { createMetrics } from './metrics.ts';
import { observed } from './observe.ts';
import { createProgressEvents, type ProgressEvents } from './progress-events.ts';
import { Refusal } from './refusal.ts';

export interface HttpOptions {
  readonly host: string;
  /** 0 takes any that is free. */
  readonly port: number;
  readonly token?: string | null;
  /** Answers agents too; made for the workspace it is given. */
  readonly mcp?: ((workspace: ServedWorkspace) => AgentAnswers) | null;
  /** Names it may be asked by besides its own: those of a proxy. */
  readonly allowedHosts?: readonly string[];
  /** Further workspaces, each below /w/NAME. */
  readonly more?: ReadonlyMap<string, ServedWorkspace>;
  /** Told a line for each request. */
  readonly log?: (line: string) => void;
  readonly limits?: Limits;
}

export interface AgentAnswers {
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** Numbers a test may make small. */
interface Limits {
  readonly runningMax?: number;
  readonly waitingMax?: number;
  readonly answerMs?: number;
  readonly stopMs?: number;
  readonly listenersMax?: number;
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
const REFUSING_MS = 250;

/** Serves a workspace over HTTP until it is stopped. */
export async function startServer(workspace: ServedWorkspace, options: HttpOptions): Promise<HttpServer> {
  const limits = { ...DEFAULTS.http, ...options.limits };
  const gate = createGate(limits);
  const metrics = createMetrics(VERSION);
  const stopping = new AbortController();
  const stopped = new AbortController();
  let isReady = false;
  const appOf = (served: ServedWorkspace) => {
    const events = createProgressEvents(limits);
    const told = telling(served, events);
    const mcp = options.mcp?.(told) ?? null;
    const app = createApp({
      workspace: told,
      access: {
        host: options.host,
        names: [hostname()],
        allowed: options.allowedHosts ?? [],
        token: options.token ?? null,
      },
      ...{ gate, events, stopped: stopped.signal, answerMs: limits.answerMs, mcp: mcp?.fetch ?? null },
      isStopping: () => stopping.signal.aborted,
      isReady: () => isReady,
      metrics: () => metrics.text({ load: gate.load, listeners: listeners(), isReady }),
    });
    return { app, events, told, mcp, close: () => served.close() };
  };
  const main = appOf(workspace);
  const named = [...(options.more ?? [])].map(([name, served]) => ({ name, ...appOf(served) }));
  const all = [main, ...named];
  const listeners = () => all.reduce((sum, { events }) => sum + events.listeners, 0);
  for (const { name, app } of named) main.app.mount(`/w/${name}`, app.fetch);
  const server = createServer(
    { headersTimeout: limits.headersMs },
    getRequestListener(observed(main.app.fetch, { metrics, log: options.log ?? null, isRoute }), {
      errorHandler: faultResponse,
    }),
  );
  server.maxConnections = limits.connectionsMax;
  server.setTimeout(limits.idleMs);
  const url = await listen(server, options);
  const end = async () => {
    stopping.abort();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const { events } of all) events.close();
    // Connections that are kept for another question become idle one after the other.
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_LOOK_MS);
    await Promise.race([closed, setTimeout(limits.stopMs, undefined, { ref: false })]);
    stopped.abort(new Refusal('STOPPING', 'The server stopped before there was an answer.'));
    await Promise.all(all.map(({ mcp }) => mcp?.close()));
    // What is refused now is still to be sent.
    await Promise.race([closed, setTimeout(REFUSING_MS, undefined, { ref: false })]);
    clearInterval(idle);
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

async function listen(server: ReturnType<typeof createServer>, { host, port }: HttpOptions): Promise<string> {
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

// Whoever asks, those who listen are told how far indexing is.
function telling(workspace: ServedWorkspace, events: ProgressEvents): ServedWorkspace {
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
