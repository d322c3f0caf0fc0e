import type { ParseResult } from '../../../ports/source.ts';
import type { UnitTerms } from '../../../ports/store.ts';
import type { UnitVectors } from '../../../ports/vectors.ts';

/** Results on their way between threads: texts joined, everything countable in typed arrays that are moved, not copied. */
export interface WireBatch {
  /** Distinct terms of all results, one a line; a term holds no newline. */
  readonly terms: string;
  readonly results: readonly WireResult[];
}

interface WireResult {
  readonly rest: string;
  /** The places of its terms among those of all. */
  readonly places: Uint32Array;
  readonly counts: Omit<UnitTerms, 'terms'>;
  readonly vectors: UnitVectors | undefined;
}

/** Packs results for the way out of a worker. */
export function toWire(results: readonly ParseResult[]): WireBatch {
  const places = new Map<string, number>();
  const placeOf = (term: string): number => {
    const known = places.get(term) ?? places.size;
    if (known === places.size) places.set(term, known);
    return known;
  };
  const packed = results.map(({ hash, isParsed, facts, units, redacted, vectors, terms: { terms, ...counts } }) => ({
    rest: JSON.stringify({ hash, isParsed, facts, units, redacted }),
    places: Uint32Array.from(terms, placeOf),
    counts,
    vectors,
  }));
  return { terms: [...places.keys()].join('\n'), results: packed };
}

/** Unpacks what a worker sent. */
export function fromWire({ terms, results }: WireBatch): readonly ParseResult[] {
  const known = terms.split('\n');
  return results.map(({ rest, places, counts, vectors }) => ({
    // Written by `toWire` of the same build.
    ...(JSON.parse(rest) as Omit<ParseResult, 'terms' | 'vectors'>),
    terms: { terms: Array.from(places, (place) => known[place]!), ...counts },
    ...(vectors && { vectors }),
  }));
}

/** The memory that can be moved instead of copied. */
export function buffersOf({ results }: WireBatch): ArrayBuffer[] {
  const arrays = results.flatMap(({ places, vectors, counts: { entries, units, body, name, doc, unitLengths } }) => [
    ...[places, entries, units, body, name, doc, unitLengths],
    ...(vectors ? [vectors.scales, vectors.rows] : []),
  ]);
  return arrays.map((array) => array.buffer as ArrayBuffer);
}
