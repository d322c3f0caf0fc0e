/** Counts what a text costs. Linear on any input. */
export interface Tokenizer {
  readonly name: string;
  count(text: string): number;
}
