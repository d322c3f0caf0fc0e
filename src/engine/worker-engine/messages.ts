// The messages between a server's main thread and the thread that runs its engines.
import type { Config } from '../../config/schema.ts';
import type { Engine, EnginePoolOptions } from '../../ports/engine.ts';
import type { ChangedPaths, WatchedFolder } from '../../ports/watcher.ts';
import type { NeighbourWorkspace } from '../multi-root/open-neighbours.ts';

/** All methods of an engine that a thread can answer; `close` is a message of its own. */
export const METHODS = [
  'index',
  'status',
  'verify',
  'pack',
  'explain',
  'query',
  'show',
  'list',
  'search',
  'check',
  'links',
  'read',
  'paths',
  'grep',
  'uses',
  'words',
  'missed',
  'context',
  'importGraph',
  'goOn',
] as const satisfies readonly (keyof Engine)[];
export type Method = (typeof METHODS)[number];

/** The engine options that can be sent to a thread: those without functions. */
type ThreadOptions = Pick<EnginePoolOptions, 'root' | 'watch' | 'workers'>;

/** What a thread needs to open an engine. */
export interface EngineSettings {
  readonly options: ThreadOptions;
  readonly config: Config;
  readonly neighbours?: readonly NeighbourWorkspace[];
}

/** How many engines a thread keeps open, and from how much memory on it closes idle ones. */
export interface ThreadLimits {
  readonly enginesMax: number;
  readonly bytesMax: number;
}

/** One engine of a thread. The thread opens it for a question, and again if it was closed meanwhile. */
export interface EnginePlace extends EngineSettings {
  readonly place: number;
}

/** A call of an engine's method, which is a job for the thread. */
export interface EngineCall {
  readonly engine: EnginePlace;
  readonly method: Method;
  readonly input: unknown;
  readonly indexWaitMs: number | undefined;
  readonly first: boolean | undefined;
}

/** Messages to the thread besides its jobs. */
export type ToEngineThread =
  | { readonly kind: 'touched'; readonly watch: number; readonly touched: ChangedPaths }
  | { readonly kind: 'watching'; readonly watch: number; readonly problem: string | null }
  | { readonly kind: 'leave'; readonly place: number };

/** Messages of the thread besides answers. */
export type FromEngineThread =
  | { readonly kind: 'watch'; readonly watch: number; readonly place: WatchedFolder }
  | { readonly kind: 'unwatch'; readonly watch: number };
