// Parses a command line and prints help. Loads only the operation that the line names, so that help is fast.
import { Command, CommanderError, Help, Option } from 'commander';
import { findNearestWord } from '../../config/did-you-mean.ts';
import { VERSION } from '../../config/this-package.ts';
import { findRoot } from '../../config/workspace-folders.ts';
import { ContextError } from '../../model/errors.ts';
import { GROUPS, PURPOSES, type Purpose } from '../../operations/index.ts';
import type { ServerCommand } from '../serving/serve-workspace.ts';
import { COMMANDS, type ListedCommand } from './commands.ts';
import { GLOBAL_OPTIONS, HELP_OPTION, REPEATABLE, VERSION_OPTION, WITH_VALUE } from './global-options.ts';
import type { LocalOperation } from './local-call.ts';
import type { GivenOptions } from './options.ts';
import { chooseColors, columnsOf, print, type Terminal } from './terminal.ts';
import type { Globals } from './workspace-options.ts';

export interface ParsedCommand {
  readonly listed: Pick<ListedCommand, 'name'>;
  readonly operation: LocalOperation;
  readonly given: GivenOptions;
  readonly globals: Globals;
}

/** A command line that starts a server. */
export interface ParsedServer extends Pick<ParsedCommand, 'given' | 'globals'> {
  readonly server: ServerCommand;
}

/** Ends the program early: help or the like is printed, or the user cancelled. */
export class ProgramEnd extends Error {
  readonly exitCode: number;
  constructor(exitCode: number) {
    super('answered');
    this.exitCode = exitCode;
  }
}

export async function parseCommand(argv: readonly string[], terminal: Terminal): Promise<ParsedCommand | ParsedServer> {
  const words = commandWords(argv);
  const listed = findCommand(words);
  if (!listed && argv.find((word) => !word.startsWith('-')) === 'help' && words[0] !== undefined)
    await printTopic(words[0], argv, terminal);
  const loaded = await listed?.load();
  // The positional field has no flag, so it hides no global option.
  const fields = Object.keys(loaded?.input.shape ?? {}).filter((key) => key !== loaded?.positional);
  const program = makeProgram(terminal, fields);
  let parsed: ParsedCommand | ParsedServer | null = null;
  // If the command is known, only its group has to be added.
  for (const each of COMMANDS.filter(({ name }) => listed === undefined || name[0] === listed.name[0])) {
    const command = addCommand(program, each);
    if (each !== listed || !loaded) continue;
    (await import('./options.ts')).addFields(command, loaded);
    command.action(() => {
      const options = { given: { options: command.opts(), words: command.args }, globals: program.opts<Globals>() };
      parsed = 'serve' in loaded ? { server: loaded, ...options } : { listed: each, operation: loaded, ...options };
    });
  }
  refuseUnknown(argv, words, listed);
  if (words.length === 0) program.action(() => printWelcome(program.opts<Globals>(), terminal));
  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) throw new ProgramEnd(0);
    // Commander's message begins with "error:" and has its suggestion in a second line.
    const message = error.message.replace(/^error: /, '').replace(/\n\(Did you mean (.*)\?\)$/, '; did you mean $1?');
    const hint = /^unknown option '[^']*\s/.test(message) ? '; words that start with a dash go after --' : '';
    throw new ContextError('BAD_INPUT', message + hint, { cause: error });
  }
  if (!parsed) throw new ProgramEnd(0);
  return parsed;
}

// Prints a page of the guide: as Markdown into a pipe, laid out on a terminal.
async function printTopic(name: string, argv: readonly string[], terminal: Terminal): Promise<never> {
  const { guideText, screenText } = await import('../manual/guide.ts');
  const text = guideText(name);
  const { bold } = chooseColors(terminal, argv.includes('--no-color')).stdout;
  await print(terminal.stdout, terminal.stdout.isTTY ? screenText(text, columnsOf(terminal), bold) : text);
  throw new ProgramEnd(0);
}

async function printWelcome({ root }: Globals, terminal: Terminal): Promise<void> {
  const { welcomeText } = await import('./welcome.ts');
  const place = findRoot(terminal.cwd, root?.[0]);
  await print(terminal.stdout, `${welcomeText(place, { columns: columnsOf(terminal), nowMs: Date.now() })}\n`);
}

// A field of the command replaces the global option of the same name.
function makeProgram(terminal: Terminal, fields: readonly string[]): Command {
  const program = new Command('knap')
    .description(
      'Packs the right context for a language model: from a task to a token-budgeted, source-attributed pack.',
    )
    .version(VERSION, ...VERSION_OPTION)
    .helpOption(...HELP_OPTION)
    .addHelpCommand(
      new Command('help')
        .argument('[topic]')
        .description('Print help for a command, or a page of the guide; knap help guide lists them')
        .helpGroup(heading('care')),
    )
    .configureHelp(helpLayout)
    // Errors are thrown, and `run` reports them; help goes to standard output.
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: () => undefined,
      getOutHelpWidth: () => columnsOf(terminal),
    })
    .exitOverride();
  for (const [flags, description] of GLOBAL_OPTIONS) {
    const option = new Option(flags, description);
    if (fields.includes(option.attributeName())) continue;
    program.addOption(REPEATABLE.includes(flags) ? option.argParser(addTo) : option);
  }
  return program;
}

function addTo(value: string, before: unknown): readonly unknown[] {
  return [...(Array.isArray(before) ? before : []), value];
}

const heading = (purpose: Purpose): string => `${PURPOSES[purpose]}:`;

function addCommand(program: Command, { name, summary, purpose, isDefault }: ListedCommand): Command {
  const [first, second] = name;
  if (second === undefined) return program.command(first).description(summary).helpGroup(heading(purpose));
  const group =
    program.commands.find((command) => command.name() === first) ??
    program
      .command(first)
      .description(GROUPS[first] ?? '')
      .helpGroup(heading(purpose));
  return group.command(second, { isDefault }).description(summary);
}

// The words that may name the command, two at most, before the options of the command; after `help`, those behind it.
function commandWords(argv: readonly string[]): readonly string[] {
  const words: string[] = [];
  for (let index = 0; index < argv.length && words.length < 2; index++) {
    const word = argv[index]!;
    if (WITH_VALUE.includes(word)) index++;
    else if (!word.startsWith('-')) words.push(word);
    else if (words.length > 0 && !['-h', '--help'].includes(word)) break;
  }
  return words[0] === 'help' ? argv.filter((word) => !word.startsWith('-')).slice(1, 3) : words;
}

function findCommand([first, second]: readonly string[]): ListedCommand | undefined {
  const group = COMMANDS.filter(({ name }) => name[0] === first);
  return group.find(({ name }) => name.length === 1 || name[1] === second) ?? group.find(({ isDefault }) => isDefault);
}

// Wraps descriptions beside a long option, even if only this many columns are left.
const WRAP_FROM = 20;
// The headings under which Commander lists options.
const OPTIONS = /^(Global )?Options:/;

/** Puts commands before options, and global options last. */
const helpLayout: Partial<Help> = {
  showGlobalOptions: true,
  minWidthToWrap: WRAP_FROM,
  formatHelp(command: Command, help: Help): string {
    const parts = Help.prototype.formatHelp.call(help, command, help).trimEnd().split('\n\n');
    const isOption = (part: string) => OPTIONS.test(part);
    const ordered =
      command.commands.length === 0
        ? parts
        : [...parts.filter((part) => !isOption(part)), ...parts.filter((part) => isOption(part))];
    return `${ordered.join('\n\n')}\n`;
  },
};

/** Refuses an unknown command with a suggestion. */
function refuseUnknown(argv: readonly string[], words: readonly string[], listed: ListedCommand | undefined): void {
  const [first, second] = words;
  if (first === undefined || first === 'help') return;
  if (!listed) throw new ContextError('BAD_INPUT', `unknown command "${first}"${suggestCommand(argv, first)}`);
  if (!listed.isDefault || second === undefined || listed.name[1] === second) return;
  const inGroup = COMMANDS.flatMap(({ name }) => (name[0] === first && name[1] !== undefined ? [name[1]] : []));
  const near = findNearestWord(second, inGroup);
  const hint =
    near === null ? `; there are ${inGroup.join(', ')}` : `; did you mean: ${replaceWord(argv, second, near)}`;
  throw new ContextError('BAD_INPUT', `unknown command "${first} ${second}"${hint}`);
}

// If no command has a similar name, suggests the words as a task for `pack`.
function suggestCommand(argv: readonly string[], first: string): string {
  const near = findNearestWord(first, [...new Set(COMMANDS.map(({ name }) => name[0]))]);
  if (near !== null) return `; did you mean: ${replaceWord(argv, first, near)}`;
  const start = argv.indexOf(first);
  const end = argv.findIndex((word, index) => index > start && word.startsWith('-'));
  const task = argv.slice(start, end === -1 ? undefined : end).join(' ');
  const options = [...argv.slice(0, start), ...(end === -1 ? [] : argv.slice(end))].map(shellWord);
  return `; a task goes to pack: ${['knap pack', quoteWord(task), ...options].join(' ')}`;
}

function replaceWord(argv: readonly string[], word: string, by: string): string {
  const position = argv.indexOf(word);
  return ['knap', ...argv.map((each, index) => (index === position ? by : shellWord(each)))].join(' ');
}

const shellWord = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : quoteWord(word));

// Uses double quotes like the manual, unless a shell would expand something in them.
const quoteWord = (text: string): string =>
  /["$`\\!]/.test(text) ? `'${text.replaceAll("'", "'\\''")}'` : `"${text}"`;
