/** Only the first words of a long report are compared. */
const WORDS_MAX = 64;
const TITLE_WEIGHT = 2;
// Links and pasted code, which would hide what a report asks for.
const NOISE = [/https?:\/\/\S+/g, /```[\s\S]*?(?:```|$)/g];

/** The text of a question without comments of templates, links and fenced code; as it was when nothing else is in it. */
export function cleanQuestion(text: string): string {
  const clean = NOISE.reduce((rest, noise) => rest.replace(noise, ' '), blankComments(text));
  return clean.trim() === '' ? text : clean;
}

/** The text with its comments as blank lines, so that line numbers stay; one that never ends is only a mark. */
export function blankComments(text: string): string {
  let kept = '';
  let from = 0;
  for (let open = text.indexOf('<!--'); open >= 0; open = text.indexOf('<!--', from)) {
    const close = text.indexOf('-->', open + 4);
    if (close < 0) break;
    kept += text.slice(from, open) + text.slice(open, close).replace(/[^\n]+/g, ' ');
    from = close + 3;
  }
  return kept + text.slice(from);
}

/** Replaces `sample(s)` by `samples`, which is no call. */
export function plainPlurals(prose: string): string {
  return prose.replace(/(?<![\w.$>:`])([A-Za-z][a-z]{2,40})\((e?s)\)(?![\w.(])/g, '$1$2');
}

/** The words that a question is compared by: its first ones, with those of its first line two more times. */
export function questionWords(text: string): readonly string[] {
  const title = meaningWords(text.split('\n', 1)[0] ?? '');
  const body = meaningWords(cleanQuestion(text)).slice(0, WORDS_MAX);
  const words = [...body, ...Array.from({ length: TITLE_WEIGHT }, () => title).flat()];
  return words.length > 0 ? words : meaningWords(text);
}

const WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g;

/** Lengths of words with a vector: 2 to 24 letters or 2 to 4 digits; others are hashes and encoded bytes. */
export const WORD_LENGTH = { least: 2, most: 24, mostDigits: 4 } as const;

/** The words of a text as vectors know them: identifiers split, lower case, in order. */
export function meaningWords(text: string): readonly string[] {
  return (text.match(WORD) ?? []).filter(isCounted).map((word) => word.toLowerCase());
}

function isCounted(word: string): boolean {
  const { least, most, mostDigits } = WORD_LENGTH;
  return word.length >= least && word.length <= (word[0]! <= '9' ? mostDigits : most);
}
