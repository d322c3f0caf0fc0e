import { type CommandPage, GLOBALS, type PageOption } from './command-page.ts';
import { type CommandPlace, placesOf } from './command-tree.ts';

/** For fish, as a file in its folder of completions. */
export function fishCompletion(pages: readonly CommandPage[]): string {
  const places = placesOf(pages);
  const valued = GLOBALS.filter(({ value }) => value !== null).map(({ long }) => long);
  const paths = places.filter(({ words }) => words.length > 0).map(({ words }) => quoted(words.join(' ')));
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

function placeLines({ words, next, page }: CommandPlace): readonly string[] {
  const here = ` -n ${quoted(`__knap_at ${words.join(' ')}`.trimEnd())}`;
  const choices = page?.argument?.choices ?? [];
  return [
    ...next.map(({ word, summary }) => `complete -c knap${here} -a ${word} -d ${quoted(summary)}`),
    ...(choices.length > 0 ? [`complete -c knap${here} -a ${quoted(choices.join(' '))}`] : []),
    ...(page?.options ?? []).filter(({ isHidden }) => !isHidden).map((option) => optionLine(here, option)),
  ];
}

function optionLine(when: string, { long, short, value, description, choices, isFile }: PageOption): string {
  const taken =
    value === null ? '' : choices.length > 0 ? ` -xa ${quoted(choices.join(' '))}` : isFile ? ' -rF' : ' -x';
  const letter = short === null ? '' : ` -s ${short.slice(1)}`;
  return `complete -c knap${when} -l ${long.slice(2)}${letter}${taken} -d ${quoted(description)}`;
}

// In fish a quote is escaped inside quotes.
const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
