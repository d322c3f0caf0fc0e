// Gives each workspace of an HTTP server its own app and path, because one server can answer for several.
import { hostname } from 'node:os';
import type { DEFAULTS } from '../../config/defaults.ts';
import type { StoreLoad } from '../../engine/shared-store.ts';
import type { CallOptions } from '../../ports/engine.ts';
import type { ServedWorkspace } from '../serving/serve-workspace.ts';
import { type AppParts, createApp } from './app.ts';
import type { Metrics } from './metrics.ts';
import { createProgressEvents, type ProgressEvents } from './progress-events.ts';
import type { ServedPage } from './routes.ts';

export interface ServedOptions {
  /** Measures the load of the shared store, if there is one. */
  readonly storeLoad?: () => Promise<StoreLoad | null>;
  readonly host: string;
  readonly token?: string | null;
  /** More host names that requests may use, for instance that of a proxy. */
  readonly allowedHosts?: readonly string[];
  /** Makes the handler that answers agents about a workspace. */
  readonly mcp?: ((workspace: ServedWorkspace) => AgentAnswers) | null;
  /** Further workspaces, each below /w/NAME. */
  readonly more?: ReadonlyMap<string, ServedWorkspace>;
  /** The page of the first workspace for browsers. */
  readonly page?: ServedPage;
}

export interface AgentAnswers {
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** The parts that all workspaces of a server share. */
interface SharedParts extends Pick<AppParts, 'queue' | 'stopped' | 'isStopping' | 'isReady'> {
  readonly limits: Pick<typeof DEFAULTS.http, 'eventMs' | 'pulseMs'> & {
    readonly listenersMax: number;
    readonly answerMs: number;
  };
  readonly metrics: Metrics;
}

/** One served workspace. */
interface ServedApp {
  readonly events: ProgressEvents;
  readonly workspace: ServedWorkspace;
  readonly mcp: AgentAnswers | null;
  close(): Promise<void>;
}

/** The apps of all workspaces of a server: the first at `/`, the others below `/w/NAME`. */
export function workspaceApps(workspace: ServedWorkspace, options: ServedOptions, shared: SharedParts) {
  const listeners = () => all.reduce((sum, { events }) => sum + events.listeners, 0);
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
  const all: readonly ServedApp[] = [main, ...named];
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
