// Opens what an operation needs on the command line: workspaces, the settings of the first, and an engine once the
// operation asks for it.
import { resolve } from 'node:path';
import { DEFAULTS } from '../../config/defaults.ts';
import { type LoadedConfig, loadConfig, unsetConfig, userFiles } from '../../config/load.ts';
import { ContextError } from '../../model/errors.ts';
import { visible } from '../../model/visible-text.ts';
import type { Engine, Progress } from '../../ports/engine.ts';
import { refuseWholeDisk } from '../serving/check-folder.ts';
import { COMMANDS } from './commands.ts';
import type { LocalCall } from './local-call.ts';
import type { ParsedCommand } from './program.ts';
import { columnsOf, print, type RunCommand, type Terminal } from './terminal.ts';
import { confirm } from './user-input.ts';
import { configFlags, furtherFolders, furtherWorkspaces, namedWorkspaces } from './workspace-options.ts';

type EngineChoices = Parameters<LocalCall['engine']>[0];

/** What the engine calls while the user waits. */
interface WaitCallbacks {
  onProgress(progress: Progress): void;
  onWait(reason: string): void;
}

export async function openCall(parsed: ParsedCommand, terminal: Terminal, callbacks: WaitCallbacks, run: RunCommand) {
  const { env, cwd } = terminal;
  const { onProgress } = callbacks;
  const found = await findWorkspaces(parsed, terminal, onProgress);
  const { places, load, loaded, fault, notes, userFile } = found;
  const [{ root }, ...others] = places;
  const { config, fromRepository, files, origins } = loaded;
  let engine: Promise<Engine> | null = null;
  let copied: string | null = null;
  let listener: { close(): void } | null = null;
  const open = async (choices: EngineChoices) => {
    const opened = await openEngine({ parsed, terminal, callbacks, found }, choices);
    // A watching command also answers other commands in this workspace.
    if (choices?.watch && others.length === 0)
      listener = await (await import('../socket/listen.ts')).listenForCommands({ root, config, engine: opened }, run);
    return opened;
  };
  const call: LocalCall = {
    root,
    beside: furtherFolders(places),
    config,
    fromRepository,
    userFile: userFile ?? userFiles(env)[0]!,
    engine: (choices) => (engine ??= open(choices)),
    configOf: load,
    say: (line) => void print(terminal.stdout, `${visible(line)}\n`),
    ...(terminal.stdout.isTTY ? { columns: columnsOf(terminal) } : {}),
    copy: (text) => {
      copied = text;
    },
    now: Date.now,
    cwd,
    onProgress,
    terminal,
    settings: { files, origins, notes: loaded.notes, fault },
    commands: COMMANDS,
  };
  const opened = () => engine?.catch(() => null);
  return {
    call,
    notes,
    /** The text that the operation gave for the clipboard; null if none. */
    copied: () => copied,
    /** Goes on with the index, for which the answer did not wait. */
    goOn: async () => (terminal.server ? undefined : goOnWith(await opened(), terminal)),
    close: async () => {
      const engineToClose = await opened();
      listener?.close();
      // The server closes its engine itself.
      if (!terminal.server) await engineToClose?.close();
    },
  };
}

// At a terminal the rest of the index is built now, and the user may stop it. The reader of a pipe waits for the end of
// the process, so there indexing goes on only for a moment, and not after the first answer on an empty index.
async function goOnWith(engine: Engine | null | undefined, { stdout }: Terminal): Promise<void> {
  const isPerson = stdout.isTTY === true;
  const call = isPerson ? {} : { signal: AbortSignal.timeout(DEFAULTS.first.goOnMs) };
  // The answer is already printed; the next command reports a fault of the index.
  await engine
    ?.with(call)
    .goOn({ afterFirst: isPerson })
    .catch(() => undefined);
}

// Finds the workspaces of the command, and loads the settings of the first.
async function findWorkspaces(parsed: ParsedCommand, terminal: Terminal, onProgress: (progress: Progress) => void) {
  const { globals, operation } = parsed;
  const { env, cwd } = terminal;
  const named = globals.config ?? env.KNAP_CONFIG;
  const userFile = named === undefined ? undefined : resolve(cwd, named);
  const loadNamed = (root: string, workspace?: string): Promise<LoadedConfig> =>
    loadConfig({ root, env, userFile, flags: configFlags(globals, workspace) });
  const load = async (root: string) => (await loadNamed(root)).config;
  const elsewhere =
    globals.repo === undefined
      ? { roots: globals.root ?? [], notes: [] }
      : await (await import('./repo-option.ts')).fetchRepository(globals.repo, parsed, terminal, onProgress);
  const places = await namedWorkspaces({ ...globals, root: elsewhere.roots }, cwd, load);
  const [first, ...others] = places;
  if (others.length > 0 && !operation.asksAll)
    throw new ContextError('BAD_INPUT', 'This command works on one workspace: give one --root or --workspace.');
  let fault: Error | null = null;
  const loaded = await loadNamed(first.root, first.workspace).catch((error: Error) => {
    if (!operation.runsWithInvalidConfig) throw error;
    fault = error;
    return unsetConfig();
  });
  return { places, load, loaded, fault, notes: [...elsewhere.notes, ...loaded.notes], userFile };
}

interface OpeningCommand {
  readonly parsed: ParsedCommand;
  readonly terminal: Terminal;
  readonly callbacks: WaitCallbacks;
  readonly found: Awaited<ReturnType<typeof findWorkspaces>>;
}

async function openEngine(
  { parsed: { globals }, terminal, callbacks, found: { places, load, loaded } }: OpeningCommand,
  { watch = false, changesNamedView = false, ref }: EngineChoices = {},
): Promise<Engine> {
  const { config } = loaded;
  const [{ root }, ...others] = places;
  if (changesNamedView && others.some(({ workspace }) => workspace !== undefined))
    throw new ContextError('BAD_INPUT', 'A folder is indexed as one workspace: give one --workspace.');
  if (terminal.server) {
    const isUsual = others.length === 0 && !watch && !changesNamedView && ref === undefined;
    const { engineFor, decline, signal } = terminal.server;
    const engine = isUsual ? engineFor(root, config) : decline();
    return engine.with({ first: globals.complete !== true, signal, onProgress: callbacks.onProgress });
  }
  if (globals.yes !== true) await askBeforeWholeDisk(root, terminal);
  const { createEngine } = await import('../../engine.ts');
  const engine = await createEngine(
    { root, ...callbacks, now: Date.now, watch, changesNamedView, ref },
    config,
    await furtherWorkspaces(places, load),
  );
  return engine.with({ first: globals.complete !== true });
}

async function askBeforeWholeDisk(root: string, { env, stdin, stdout }: Terminal): Promise<void> {
  try {
    refuseWholeDisk(root, env);
  } catch (error) {
    const isPerson = stdin.isTTY === true && stdout.isTTY === true;
    if (!isPerson || !(error instanceof ContextError)) throw error;
    if (!(await confirm(`${error.message} Do it?`))) throw error;
  }
}
