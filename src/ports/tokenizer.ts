// What counts the tokens of a page for a model. The tokenizers in `src/tokenizers` implement it.

/** Counts the tokens of a text, in linear time for any input. */
export interface Tokenizer {
  readonly name: string;
  count(text: string): number;
}
