import type { Config } from '../../config/schema.ts';
import type { Engine, EnginePoolOptions, Progress } from '../../ports/engine.ts';
import type { Touched, WatchedFolder } from '../../ports/watcher.ts';
import type { WorkspaceBeside } from '../beside/index-beside.ts';
import type { Failure } from '../pool/messages.ts';

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
type ApartOptions = Pick<EnginePoolOptions, 'root' | 'watch' | 'workers'>;

/** What an engine is opened with. */
export interface EngineSettings {
  readonly options: ApartOptions;
  readonly config: Config;
  readonly neighbours?: readonly WorkspaceBeside[];
}

/** What the thread is started with: how many engines it keeps open, as long as they take no more than so much memory. */
export interface ThreadLimits {
  readonly enginesMax: number;
  readonly bytesMax: number;
}

/** What is said to the thread. */
export type ToThread =
  | { readonly kind: 'ask'; readonly id: number; readonly asked: MethodCall; readonly of: EnginePlace }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'touched'; readonly watch: number; readonly touched: Touched }
  | { readonly kind: 'watching'; readonly watch: number; readonly problem: string | null }
  | { readonly kind: 'leave'; readonly place: number }
  | { readonly kind: 'close' };

/** One engine of a thread, which opens it when it is asked, and again where it was closed meanwhile. */
export interface EnginePlace extends EngineSettings {
  readonly place: number;
}

export interface MethodCall {
  readonly method: Method;
  readonly input: unknown;
  readonly indexWaitMs: number | undefined;
  readonly first: boolean | undefined;
}

/** What the thread says back. */
export type FromThread =
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: Failure }
  | { readonly kind: 'progress'; readonly id: number; readonly progress: Progress }
  | { readonly kind: 'watch'; readonly watch: number; readonly place: WatchedFolder }
  | { readonly kind: 'unwatch'; readonly watch: number };
