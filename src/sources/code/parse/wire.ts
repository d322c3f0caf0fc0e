import type { ParseResult } from '../../../ports/source.ts';
import type { UnitVectors } from '../../../ports/vectors.ts';

/** A result on its way between threads: each term once, everything countable in typed arrays that are moved, not copied. */
export interface WireResult {
  readonly rest: string;
  /** Distinct terms, one a line; a term holds no newline. */
  readonly terms: string;
  /** How many entries each distinct term has. */
  readonly entries: Uint32Array;
  readonly units: Uint32Array;
  readonly body: Uint8Array;
  readonly name: Uint8Array;
  readonly doc: Uint8Array;
  readonly unitLengths: Uint32Array;
  readonly vectors: UnitVectors | undefined;
}

/** Packs a result for the way out of a worker. */
export function toWire(result: ParseResult): WireResult {
  const { terms, ...counts } = result.terms;
  const distinct: string[] = [];
  const entries: number[] = [];
  for (const term of terms) {
    if (term === distinct.at(-1)) entries[entries.length - 1] = (entries.at(-1) ?? 0) + 1;
    else {
      distinct.push(term);
      entries.push(1);
    }
  }
  const { hash, isParsed, facts, units, redacted } = result;
  return {
    rest: JSON.stringify({ hash, isParsed, facts, units, redacted }),
    ...counts,
    terms: distinct.join('\n'),
    entries: Uint32Array.from(entries),
    vectors: result.vectors,
  };
}

/** Unpacks what a worker sent. */
export function fromWire(wire: WireResult): ParseResult {
  const { rest, entries, terms, units, body, name, doc, unitLengths, vectors } = wire;
  const distinct = terms === '' ? [] : terms.split('\n');
  const all: string[] = [];
  for (const [at, term] of distinct.entries()) {
    for (let left = entries[at] ?? 0; left > 0; left--) all.push(term);
  }
  // Written by `toWire` of the same build.
  const result = JSON.parse(rest) as Omit<ParseResult, 'terms' | 'vectors'>;
  const counted = { terms: all, units, body, name, doc, unitLengths };
  return { ...result, terms: counted, ...(vectors && { vectors }) };
}

/** The memory that can be moved instead of copied. */
export function buffersOf(wire: WireResult): ArrayBuffer[] {
  const arrays = [wire.entries, wire.units, wire.body, wire.name, wire.doc, wire.unitLengths];
  const vectors = wire.vectors ? [wire.vectors.scales, wire.vectors.rows] : [];
  return [...arrays, ...vectors].map((array) => array.buffer as ArrayBuffer);
}
