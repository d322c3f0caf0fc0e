/** Counts the tokens of a text, in linear time for any input. */
export interface Tokenizer {
  readonly name: string;
  count(text: string): number;
}
