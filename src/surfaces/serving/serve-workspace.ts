// Opens a workspace at its first question and keeps it for further callers. Also defines server commands.
import type * as z from 'zod';
import { DEFAULTS } from '../../config/defaults.ts';
import { loadConfig, readUserRoot, userFiles } from '../../config/load.ts';
import type { Config, ConfigLayer } from '../../config/schema.ts';
import type { EngineSettings } from '../../engine/worker-engine/worker-engine.ts';
import { type Call, type Operation, optional } from '../../operations/operation.ts';
import type { CallOptions, Engine } from '../../ports/engine.ts';
import type { RunCommand, Terminal } from '../cli/terminal.ts';
import { furtherFolders, furtherWorkspaces, namedWorkspaces } from '../cli/workspace-options.ts';
import { refuseWholeDisk } from './check-folder.ts';

/** A workspace with one engine for many callers. The first call opens it. */
export interface ServedWorkspace {
  /** The context of an operation for one question. */
  call(options?: CallOptions): Promise<Call>;
  close(): Promise<void>;
}

/** Which workspace is served, and how. */
export interface ServedPlace {
  /** The given folder; without it the user's `root` setting, or the workspace around the current folder. */
  readonly root: string | undefined;
  /** Finds the folder that the client has open, if nobody named one. */
  readonly openFolder?: () => Promise<string | undefined>;
  /** Further folders of every question, and the configured group of them. */
  readonly beside?: readonly string[];
  readonly group?: string | undefined;
  /** Replaces the user's configuration file. */
  readonly userFile: string | undefined;
  /** Settings from the command line, which override all others. */
  readonly flags?: ConfigLayer;
  /** Number of answering threads, by default as many as are useful here. With 0 the caller's thread answers. */
  readonly workers?: number;
  /** Watches the file system for changes; pointless for a server that answers once. */
  readonly watch?: boolean;
  /** The user confirmed a whole home folder or disk. */
  readonly isConfirmed?: boolean;
  /** Also answers commands over a socket, if `run` is given and this is the only workspace. */
  readonly listens?: boolean;
  readonly run?: RunCommand;
  /** Opens the engine elsewhere than in a thread of its own, for instance in threads that several workspaces share. */
  readonly openAmong?: ((settings: EngineSettings) => Engine) | undefined;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export function serveWorkspace(place: ServedPlace): ServedWorkspace {
  let opened: ReturnType<typeof openAt> | null = null;
  const open = () => {
    // The next call tries again, because a missing folder or a wrong file may be repaired by then.
    opened ??= openAt(place).catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  };
  return {
    call: async (options = {}) => {
      const { root, beside, config, engine } = await open();
      const bound = engine.with({ indexWaitMs: DEFAULTS.serving.indexWaitMs, first: true, ...options });
      const userFile = place.userFile ?? userFiles(place.env)[0]!;
      return { root, beside, config, userFile, engine: async () => bound, now: Date.now, cwd: root, isServed: true };
    },
    close: async () => {
      const closing = opened;
      opened = null;
      const served = await closing?.catch(() => null);
      served?.listener?.close();
      await served?.engine.close();
    },
  };
}

async function openAt(place: ServedPlace) {
  const { userFile, flags, cwd, env, workers, watch = true, openAmong = openEngine } = place;
  const named = place.root ?? (await readUserRoot({ env, userFile })) ?? (await place.openFolder?.());
  const load = async (root: string) => (await loadConfig({ root, env, userFile, flags })).config;
  const folders = named === undefined ? [] : [named, ...(place.beside ?? [])];
  const places = await namedWorkspaces({ root: folders, group: place.group }, cwd, load);
  const [{ root }, ...others] = places;
  const beside = furtherFolders(places);
  if (place.isConfirmed !== true) for (const folder of [root, ...beside]) refuseWholeDisk(folder, env);
  const config = await load(root);
  const options = { root, watch, ...(workers === undefined ? {} : { workers }) };
  const engine = await openAmong({ options, config, neighbours: await furtherWorkspaces(places, load) });
  const { run } = place;
  const listener =
    run !== undefined && place.listens && others.length === 0
      ? await (await import('../socket/listen.ts')).listenForCommands({ root, config, engine }, run)
      : null;
  // With a format an operation prints its answer and writes no folder, which a remote caller could not read.
  const served: Config = { ...config, format: config.format ?? DEFAULTS.pack.format };
  return { root, beside, config: served, engine, listener };
}

// Loaded with the first question, so that a server starts fast.
async function openEngine(settings: EngineSettings): Promise<Engine> {
  const { options, config, neighbours } = settings;
  if (options.workers === 0) return (await import('../../engine.ts')).createEngine(options, config, neighbours);
  return (await import('../../engine/worker-engine/worker-engine.ts')).createWorkerEngine(settings);
}

/** The workspace of a server command, and how much the command prints. */
export interface ServerPlace extends ServedPlace {
  /** Says on standard error why `hook` stays silent. */
  readonly isVerbose?: boolean;
  readonly isQuiet?: boolean;
}

/** A command that serves other programs: until it is stopped, until they are gone, or for one event. */
export interface ServerCommand<Input extends z.ZodObject = z.ZodObject>
  extends Pick<Operation<Input>, 'input' | 'positional' | 'details' | 'examples'> {
  /** Returns the exit status. */
  serve(values: z.output<Input>, place: ServerPlace, terminal: Terminal): Promise<number>;
}

/** Infers the types of a definition. */
export function defineServer<Input extends z.ZodObject>(server: ServerCommand<Input>): ServerCommand<Input> {
  return server;
}

export const servedRoot = optional.text('Workspace folder to serve', { placeholder: 'ROOT' });
