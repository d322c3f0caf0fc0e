import type { Page } from './page.ts';

/** What can be typed after some words of a command. */
export interface Place {
  readonly words: readonly string[];
  /** Words that lead on, with what they are about. */
  readonly next: readonly { readonly word: string; readonly summary: string }[];
  /** The command these words run; null where they run none. */
  readonly page: Page | null;
}

/** Every place a command line can stand at: the start, each group, each command. */
export function placesOf(pages: readonly Page[], groups: Readonly<Record<string, string>>): readonly Place[] {
  const firsts = [...new Set(pages.map(({ words }) => words[0]!))];
  const start: Place = {
    words: [],
    next: firsts.map((word) => ({ word, summary: summaryOf(pages, word) ?? groups[word] ?? '' })),
    page: null,
  };
  const inside = firsts.flatMap((first) => {
    const own = pages.filter(({ words }) => words[0] === first);
    const single = own.find(({ words }) => words.length === 1);
    const grouped = own.filter(({ words }) => words.length > 1);
    const head: Place = {
      words: [first],
      next: grouped.map(({ words, summary }) => ({ word: words[1]!, summary })),
      page: single ?? own.find(({ isDefault }) => isDefault) ?? null,
    };
    return [head, ...grouped.map((page) => ({ words: page.words, next: [], page }))];
  });
  return [start, ...inside];
}

const summaryOf = (pages: readonly Page[], word: string): string | undefined =>
  pages.find(({ words }) => words.length === 1 && words[0] === word)?.summary;

/** Text as one word of a shell, nothing in it read by the shell. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
