import type { Config } from '../../config/schema.ts';
import type { Engine, EnginePoolOptions } from '../../ports/engine.ts';
import type { Touched, WatchedFolder } from '../../ports/watcher.ts';
import type { NeighbourWorkspace } from '../multi-root/open-neighbours.ts';

/** Everything an engine can be asked, but to end. */
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

/** What can be said of an engine across threads: no functions. */
type ThreadOptions = Pick<EnginePoolOptions, 'root' | 'watch' | 'workers'>;

/** What an engine is opened with. */
export interface EngineSettings {
  readonly options: ThreadOptions;
  readonly config: Config;
  readonly neighbours?: readonly NeighbourWorkspace[];
}

/** What the thread is started with: how many engines it keeps open, as long as they take no more than so much memory. */
export interface ThreadLimits {
  readonly enginesMax: number;
  readonly bytesMax: number;
}

/** One engine of a thread, which opens it when it is asked, and again where it was closed meanwhile. */
export interface EnginePlace extends EngineSettings {
  readonly place: number;
}

/** A call of an engine's method: a job for the thread. */
export interface EngineCall {
  readonly engine: EnginePlace;
  readonly method: Method;
  readonly input: unknown;
  readonly indexWaitMs: number | undefined;
  readonly first: boolean | undefined;
}

/** What is said to the thread besides its jobs. */
export type ToEngineThread =
  | { readonly kind: 'touched'; readonly watch: number; readonly touched: Touched }
  | { readonly kind: 'watching'; readonly watch: number; readonly problem: string | null }
  | { readonly kind: 'leave'; readonly place: number };

/** What the thread says besides answers. */
export type FromEngineThread =
  | { readonly kind: 'watch'; readonly watch: number; readonly place: WatchedFolder }
  | { readonly kind: 'unwatch'; readonly watch: number };
