import { resolve } from 'node:path';
import { DEFAULTS } from '../../config/defaults.ts';
import { loadConfig, userFiles } from '../../config/load.ts';
import type { Engine, Progress } from '../../engine.ts';
import { ContextError, ERRORS } from '../../model/errors.ts';
import { visible, visibleOnTerminal } from '../../model/visible-text.ts';
import { readInput } from '../../operations/input/read-input.ts';
import type { Answer } from '../../operations/operation.ts';
import { cleanLines } from '../serving/clean-lines.ts';
import { refuseWholeDisk } from '../serving/whole-disk.ts';
import { ask, confirm } from './ask.ts';
import { askedPlaces } from './asked-places.ts';
import { type Colors, chooseColors } from './colors.ts';
import { COMMANDS } from './commands.ts';
import { configFlags } from './config-flags.ts';
import type { LocalCall } from './local-call.ts';
import { valuesOf } from './options.ts';
import type { ParsedCommand } from './program.ts';
import { progressBar } from './progress.ts';
import { textReader, workspacePath } from './read-text.ts';
import { renderAnswer } from './render/index.ts';
import { smallHeapOn } from './small-heap.ts';
import { print, type Terminal } from './terminal.ts';

// Some terminals do not tell their width, or tell 0.
const COLUMNS = 80;

/** Runs an operation for a person or a pipe and prints its answer; returns the exit status. */
export async function runCommand(parsed: ParsedCommand, terminal: Terminal): Promise<number> {
  const started = performance.now();
  const { operation, globals } = parsed;
  const bar = progressBar(terminal, globals.quiet === true);
  const { call, notes, goOn, close } = await openCall(parsed, terminal, smallHeapOn(bar.report));
  const values = await valuesOf(operation, parsed.given, {
    text: textReader(terminal),
    path: workspacePath(call.root, terminal.cwd),
  });
  try {
    const answer = await operation.run(call, readInput(operation, values)).catch((error: unknown) => {
      bar.clear();
      return askAndRun(error, { parsed, values, call, terminal });
    });
    bar.clear();
    const timing = `answered in ${((performance.now() - started) / 1000).toFixed(2)} s`;
    const remarks = [...notes, ...(globals.verbose ? [...answer.notes, timing] : [])];
    const status = await printAnswer(answer, { parsed, values, terminal, remarks, call });
    await goOn();
    return status;
  } finally {
    bar.clear();
    await close();
  }
}

type OpenOptions = Parameters<LocalCall['engine']>[0];

async function openCall(
  { globals, operation }: ParsedCommand,
  terminal: Terminal,
  onProgress: (progress: Progress) => void,
) {
  const { env, cwd } = terminal;
  const named = globals.config ?? env.KNAP_CONFIG;
  const userFile = named === undefined ? undefined : resolve(cwd, named);
  const load = (root: string, workspace?: string) =>
    loadConfig({ root, env, userFile, flags: configFlags(globals, workspace) });
  const [first, ...others] = await askedPlaces(globals, cwd, async (folder) => (await load(folder)).config);
  if (others.length > 0 && !operation.asksAll)
    throw new ContextError('BAD_INPUT', 'This command is about one workspace: give one --root or --workspace.');
  const { root } = first;
  const { config, notes, fromRepository } = await load(root, first.workspace);
  let engine: Promise<Engine> | null = null;
  const open = async ({ watch = false, changesNamedView = false, ref }: OpenOptions = {}) => {
    if (changesNamedView && others.some(({ workspace }) => workspace !== undefined))
      throw new ContextError('BAD_INPUT', 'A folder is indexed as one workspace: give one --workspace.');
    if (globals.yes !== true) await askBeforeWholeDisk(root, terminal);
    const { createEngine } = await import('../../engine.ts');
    const opened = await createEngine(
      { root, onProgress, now: Date.now, watch, changesNamedView, ref },
      config,
      // A name from elsewhere is the first one's; the others are called after themselves.
      await Promise.all(
        others.map(async ({ root, workspace }) => ({ root, config: { ...(await load(root)).config, workspace } })),
      ),
    );
    return opened.with({ first: globals.complete !== true });
  };
  const call: LocalCall = {
    root,
    config,
    fromRepository,
    userFile: userFile ?? userFiles(env)[0]!,
    engine: (options) => (engine ??= open(options)),
    configOf: async (folder) => (await load(folder)).config,
    say: (line) => void print(terminal.stdout, `${visible(line)}\n`),
    now: Date.now,
    cwd,
    onProgress,
    terminal,
    commands: COMMANDS,
  };
  const opened = () => engine?.catch(() => null);
  return {
    call,
    notes,
    goOn: async () => goOnWith(await opened(), terminal),
    close: async () => (await opened())?.close(),
  };
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

// A person watches the rest of the index being made, and may stop it at any time; whoever reads a pipe waits for its end, so
// there it goes on for a moment only, and not behind the very first answer. What is done stays.
async function goOnWith(engine: Engine | null | undefined, { stdout }: Terminal): Promise<void> {
  const isPerson = stdout.isTTY === true;
  const call = isPerson ? {} : { signal: AbortSignal.timeout(DEFAULTS.first.goOnMs) };
  // The answer stands; what is wrong with the index is said to whoever asks next.
  await engine
    ?.with(call)
    .goOn({ afterFirst: isPerson })
    .catch(() => undefined);
}

interface Attempt {
  readonly parsed: ParsedCommand;
  readonly values: Readonly<Record<string, unknown>>;
  readonly call: LocalCall;
  readonly terminal: Terminal;
}

// A person who gave no task is asked for it; a pipe cannot answer and gets the error.
async function askAndRun(error: unknown, { parsed, values, call, terminal }: Attempt): Promise<Answer> {
  const { operation } = parsed;
  const isPerson = terminal.stdin.isTTY === true && terminal.stdout.isTTY === true;
  if (!(error instanceof ContextError) || error.code !== 'NO_TASK' || !isPerson) throw error;
  if (operation.positional === undefined || operation.question === undefined) throw error;
  const said = await ask(operation.question, error);
  return operation.run(call, readInput(operation, { ...values, [operation.positional]: said }));
}

interface Printing {
  readonly parsed: ParsedCommand;
  readonly values: Readonly<Record<string, unknown>>;
  readonly terminal: Terminal;
  readonly remarks: readonly string[];
  readonly call: LocalCall;
}

// Remarks and warnings go to standard error, so that standard output holds the answer and nothing else.
async function printAnswer(answer: Answer, printing: Printing): Promise<number> {
  const { terminal, remarks, parsed } = printing;
  const { globals } = parsed;
  const colors = chooseColors(terminal, globals.color === false);
  const say = (lines: readonly string[]) => print(terminal.stderr, lines.map((line) => `${line}\n`).join(''));
  if (!globals.quiet) await say((await cleanLines(remarks)).map((remark) => colors.stderr.dim(`note: ${remark}`)));
  const text = drawn(answer, printing, colors.stdout) ?? asPrinted(answer.text, terminal);
  if (text !== '') await print(terminal.stdout, text.endsWith('\n') ? text : `${text}\n`);
  const warnings = answer.nothingFound === null ? (globals.quiet ? [] : answer.warnings) : [answer.nothingFound];
  await say((await cleanLines(warnings)).map((warning) => `${colors.stderr.yellow('knap:')} ${warning}`));
  if (answer.nothingFound !== null) return ERRORS.NOTHING_FOUND.exit;
  return answer.isFailure ? ERRORS.BAD_INPUT.exit : 0;
}

// Pages and tables were made visible where they were made; what is asked for raw leaves a pipe as it is, byte for byte.
function asPrinted(text: string, { stdout }: Terminal): string {
  return stdout.isTTY ? visibleOnTerminal(text) : text;
}

// Only for a terminal, and only where no format was asked for.
function drawn(answer: Answer, { parsed, values, terminal, call }: Printing, colors: Colors): string | null {
  const { listed, globals } = parsed;
  const { isTTY, columns } = terminal.stdout;
  if (!isTTY || (values.format ?? call.config.format) !== undefined) return null;
  const sheet = { colors, root: call.root, columns: columns || COLUMNS, isQuiet: globals.quiet === true };
  return renderAnswer(listed.name.join(' '), answer.value, sheet);
}
