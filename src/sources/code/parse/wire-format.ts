import type { UnitVectors } from '../../../ports/embedder.ts';
import type { ParseResult } from '../../../ports/source.ts';
import type { UnitTerms } from '../../../ports/store.ts';

/** Results on their way between threads: joined texts, and typed arrays that are moved and not copied. */
export interface WireBatch {
  /** Terms of all results, one a line; a term holds no newline. */
  readonly terms: string;
  readonly results: readonly WireResult[];
}

interface WireResult {
  readonly rest: string;
  readonly counts: Omit<UnitTerms, 'terms'>;
  readonly vectors: UnitVectors | undefined;
}

/** Packs results to be sent to the main thread. */
export function toWire(results: readonly ParseResult[]): WireBatch {
  const list: string[] = [];
  const numbersIn = new Map<readonly string[], Uint32Array>();
  // Numbers each term of a list when it is first met, from one.
  const renumbered = ({ terms, places }: UnitTerms): Uint32Array => {
    const numbers = numbersIn.get(terms) ?? new Uint32Array(terms.length);
    numbersIn.set(terms, numbers);
    return places.map((place) => {
      if (numbers[place] === 0) numbers[place] = list.push(terms[place]!);
      return numbers[place]! - 1;
    });
  };
  const packed = results.map(
    ({ hash, isParsed, facts, units, redacted, colors, vectors, terms: { terms, ...counts } }) => ({
      rest: JSON.stringify({ hash, isParsed, facts, units, redacted, colors }),
      counts: { ...counts, places: renumbered({ terms, ...counts }) },
      vectors,
    }),
  );
  return { terms: list.join('\n'), results: packed };
}

/** Unpacks what a worker sent. */
export function fromWire({ terms, results }: WireBatch): readonly ParseResult[] {
  const list = terms.split('\n');
  return results.map(({ rest, counts, vectors }) => ({
    // Written by `toWire` of the same build.
    ...(JSON.parse(rest) as Omit<ParseResult, 'terms' | 'vectors'>),
    terms: { terms: list, ...counts },
    ...(vectors && { vectors }),
  }));
}

/** The memory that can be moved instead of copied. */
export function buffersOf({ results }: WireBatch): ArrayBuffer[] {
  const arrays = results.flatMap(({ vectors, counts: { places, entries, units, body, name, doc, unitLengths } }) => [
    ...[places, entries, units, body, name, doc, unitLengths],
    ...(vectors ? [vectors.scales, vectors.rows] : []),
  ]);
  return arrays.map((array) => array.buffer as ArrayBuffer);
}
