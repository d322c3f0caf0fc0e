// A question may contain text that hides what it asks for, such as links and pasted code. This file cleans it and picks
// the words by which meanings are compared.

/** Of a long report only this many words are compared, besides those of its title. */
const WORDS_MAX = 64;
const TITLE_WEIGHT = 2;
// Links and pasted code.
const NOISE = [/https?:\/\/\S+/g, /```[\s\S]*?(?:```|$)/g];

/** Removes HTML comments, links and fenced code; returns the text unchanged when it has nothing else. */
export function cleanQuestion(text: string): string {
  const clean = NOISE.reduce((rest, noise) => rest.replace(noise, ' '), blankComments(text));
  return clean.trim() === '' ? text : clean;
}

/** Blanks comments but keeps their line ends, so that line numbers stay. A comment that never ends is not one. */
export function blankComments(text: string): string {
  let cleaned = '';
  let from = 0;
  for (let open = text.indexOf('<!--'); open >= 0; open = text.indexOf('<!--', from)) {
    const close = text.indexOf('-->', open + 4);
    if (close < 0) break;
    cleaned += text.slice(from, open) + text.slice(open, close).replace(/[^\n]+/g, ' ');
    from = close + 3;
  }
  return cleaned + text.slice(from);
}

/** Replaces `sample(s)` in a sentence by `samples`, so that it does not look like a call. */
export function spellPlurals(prose: string): string {
  return prose.replace(/(?<![\w.$>:`])([A-Za-z][a-z]{2,40})\((e?s)\)(?![\w.(])/g, '$1$2');
}

/** Returns the words by which a question is compared: its first words, and those of its first line two more times. */
export function pickQuestionWords(text: string): readonly string[] {
  const title = splitForMeaning(text.split('\n', 1)[0] ?? '');
  const body = splitForMeaning(cleanQuestion(text)).slice(0, WORDS_MAX);
  const words = [...body, ...Array.from({ length: TITLE_WEIGHT }, () => title).flat()];
  return words.length > 0 ? words : splitForMeaning(text);
}

// The words in an identifier: `HTTPServer2` has HTTP, Server and 2.
const WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g;

/** The lengths of words that have a vector. Longer ones are mostly hashes and encoded bytes. */
export const WORD_LENGTH = { min: 2, max: 24, digitsMax: 4 } as const;

/** Splits a text into the words that may have vectors: ASCII, of these lengths, in lower case, identifiers split. */
export function splitForMeaning(text: string): readonly string[] {
  return (text.match(WORD) ?? []).filter(hasVectorLength).map((word) => word.toLowerCase());
}

function hasVectorLength(word: string): boolean {
  const { min, max, digitsMax } = WORD_LENGTH;
  return word.length >= min && word.length <= (word[0]! <= '9' ? digitsMax : max);
}
