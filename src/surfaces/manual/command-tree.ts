import { GROUPS } from '../../operations/index.ts';
import type { CommandPage } from './command-page.ts';
import { guideTopics } from './guide.ts';

/** What can be typed after some words of a command. */
export interface CommandPlace {
  readonly words: readonly string[];
  /** Words that lead on, with what they are about. */
  readonly next: readonly { readonly word: string; readonly summary: string }[];
  /** The command these words run; null where they run none. */
  readonly page: CommandPage | null;
}

/** Every place a command line can stand at: the start, each group, each command, and `help` with what it tells of. */
export function placesOf(pages: readonly CommandPage[]): readonly CommandPlace[] {
  const firsts = [...new Set(pages.map(({ words }) => words[0]!))];
  const commands = firsts.map((word) => ({ word, summary: summaryOf(pages, word) ?? GROUPS[word] ?? '' }));
  const start: CommandPlace = {
    words: [],
    next: [...commands, { word: 'help', summary: 'Print help for a command, or a page of the guide' }],
    page: null,
  };
  const topics = guideTopics().map((word) => ({ word, summary: 'A page of the guide' }));
  const help: CommandPlace = { words: ['help'], next: [...commands, ...topics], page: null };
  const inside = firsts.flatMap((first) => {
    const own = pages.filter(({ words }) => words[0] === first);
    const single = own.find(({ words }) => words.length === 1);
    const grouped = own.filter(({ words }) => words.length > 1);
    const head: CommandPlace = {
      words: [first],
      next: grouped.map(({ words, summary }) => ({ word: words[1]!, summary })),
      page: single ?? own.find(({ isDefault }) => isDefault) ?? null,
    };
    return [head, ...grouped.map((page) => ({ words: page.words, next: [], page }))];
  });
  return [start, ...inside, help];
}

const summaryOf = (pages: readonly CommandPage[], word: string): string | undefined =>
  pages.find(({ words }) => words.length === 1 && words[0] === word)?.summary;

/** Text as one word of a shell, nothing in it read by the shell. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
