/** What a check can find: errors (E) and warnings (W). The checks say beside each code what it means. */
export type FindingCode =
  | `E00${1 | 2 | 3 | 4 | 5 | 6 | 7}`
  | `W00${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`
  | 'W010'
  | 'W011';

/** One fault at one place. */
export interface Finding {
  readonly code: FindingCode;
  readonly path: string;
  readonly line: number;
  readonly message: string;
  /** `fixDocument` can mend it without touching anything else. */
  readonly isFixable: boolean;
}

/** A fault that only a person can mend. */
export function finding(code: FindingCode, path: string, line: number, message: string): Finding {
  return { code, path, line, message, isFixable: false };
}

/** Errors make a check fail gravely; warnings are advice. */
export function isError(finding: Finding): boolean {
  return finding.code.startsWith('E');
}
