import { DEFAULTS } from '../../config/defaults.ts';
import { loadConfig, readUserRoot, userFiles } from '../../config/load.ts';
import type { Config, ConfigLayer } from '../../config/schema.ts';
import type { EngineSettings } from '../../engine/worker-engine/messages.ts';
import type { Call } from '../../operations/operation.ts';
import type { CallOptions, Engine } from '../../ports/engine.ts';
import { askedPlaces } from '../cli/asked/asked-places.ts';
import type { RunCommand } from '../cli/terminal.ts';
import { refuseWholeDisk } from './check-folder.ts';

/** A workspace that many callers ask. Nothing is read before the first of them does. */
export interface ServedWorkspace {
  /** What an operation is given for one caller's question. */
  call(options?: CallOptions): Promise<Call>;
  close(): Promise<void>;
}

export interface ServedAt {
  /** The folder that was named; without it the user's `root`, or the workspace one stands in. */
  readonly root: string | undefined;
  /** The folder a client has open, asked with the first call where nobody named one. */
  readonly openFolder?: () => Promise<string | undefined>;
  /** Folders that are asked beside it, and a group of them that the user's configuration lists. */
  readonly beside?: readonly string[];
  readonly group?: string | undefined;
  /** Stands in for the user's own configuration. */
  readonly userFile: string | undefined;
  /** The last word of whoever started the server. */
  readonly flags?: ConfigLayer;
  /** Threads that answer at the same time; as many as pay where it is not said. With 0 everything is done in the caller's thread. */
  readonly workers?: number;
  /** Learns of changes from the system; a server does, one that answers once does not. */
  readonly watch?: boolean;
  /** A whole home or disk is meant. */
  readonly isMeant?: boolean;
  /** Commands of the same workspace are answered over a socket in its state folder. */
  readonly listens?: boolean;
  /** Runs a command line for another process. */
  readonly run?: RunCommand;
  /** Opens its engine among others, in threads they share. */
  readonly openAmong?: ((settings: EngineSettings) => Engine) | undefined;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Serves one root from one engine, which is opened by the first call and kept. */
export function serveWorkspace(at: ServedAt): ServedWorkspace {
  let opened: Promise<Opened> | null = null;
  const open = () => {
    // What could not be opened may be there next time: a folder that was missing, a file that was wrong.
    opened ??= openAt(at).catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  };
  return {
    call: async (options = {}) => {
      const { root, beside, config, engine } = await open();
      const bound = engine.with({ indexWaitMs: DEFAULTS.serving.indexWaitMs, first: true, ...options });
      const userFile = at.userFile ?? userFiles(at.env)[0]!;
      return { root, beside, config, userFile, engine: async () => bound, now: Date.now, cwd: root, isServed: true };
    },
    close: async () => {
      const closing = opened;
      opened = null;
      const served = await closing?.catch(() => null);
      served?.door?.close();
      await served?.engine.close();
    },
  };
}

interface Opened {
  readonly root: string;
  readonly beside: readonly string[];
  readonly config: Config;
  readonly engine: Engine;
  readonly door: { close(): void } | null;
}

async function openAt(at: ServedAt): Promise<Opened> {
  const { userFile, flags, cwd, env, workers, watch = true, openAmong = openEngine } = at;
  const named = at.root ?? (await readUserRoot({ env, userFile })) ?? (await at.openFolder?.());
  const load = async (root: string) => (await loadConfig({ root, env, userFile, flags })).config;
  const folders = named === undefined ? [] : [named, ...(at.beside ?? [])];
  const [{ root }, ...others] = await askedPlaces({ root: folders, group: at.group }, cwd, load);
  const beside = others.flatMap((one) => (one.workspace === undefined ? [one.root] : []));
  if (at.isMeant !== true) for (const folder of [root, ...beside]) refuseWholeDisk(folder, env);
  const config = await load(root);
  const neighbours = await Promise.all(
    // A name that was given for a shared store is the first one's; the others are called after themselves.
    others.map(async (one) => ({ root: one.root, config: { ...(await load(one.root)), workspace: one.workspace } })),
  );
  const options = { root, watch, ...(workers === undefined ? {} : { workers }) };
  const engine = await openAmong({ options, config, neighbours });
  const { run } = at;
  const door =
    run !== undefined && at.listens && others.length === 0
      ? await (await import('../socket/listen.ts')).listenForCommands({ root, config, engine }, run)
      : null;
  // Answers are always printed here: nobody finds a folder on another machine.
  return { root, beside, config: { ...config, format: config.format ?? DEFAULTS.pack.format }, engine, door };
}

// Loaded only when somebody asks: whoever connects is greeted before anything heavy starts.
async function openEngine(settings: EngineSettings): Promise<Engine> {
  const { options, config, neighbours } = settings;
  if (options.workers === 0) return (await import('../../engine.ts')).createEngine(options, config, neighbours);
  return (await import('../../engine/worker-engine/worker-engine.ts')).createWorkerEngine(settings);
}
