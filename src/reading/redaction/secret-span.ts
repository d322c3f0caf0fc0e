import type { Trust } from './credential-check.ts';

/** Where a secret stands in a text: from `start` up to, not including, `end`. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  readonly rule: string;
}

/** A name in a text that tells of a secret. */
export interface SecretName {
  readonly start: number;
  readonly end: number;
  /** How much a value must look like a secret to be one under this name. */
  readonly trust: Trust;
  /** It is the name of a password, which people choose themselves. */
  readonly isPassword: boolean;
}

/** Sorted, with overlapping spans joinPieces under the rule of the longest, of equals the first given. */
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
