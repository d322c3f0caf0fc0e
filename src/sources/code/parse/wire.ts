import type { ParseResult } from '../../../ports/source.ts';
import type { UnitTerms } from '../../../ports/store.ts';
import type { UnitVectors } from '../../../ports/vectors.ts';

/** A result on its way between threads: texts joined, everything countable in typed arrays that are moved, not copied. */
export interface WireResult {
  readonly rest: string;
  /** Distinct terms, one a line; a term holds no newline. */
  readonly terms: string;
  readonly counts: Omit<UnitTerms, 'terms'>;
  readonly vectors: UnitVectors | undefined;
}

/** Packs a result for the way out of a worker. */
export function toWire(result: ParseResult): WireResult {
  const { hash, isParsed, facts, units, redacted, vectors } = result;
  const { terms, ...counts } = result.terms;
  return { rest: JSON.stringify({ hash, isParsed, facts, units, redacted }), terms: terms.join('\n'), counts, vectors };
}

/** Unpacks what a worker sent. */
export function fromWire({ rest, terms, counts, vectors }: WireResult): ParseResult {
  // Written by `toWire` of the same build.
  const result = JSON.parse(rest) as Omit<ParseResult, 'terms' | 'vectors'>;
  return { ...result, terms: { terms: terms === '' ? [] : terms.split('\n'), ...counts }, ...(vectors && { vectors }) };
}

/** The memory that can be moved instead of copied. */
export function buffersOf({ counts, vectors }: WireResult): ArrayBuffer[] {
  const { entries, units, body, name, doc, unitLengths } = counts;
  const arrays = [entries, units, body, name, doc, unitLengths, ...(vectors ? [vectors.scales, vectors.rows] : [])];
  return arrays.map((array) => array.buffer as ArrayBuffer);
}
