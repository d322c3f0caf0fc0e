// The command `completion`: prints scripts for bash, zsh, fish and PowerShell.
import * as z from 'zod';
import { ContextError } from '../../model/errors.ts';
import { joinWithOr } from '../../operations/input/fields.ts';
import { answer, optional } from '../../operations/operation.ts';
import { defineCommand } from '../cli/local-call.ts';
import {
  type CommandPage,
  type CommandPlace,
  commandPlaces,
  GLOBALS,
  type PageOption,
  pageOf,
  shellWord,
} from './command-page.ts';

const SHELLS = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
  powershell: powershellCompletion,
} as const satisfies Record<string, (pages: readonly CommandPage[]) => string>;
const names = Object.keys(SHELLS) as (keyof typeof SHELLS)[];

export const completion = defineCommand({
  input: z.strictObject({
    shell: optional.choice(names, `The shell: ${joinWithOr(names)}`, { placeholder: 'SHELL' }),
  }),
  positional: 'shell',
  details: 'For bash and PowerShell, the line goes into their start file; zsh and fish read the file of the example.',
  examples: [
    'eval "$(knap completion bash)"',
    'knap completion zsh > ~/.zfunc/_knap',
    'knap completion fish > ~/.config/fish/completions/knap.fish',
    'knap completion powershell | Out-String | Invoke-Expression',
  ],
  async run({ commands }, { shell }) {
    if (shell === undefined) throw new ContextError('BAD_INPUT', `Name the shell: ${joinWithOr(names)}.`);
    const script = SHELLS[shell](await Promise.all(commands.map(pageOf)));
    return answer({ shell, script }, { text: script });
  },
});

/** The script for bash 3.2 and later, which needs no completion package. */
export function bashCompletion(pages: readonly CommandPage[]): string {
  const places = commandPlaces(pages);
  const valued = GLOBALS.filter(({ value }) => value !== null).map(({ long }) => long);
  return `# Completes knap in bash: eval "$(knap completion bash)"
_knap() {
  local cur prev at='' word i
  cur="\${COMP_WORDS[COMP_CWORD]}"
  prev="\${COMP_WORDS[COMP_CWORD-1]}"
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    case "$word" in
      ${valued.join('|')}) ((i++)) ;;
      *)
        case "$at $word" in
          ${places
            .filter(({ words }) => words.length > 0)
            .map(pathPattern)
            .join('|')}) at="\${at:+$at }$word" ;;
        esac
        ;;
    esac
  done
  COMPREPLY=()
  case "$at,$prev" in
${[...GLOBALS.flatMap((option) => valueCase('*', option)), ...places.flatMap(valueCases)].join('\n')}
  esac
  case "$at" in
${places.map(placeCase).join('\n')}
  esac
}
complete -o default -F _knap knap`;
}

// The words so far, a space and the next word; at the start, nothing precedes the space.
const pathPattern = ({ words }: CommandPlace): string => shellWord(`${words.slice(0, -1).join(' ')} ${words.at(-1)}`);

const valueCases = ({ words, options }: CommandPlace): readonly string[] =>
  options.flatMap((option) => valueCase(shellWord(words.join(' ')), option));

// After an option with a value but without choices, bash completes files.
function valueCase(path: string, { names, value, choices }: PageOption): readonly string[] {
  if (value === null) return [];
  const reply = choices.length > 0 ? `COMPREPLY=($(compgen -W ${shellWord(choices.join(' '))} -- "$cur")); ` : '';
  return [`    ${names.map((name) => `${path},${name}`).join('|')}) ${reply}return ;;`];
}

const placeCase = ({ words, offered }: CommandPlace): string =>
  `    ${shellWord(words.join(' '))}) COMPREPLY=($(compgen -W ${shellWord(offered.join(' '))} -- "$cur")) ;;`;

/** The script for zsh, a file on its function path. */
export function zshCompletion(pages: readonly CommandPage[]): string {
  const [start, ...places] = commandPlaces(pages);
  const first = places.filter(({ words }) => words.length === 1);
  return `#compdef knap
# Completes knap in zsh: knap completion zsh > ~/.zfunc/_knap
_knap() {
  local curcontext="$curcontext" state line
  local -a globals
  globals=(
${GLOBALS.map((option) => `    ${argument(option)}`).join('\n')}
  )
  _arguments -C $globals '1:command:->command' '*::argument:->argument'
  case $state in
    command)
      local -a commands
      commands=(${start!.next.map(describeWord).join(' ')})
      _describe command commands
      ;;
    argument)
      case $line[1] in
${first.map((place) => firstCase(place, places)).join('\n')}
      esac
      ;;
  esac
}
if [ "$funcstack[1]" = _knap ]; then _knap "$@"; else compdef _knap knap; fi`;
}

function firstCase({ words, next, page }: CommandPlace, places: readonly CommandPlace[]): string {
  const [word] = words;
  if (next.length === 0) return `        ${word}) ${argumentsOf(page!)} ;;`;
  const inner = places.filter((place) => place.words.length === 2 && place.words[0] === word);
  const groupArguments = page === null ? '_arguments $globals' : argumentsOf(page);
  return `        ${word})
          if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
            local -a inner
            inner=(${next.map(describeWord).join(' ')})
            _describe command inner
          else
            case $words[2] in
${inner.map(({ words: path, page: its }) => `              ${path[1]}) shift words; (( CURRENT-- )); ${argumentsOf(its!)} ;;`).join('\n')}
              *) ${groupArguments} ;;
            esac
          fi
          ;;`;
}

function argumentsOf({ options, argument: own }: CommandPage): string {
  const shown = options.filter(({ isHidden }) => !isHidden).map(argument);
  const rest = own ? [shellWord(`*:${escapeZsh(own.written)}:${action(own.choices, false)}`)] : [];
  return ['_arguments $globals', ...shown, ...rest].join(' ');
}

function argument({ names, value, description, choices, isFile }: PageOption): string {
  const taken = value === null ? '' : `:${escapeZsh(value)}:${action(choices, isFile)}`;
  return names.map((name) => shellWord(`*${name}[${escapeZsh(description)}]${taken}`)).join(' ');
}

const action = (choices: readonly string[], isFile: boolean): string =>
  choices.length > 0 ? `(${choices.join(' ')})` : isFile ? '_files' : '';

// Escapes backslashes, and the colons and brackets that separate the fields of a description.
const escapeZsh = (text: string): string => text.replace(/[[\]:\\]/g, '\\$&');
const describeWord = ({ word, summary }: { word: string; summary: string }): string =>
  shellWord(`${word}:${escapeZsh(summary)}`);

/** The script for fish, a file in its completions folder. */
export function fishCompletion(pages: readonly CommandPage[]): string {
  const places = commandPlaces(pages);
  const valued = GLOBALS.filter(({ value }) => value !== null).map(({ long }) => long);
  const paths = places.filter(({ words }) => words.length > 0).map(({ words }) => fishQuoted(words.join(' ')));
  return `# Completes knap in fish: knap completion fish > ~/.config/fish/completions/knap.fish
function __knap_at
  set -l at ''
  set -l skips
  for word in (commandline -opc)[2..-1]
    if set -q skips[1]
      set -e skips[1]
    else if contains -- $word ${valued.join(' ')}
      set skips yes
    else if contains -- (string trim -- "$at $word") ${paths.join(' ')}
      set at (string trim -- "$at $word")
    end
  end
  test "$at" = "$argv"
end
complete -c knap -f
${[...GLOBALS.map((option) => optionLine('', option)), ...places.flatMap(placeLines)].join('\n')}`;
}

function placeLines({ words, next, page, options }: CommandPlace): readonly string[] {
  const here = ` -n ${fishQuoted(`__knap_at ${words.join(' ')}`.trimEnd())}`;
  const choices = page?.argument?.choices ?? [];
  return [
    ...next.map(({ word, summary }) => `complete -c knap${here} -a ${word} -d ${fishQuoted(summary)}`),
    ...(choices.length > 0 ? [`complete -c knap${here} -a ${fishQuoted(choices.join(' '))}`] : []),
    ...options.filter(({ isHidden }) => !isHidden).map((option) => optionLine(here, option)),
  ];
}

function optionLine(when: string, { long, short, value, description, choices, isFile }: PageOption): string {
  const taken =
    value === null ? '' : choices.length > 0 ? ` -xa ${fishQuoted(choices.join(' '))}` : isFile ? ' -rF' : ' -x';
  const letter = short === null ? '' : ` -s ${short.slice(1)}`;
  return `complete -c knap${when} -l ${long.slice(2)}${letter}${taken} -d ${fishQuoted(description)}`;
}

// Fish allows escaped quotes inside quotes.
const fishQuoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** The script for Windows PowerShell 5.1 and PowerShell 7. */
export function powershellCompletion(pages: readonly CommandPage[]): string {
  const places = commandPlaces(pages);
  const valued = GLOBALS.filter(({ value }) => value !== null);
  return `# Completes knap in PowerShell: knap completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName knap -ScriptBlock {
  param($word, $ast, $cursor)
  $places = @{
${places.map(placeLine).join('\n')}
  }
  $values = @{
${places.flatMap(valueLines).join('\n')}
  }
  $taking = ${listOf(valued.map(({ long }) => long))}
  $words = @($ast.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { $_.ToString() })
  $at = ''
  $before = ''
  for ($i = 0; $i -lt $words.Count; $i++) {
    $before = $words[$i]
    if (($taking -contains $before) -and ($i + 1 -lt $words.Count)) { $i++; $before = ''; continue }
    $next = "$at $before".Trim()
    if ($places.ContainsKey($next)) { $at = $next }
  }
  $offered = if ($taking -contains $before) { @() } elseif ($values.ContainsKey("$at,$before")) { $values["$at,$before"] } else { $places[$at] }
  $offered | Where-Object { $_.StartsWith($word) } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}`;
}

const placeLine = ({ words, offered }: CommandPlace): string =>
  `    ${powershellQuoted(words.join(' '))} = ${listOf(offered)}`;

// Without choices, the list is empty and PowerShell completes files.
function valueLines({ words, options }: CommandPlace): readonly string[] {
  const taking = options.filter(({ value }) => value !== null);
  return taking.flatMap(({ names, choices }) =>
    names.toReversed().map((name) => `    ${powershellQuoted(`${words.join(' ')},${name}`)} = ${listOf(choices)}`),
  );
}

const listOf = (words: readonly string[]): string => `@(${words.map(powershellQuoted).join(', ')})`;

// Inside single quotes, PowerShell treats only the single quote specially.
const powershellQuoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
