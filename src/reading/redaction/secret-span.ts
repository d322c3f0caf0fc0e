// The positions of secrets and of their names in a text.
import type { Trust } from './credential-check.ts';

/** The position of a secret in a text; `end` is exclusive. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  readonly rule: string;
}

/** The name of a secret in a text. */
export interface SecretName {
  readonly start: number;
  readonly end: number;
  /** How much a value under this name must look like a secret. */
  readonly trust: Trust;
  /** The name is that of a password, which people choose themselves. */
  readonly isPassword: boolean;
}

/** Sorts the spans and merges those that overlap. A merged span takes the rule of the longest, or of the first among equals. */
export function mergeSpans(spans: readonly SecretSpan[]): readonly SecretSpan[] {
  const sorted = spans.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const merged: SecretSpan[] = [];
  for (const span of sorted) {
    const last = merged.at(-1);
    if (!last || span.start >= last.end) merged.push(span);
    else merged[merged.length - 1] = { ...longer(last, span), start: last.start, end: Math.max(last.end, span.end) };
  }
  return merged;
}

function longer(a: SecretSpan, b: SecretSpan): SecretSpan {
  return b.end - b.start > a.end - a.start ? b : a;
}
