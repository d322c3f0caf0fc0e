/** Everything a check can find: errors (E) and warnings (W). */
const FINDINGS = {
  E001: { title: 'duplicate ID' },
  E002: { title: 'missing link target' },
  E003: { title: 'unknown key' },
  E004: { title: 'missing issue field' },
  E005: { title: 'bad value' },
  E006: { title: 'circular blocking' },
  E007: { title: 'malformed ID' },
  W001: { title: 'long document' },
  W002: { title: 'missing name' },
  W003: { title: 'missing description' },
  W004: { title: 'long name' },
  W005: { title: 'long description' },
  W006: { title: 'characters of a name' },
  W007: { title: 'style of a heading' },
  W008: { title: 'marker of a list' },
  W009: { title: 'bare URL' },
  W010: { title: 'link to itself' },
  W011: { title: 'backslash in a path' },
} as const satisfies Record<string, { title: string }>;
export type FindingCode = keyof typeof FINDINGS;

/** One fault at one place. */
export interface Finding {
  readonly code: FindingCode;
  readonly path: string;
  readonly line: number;
  readonly message: string;
  /** `fixDocument` can mend it without touching anything else. */
  readonly isFixable: boolean;
}

/** Errors make a check fail gravely; warnings are advice. */
export function isError(finding: Finding): boolean {
  return finding.code.startsWith('E');
}
