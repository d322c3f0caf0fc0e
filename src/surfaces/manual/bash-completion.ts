import { type CommandPage, GLOBALS, type PageOption } from './command-page.ts';
import { type CommandPlace, placesOf, shellWord } from './command-tree.ts';

/** For bash 3.2 and later, without any package of completions. */
export function bashCompletion(pages: readonly CommandPage[]): string {
  const places = placesOf(pages);
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

// The words so far, then the word that leads on; at the start nothing stands before the space.
const pathPattern = ({ words }: CommandPlace): string => shellWord(`${words.slice(0, -1).join(' ')} ${words.at(-1)}`);

const valueCases = ({ words, page }: CommandPlace): readonly string[] =>
  (page?.options ?? []).flatMap((option) => valueCase(shellWord(words.join(' ')), option));

// A value of which nothing is known is left to bash, which completes files.
function valueCase(at: string, { long, short, value, choices }: PageOption): readonly string[] {
  if (value === null) return [];
  const reply = choices.length > 0 ? `COMPREPLY=($(compgen -W ${shellWord(choices.join(' '))} -- "$cur")); ` : '';
  const names = short === null ? [long] : [short, long];
  return [`    ${names.map((name) => `${at},${name}`).join('|')}) ${reply}return ;;`];
}

function placeCase({ words, next, page }: CommandPlace): string {
  const options = [...(page?.options ?? []), ...GLOBALS].filter(({ isHidden }) => !isHidden);
  const all = [...next.map(({ word }) => word), ...(page?.argument?.choices ?? []), ...options.map(({ long }) => long)];
  return `    ${shellWord(words.join(' '))}) COMPREPLY=($(compgen -W ${shellWord([...new Set(all)].join(' '))} -- "$cur")) ;;`;
}
