import { type CommandPage, GLOBALS, type PageOption } from './command-page.ts';
import { type CommandPlace, placesOf, shellWord } from './command-tree.ts';

/** For zsh, as a file on its function path. */
export function zshCompletion(pages: readonly CommandPage[]): string {
  const [start, ...places] = placesOf(pages);
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
      commands=(${start!.next.map(described).join(' ')})
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
  const own = page === null ? '_arguments $globals' : argumentsOf(page);
  return `        ${word})
          if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
            local -a inner
            inner=(${next.map(described).join(' ')})
            _describe command inner
          else
            case $words[2] in
${inner.map(({ words: path, page: its }) => `              ${path[1]}) shift words; (( CURRENT-- )); ${argumentsOf(its!)} ;;`).join('\n')}
              *) ${own} ;;
            esac
          fi
          ;;`;
}

function argumentsOf({ options, argument: own }: CommandPage): string {
  const shown = options.filter(({ isHidden }) => !isHidden).map(argument);
  const rest = own ? [shellWord(`*:${plain(own.written)}:${action(own.choices, false)}`)] : [];
  return ['_arguments $globals', ...shown, ...rest].join(' ');
}

function argument({ long, short, value, description, choices, isFile }: PageOption): string {
  const taken = value === null ? '' : `:${plain(value)}:${action(choices, isFile)}`;
  const names = short === null ? [long] : [short, long];
  return names.map((name) => shellWord(`*${name}[${plain(description)}]${taken}`)).join(' ');
}

const action = (choices: readonly string[], isFile: boolean): string =>
  choices.length > 0 ? `(${choices.join(' ')})` : isFile ? '_files' : '';

// Colons and brackets part the fields of a description.
const plain = (text: string): string => text.replace(/[[\]:\\]/g, '\\$&');
const described = ({ word, summary }: { word: string; summary: string }): string =>
  shellWord(`${word}:${plain(summary)}`);
