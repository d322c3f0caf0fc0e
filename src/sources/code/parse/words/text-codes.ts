/** A text as code units in memory that is used again: looking at one there is several times quicker than in a string. */
export class TextCodes {
  codes = new Uint16Array(1 << 15);
  #bytes = Buffer.from(this.codes.buffer);

  /** Puts a text in place of the one before; it begins at 0. */
  put(text: string): void {
    if (text.length > this.codes.length) {
      this.codes = new Uint16Array(2 * text.length);
      this.#bytes = Buffer.from(this.codes.buffer);
    }
    this.#bytes.write(text, 0, 'utf16le');
  }
}
