import { documentPooling } from '../../../embedders/builtin/builtin.ts';
import type { Model } from '../../../embedders/builtin/model.ts';
import type { ParseRequest, ParseResult } from '../../../ports/source.ts';
import { emptyVectors, setVector } from '../../../search/unit-vectors.ts';
import { lineIndex } from './symbols/line-index.ts';

/** A table of vectors the threads share, and how much of a unit is looked at. */
export interface VectorTable {
  readonly model: Model;
  readonly charactersMax: number;
}

/** Adds vectors to results: of each unit its text and the words of its path. */
export function createAddVectors({ model, charactersMax }: VectorTable) {
  const vectorOf = documentPooling(model);
  return ({ text: original, path }: ParseRequest, result: ParseResult): ParseResult => {
    if (path === undefined) return result;
    const text = result.redacted ?? original;
    const { startOf } = lineIndex(text);
    const vectors = emptyVectors(result.units.length, model.dimensions);
    for (const [at, { startLine, endLine }] of result.units.entries()) {
      const start = startOf(startLine);
      const end = Math.min(startOf(endLine + 1), start + charactersMax);
      setVector(vectors, at, vectorOf(text, start, end, path));
    }
    return { ...result, vectors };
  };
}
