// Threads of the parser send their results to the thread that asked in this form: joined texts, and typed arrays that
// are moved instead of copied.
import type { ParseResult } from '../../../ports/source.ts';
import type { UnitTerms } from '../../../ports/store.ts';

export type WireBatch = ReturnType<typeof toWire>;

/** Joins the terms of all results to one text, a term a line; a term holds no newline. */
export function toWire(results: readonly ParseResult[]) {
  const list: string[] = [];
  const numbersIn = new Map<readonly string[], Uint32Array>();
  // Numbers each term of a list when it is first met, from one.
  const renumber = ({ terms, places }: UnitTerms): Uint32Array => {
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
      counts: { ...counts, places: renumber({ terms, ...counts }) },
      vectors,
    }),
  );
  return { terms: list.join('\n'), results: packed };
}

export function fromWire({ terms, results }: WireBatch): readonly ParseResult[] {
  const list = terms.split('\n');
  return results.map(({ rest, counts, vectors }) => ({
    // Written by `toWire` of the same build.
    ...(JSON.parse(rest) as Omit<ParseResult, 'terms' | 'vectors'>),
    terms: { terms: list, ...counts },
    ...(vectors && { vectors }),
  }));
}

/** Returns the memory that can be moved instead of copied. */
export function buffersOf({ results }: WireBatch): ArrayBuffer[] {
  const arrays = results.flatMap(({ vectors, counts: { places, entries, units, body, name, doc, unitLengths } }) => [
    ...[places, entries, units, body, name, doc, unitLengths],
    ...(vectors ? [vectors.scales, vectors.rows] : []),
  ]);
  return arrays.map((array) => array.buffer as ArrayBuffer);
}
