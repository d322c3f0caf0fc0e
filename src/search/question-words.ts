const WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g;

/** Words meaning is told by: 2 to 24 letters, or 2 to 4 digits. Other lengths are noise: hashes, encoded bytes, letters. */
export const WORD_LENGTH = { least: 2, most: 24, mostDigits: 4 } as const;

/** The words of a text in the form vectors are made of: identifiers split, lower case, in order. */
export function meaningWords(text: string): readonly string[] {
  return (text.match(WORD) ?? []).filter(isCounted).map((word) => word.toLowerCase());
}

function isCounted(word: string): boolean {
  const { least, most, mostDigits } = WORD_LENGTH;
  return word.length >= least && word.length <= (word[0]! <= '9' ? mostDigits : most);
}
