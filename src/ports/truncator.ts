// What shortens a text: the budget asks it for an excerpt before it leaves a part out.
import type { LineRange } from '../model/facts.ts';

/** Shortens a text by whole lines. A text that fits may come back whole: a part may fit without its context lines. */
export interface Truncator {
  readonly name: string;
  /** Null if nothing useful fits. `fits` counts the text as printed. */
  truncate(input: TruncateInput, fits: (text: string) => boolean): TruncateResult | null;
}

export interface TruncateInput {
  readonly lines: readonly string[];
  /** Line number of the first line in its file. */
  readonly startLine: number;
  /** The lines of the signature, in file line numbers; null without one. */
  readonly signature: LineRange | null;
  /** Lines with evidence, in file line numbers. */
  readonly matches: readonly LineRange[];
  /** The language of the lines; null for a text without one. Absent, the lines count as code. */
  readonly language?: string | null;
  /** Wraps a remark as a comment of the language: `// …`, `# …`, `<!-- … -->`. */
  readonly comment: (remark: string) => string;
}

export interface TruncateResult {
  readonly text: string;
  /** The lines that `text` keeps, in file line numbers. */
  readonly kept: readonly LineRange[];
}
