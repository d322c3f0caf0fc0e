// Runs one operation on the command line and prints its answer.
import { setFlagsFromString } from 'node:v8';
import { ContextError, ERRORS, type ErrorCode } from '../../model/errors.ts';
import { visible } from '../../model/visible-text.ts';
import { pathsFromRoot, realPath } from '../../operations/input/caller-paths.ts';
import { readInput } from '../../operations/input/read-input.ts';
import type { Answer } from '../../operations/operation.ts';
import type { Progress } from '../../ports/engine.ts';
import { cleanLines } from '../serving/clean-lines.ts';
import type { LocalCall } from './local-call.ts';
import { openCall } from './open-call.ts';
import { valuesOf } from './options.ts';
import type { ParsedCommand } from './program.ts';
import { progressBar, readingTimer } from './progress.ts';
import { chooseColors, columnsOf, print, type RunCommand, type Terminal, type TerminalColors } from './terminal.ts';
import { askForTask, textReader } from './user-input.ts';

export async function runCommand(parsed: ParsedCommand, terminal: Terminal, run: RunCommand): Promise<number> {
  const started = performance.now();
  const { operation, globals } = parsed;
  const bar = progressBar(terminal, globals.quiet === true);
  const onWait = (reason: string) => {
    bar.clear();
    if (globals.quiet !== true) terminal.stderr.write(`note: ${visible(reason)}\n`);
  };
  // In a server the heap belongs to all callers, so one command must not change it.
  const report = terminal.server ? bar.report : smallHeapOn(bar.report);
  const reading = readingTimer();
  const onProgress = (progress: Progress) => {
    reading.hear(progress);
    report(progress);
  };
  const opening = openCall(parsed, terminal, { onProgress, onWait }, run);
  const { call, notes, copied, goOn, close } = await opening.finally(bar.clear);
  const values = await valuesOf(operation, parsed.given, textReader(terminal));
  const opened = { parsed, values, call, terminal };
  try {
    const answer = await operation.run(call, inputOf(operation, values, call)).catch((error: unknown) => {
      bar.clear();
      return askAndRun(error, opened);
    });
    bar.clear();
    const timing = `answered in ${((performance.now() - started) / 1000).toFixed(2)} s`;
    const remarks = [...notes, ...(globals.verbose ? [...answer.notes, timing] : [])];
    const status = await printAnswer(answer, remarks, copied(), opened);
    const left = isWatched(parsed, terminal) ? reading.secondsLeft() : undefined;
    const time = left === null ? 'is being made' : `takes about ${left} s`;
    if (left !== undefined)
      terminal.stderr.write(`note: The answer is above. The rest of the index ${time} and is kept; Ctrl-C is safe.\n`);
    await goOn();
    bar.clear();
    if (left !== undefined) terminal.stderr.write('note: The index is complete now; ask again for a better answer.\n');
    return status;
  } finally {
    bar.clear();
    await close();
  }
}

// Whether a person sees the terminal, so that notes explain why it stays busy after the answer.
function isWatched({ globals }: ParsedCommand, { stdout, stderr, server }: Terminal): boolean {
  return stdout.isTTY === true && stderr.isTTY === true && globals.quiet !== true && server === undefined;
}

interface OpenedCommand {
  readonly parsed: ParsedCommand;
  readonly values: Readonly<Record<string, unknown>>;
  readonly call: LocalCall;
  readonly terminal: Terminal;
}

// For these errors the hint is an example of the command.
const MISSING_INPUT: ReadonlySet<ErrorCode> = new Set(['NO_TASK', 'NO_TARGET']);

// Asks a user for a missing task; a pipe cannot answer and gets the error.
async function askAndRun(error: unknown, { parsed, values, call, terminal }: OpenedCommand): Promise<Answer> {
  const { operation } = parsed;
  if (!(error instanceof ContextError) || !MISSING_INPUT.has(error.code)) throw error;
  const isPerson = terminal.stdin.isTTY === true && terminal.stdout.isTTY === true;
  const { positional, question, examples } = operation;
  if (error.code !== 'NO_TASK' || !isPerson || positional === undefined || question === undefined)
    throw new ContextError(error.code, error.message, { cause: error, hint: `As in: ${examples[0]}` });
  // A server has no terminal to ask on, so the process of the user does it.
  if (terminal.server) return terminal.server.decline();
  const answer = await askForTask(question, error);
  return operation.run(call, inputOf(operation, { ...values, [positional]: answer }, call));
}

function inputOf(operation: ParsedCommand['operation'], values: OpenedCommand['values'], call: LocalCall) {
  return pathsFromRoot(operation, readInput(operation, values), call);
}

// Notes and warnings go to standard error, so that standard output holds only the answer.
async function printAnswer(
  answer: Answer,
  remarks: readonly string[],
  copied: string | null,
  opened: OpenedCommand,
): Promise<number> {
  const { terminal, parsed } = opened;
  const { globals } = parsed;
  const colors = chooseColors(terminal, globals.color === false);
  const printLines = (lines: readonly string[]) => print(terminal.stderr, lines.map((line) => `${line}\n`).join(''));
  if (!globals.quiet)
    await printLines((await cleanLines(remarks)).map((remark) => colors.stderr.dim(`note: ${remark}`)));
  const text = (await drawAnswer(answer, opened, colors.stdout)) ?? escapeFor(answer.text, terminal);
  const isOnlyCopied = copied !== null && globals.quiet === true && answer.nothingFound === null;
  if (text !== '' && !isOnlyCopied) await print(terminal.stdout, text.endsWith('\n') ? text : `${text}\n`);
  const warnings = answer.nothingFound === null ? (globals.quiet ? [] : answer.warnings) : [answer.nothingFound];
  await printLines((await cleanLines(warnings)).map((warning) => `${colors.stderr.yellow('knap:')} ${warning}`));
  if (answer.nothingFound !== null) return ERRORS.NOTHING_FOUND.exit;
  if (copied !== null) {
    const how = await copyPage(copied, opened);
    if (!globals.quiet) await printLines([colors.stderr.dim(how)]);
  }
  return answer.isFailure ? ERRORS.BAD_INPUT.exit : 0;
}

async function copyPage(page: string, { values, call, terminal }: OpenedCommand): Promise<string> {
  const { copyText } = await import('./clipboard.ts');
  const by = await copyText(page, terminal);
  const { loadTokenizer } = await import('../../tokenizers/index.ts');
  const tokenizer = await loadTokenizer(String(values.tokenizer ?? call.config.tokenizer), call.config);
  return `copied: ${tokenizer.count(page).toLocaleString('en-US')} tokens (${by})`;
}

// Escapes invisible characters of a raw file on a terminal; a pipe gets the exact bytes. Other answers are escaped
// already.
function escapeFor(text: string, { stdout }: Terminal): string {
  return stdout.isTTY ? visible(text) : text;
}

// Null if the output is no terminal, a format is set, or the text of the answer is to be printed.
async function drawAnswer(answer: Answer, opened: OpenedCommand, colors: TerminalColors): Promise<string | null> {
  const { parsed, values, terminal, call } = opened;
  const { listed, globals } = parsed;
  if (!terminal.stdout.isTTY || (values.format ?? call.config.format) !== undefined) return null;
  const sheet = {
    colors,
    root: call.root,
    cwd: realPath(call.cwd),
    columns: columnsOf(terminal),
    isQuiet: globals.quiet === true,
  };
  const { renderAnswer } = await import('./render.ts');
  return renderAnswer(listed.name.join(' '), answer.value, sheet);
}

// Parsing fewer files than this does not grow the heap much.
const MANY_FILES = 500;
const FLAGS = ['--semi-space-growth-factor=1', '--heap-growing-percent=20'];

/**
 * Keeps the heap small while many files are parsed or a graph is imported; by default V8 takes twice the memory without
 * being faster. A maximum size has no effect on an existing heap, so these flags slow its growth. Other work is faster
 * with the default, so the flags are set only when long work begins.
 */
function smallHeapOn(report: (progress: Progress) => void): (progress: Progress) => void {
  let isSmall = false;
  return (progress) => {
    const isLong = progress.stage === 'import' || (progress.stage === 'parse' && progress.total >= MANY_FILES);
    if (!isSmall && isLong) {
      isSmall = true;
      for (const flag of FLAGS) setFlagsFromString(flag);
    }
    report(progress);
  };
}
