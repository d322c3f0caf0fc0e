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
  /** How busy the shared store is, where there is one. */
  readonly storeLoad?: () => Promise<StoreLoad | null>;
  readonly host: string;
  readonly token?: string | null;
  /** Names it may be asked by besides its own: those of a proxy. */
  readonly allowedHosts?: readonly string[];
  /** Answers agents too; made for the workspace it is given. */
  readonly mcp?: ((workspace: ServedWorkspace) => AgentAnswers) | null;
  /** Further workspaces, each below /w/NAME. */
  readonly more?: ReadonlyMap<string, ServedWorkspace>;
  /** The page that a browser is given of the first workspace. */
  readonly page?: ServedPage;
}

export interface AgentAnswers {
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** What all workspaces of a server share. */
interface SharedParts extends Pick<AppParts, 'gate' | 'stopped' | 'isStopping' | 'isReady'> {
  readonly limits: Pick<typeof DEFAULTS.http, 'eventMs' | 'pulseMs'> & {
    readonly listenersMax: number;
    readonly answerMs: number;
  };
  readonly metrics: Metrics;
}

/** One workspace, as it is served. */
interface ServedApp {
  readonly events: ProgressEvents;
  readonly told: ServedWorkspace;
  readonly mcp: AgentAnswers | null;
  close(): Promise<void>;
}

/** Everything that is answered: the workspace itself, and others below `/w/NAME`. */
export function servedApps(workspace: ServedWorkspace, options: ServedOptions, shared: SharedParts) {
  const listeners = () => all.reduce((sum, { events }) => sum + events.listeners, 0);
  const appOf = (served: ServedWorkspace, page: ServedPage | null) => {
    const { metrics, limits, ...parts } = shared;
    const events = createProgressEvents(limits);
    const told = telling(served, events);
    const mcp = options.mcp?.(told) ?? null;
    const { host, allowedHosts: allowed = [], token = null } = options;
    const app = createApp({
      ...parts,
      ...{ workspace: told, events, answerMs: limits.answerMs, mcp: mcp?.fetch ?? null, page },
      access: { host, names: [hostname()], allowed, token },
      metrics: async () => {
        const store = await options.storeLoad?.();
        const { load, shed } = parts.gate;
        return metrics.text({ load, shed, listeners: listeners(), isReady: parts.isReady(), store });
      },
    });
    return { app, events, told, mcp, close: () => served.close() };
  };
  const main = appOf(workspace, options.page ?? null);
  const named = [...(options.more ?? [])].map(([name, served]) => ({ name, ...appOf(served, null) }));
  for (const { name, app } of named) main.app.mount(`/w/${name}`, app.fetch);
  const all: readonly ServedApp[] = [main, ...named];
  return { fetch: main.app.fetch, all, listeners };
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
