const KEPT_MAX = 1 << 20;

/** A text as code units in memory that is used again: looking at one there is several times quicker than in a string. */
export class TextCodes {
  text = '';
  codes = new Uint16Array(1 << 15);
  #bytes = Buffer.from(this.codes.buffer);

  /** Puts a text in place of the one before; it begins at 0. */
  put(text: string): void {
    this.text = text;
    const isMissing = text.length > this.codes.length;
    // Room for a huge text is not kept for the small ones behind it.
    if (isMissing || (this.codes.length > KEPT_MAX && text.length < KEPT_MAX / 2)) {
      this.codes = new Uint16Array(isMissing ? Math.max(text.length, Math.min(2 * text.length, KEPT_MAX)) : KEPT_MAX);
      this.#bytes = Buffer.from(this.codes.buffer);
    }
    this.#bytes.write(text, 0, 'utf16le');
  }
}
