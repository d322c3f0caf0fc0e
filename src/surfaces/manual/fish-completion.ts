import { GROUPS } from '../../operations/index.ts';
import { type CommandPlace, placesOf } from './command-tree.ts';
import { type CommandPage, GLOBALS, type PageOption } from './page.ts';

/** For fish, as a file in its folder of completions. */
export function fishCompletion(pages: readonly CommandPage[]): string {
  const places = placesOf(pages, GROUPS);
  const [start] = places;
  const words = start!.next.map(({ word }) => word).join(' ');
  return [
    '# Completes knap in fish: knap completion fish > ~/.config/fish/completions/knap.fish',
    'complete -c knap -f',
    ...GLOBALS.map((option) => optionLine('', option)),
    ...places.flatMap((place) => placeLines(place, words)),
  ].join('\n');
}

function placeLines({ words, next, page }: CommandPlace, firsts: string): readonly string[] {
  const inner = next.map(({ word }) => word).join(' ');
  const seen = words.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ');
  const open =
    words.length === 0
      ? `not __fish_seen_subcommand_from ${firsts}`
      : `${seen}; and not __fish_seen_subcommand_from ${inner}`;
  const choices = page?.argument?.choices ?? [];
  return [
    ...next.map(({ word, summary }) => `complete -c knap -n ${quoted(open)} -a ${word} -d ${quoted(summary)}`),
    ...(choices.length > 0 ? [`complete -c knap -n ${quoted(seen)} -a ${quoted(choices.join(' '))}`] : []),
    ...(page?.options ?? [])
      .filter(({ isHidden }) => !isHidden)
      .map((option) => optionLine(` -n ${quoted(seen)}`, option)),
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
