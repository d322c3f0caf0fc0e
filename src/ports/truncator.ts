import type { LineRange } from '../model/facts.ts';

/** Shortens text by whole lines. Never called for a text that fits. */
export interface Truncator {
  readonly name: string;
  /** Null when nothing useful fits. `fits` prices the text as it would be printed, marker included. */
  truncate(input: TruncateInput, fits: (text: string) => boolean): Truncated | null;
}

export interface TruncateInput {
  readonly lines: readonly string[];
  /** Line number of the first line in its file. */
  readonly startLine: number;
  /** Signature lines, in file line numbers, where the parser found one. */
  readonly signature: LineRange | null;
  /** Lines evidence points at, in file line numbers. */
  readonly matches: readonly LineRange[];
  /** The language of the lines, where there is one. */
  readonly language?: string | null;
  /** Wraps a remark as a comment of the language: `// …`, `# …`, `<!-- … -->`. */
  readonly comment: (remark: string) => string;
}

export interface Truncated {
  readonly text: string;
  /** The lines kept, in file line numbers. */
  readonly kept: readonly LineRange[];
}
