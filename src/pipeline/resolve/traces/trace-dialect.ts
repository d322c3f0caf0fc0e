/** How one language prints where it broke. Every pattern is anchored, so that a line is read once. */
export interface TraceDialect {
  readonly language: string;
  /**
   * The frame a line shows; `previous` is the line above, for dialects that spread a frame over two. A dialect that has
   * no form of its own must ask whether a name is a file's.
   */
  frame(line: string, previous: string, isFileName: (name: string) => boolean): RawFrame | null;
  /** What went wrong, where a line says it; `previous` is the line above. */
  message(line: string, previous: string): string | null;
  /** Where the message stands: above the frames, below them, or among them. */
  readonly messageStands: 'above' | 'below' | 'among';
  /** Which end of the printed list is the place that broke. */
  readonly innermost: 'first' | 'last';
  /** A single frame of it may be part of a sentence, which then stays its author's. */
  readonly isSpoken: boolean;
  /** Whether the line below a frame is the source that stands there. */
  readonly printsSource?: true;
  /** Whether the name beside a place is what was called there: the function around the place printed before it. */
  readonly namesCalled?: true;
  /** Lines that may lie between two frames: source the dialect quotes, names on their own line. */
  readonly gapLinesMax: number;
}

/** A frame as printed; its path may be absolute, vendored, or a package turned into folders. */
export interface RawFrame {
  readonly path: string;
  readonly line: number | null;
  readonly symbol: string | null;
  /** The line of source that is printed below it. */
  readonly source?: string;
}

/** A frame from the groups of a pattern: path, line, symbol. */
export function rawFrame(
  path: string | undefined,
  line: string | undefined,
  symbol?: string | undefined,
): RawFrame | null {
  if (path === undefined || path === '') return null;
  const number = Number(line);
  return { path, line: line !== undefined && number > 0 ? number : null, symbol: symbol?.trim() || null };
}
