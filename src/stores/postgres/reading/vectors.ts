// Reads vectors, and finds contents that lack them.
import type { UnembeddedContent, UnitVectors } from '../../../ports/embedder.ts';
import { unpackVectors } from '../../bytes/vector-bytes.ts';
import { firstPaths } from '../../compare-rows.ts';
import { lookUp, type ReadCaches } from '../../read-caches.ts';
import type { ViewScope } from '../view-scope.ts';
import { bytesOf } from './column-bytes.ts';
import { part } from './combined-query.ts';
import type { Snapshot } from './snapshot.ts';
import type { Inquiry } from './view-reads.ts';

/** Finds contents of the view whose vectors are missing or were made with another path. */
export function inquireUnembedded({ workspace }: ViewScope) {
  return ({ view }: Snapshot): Inquiry<readonly UnembeddedContent[]> => ({
    parts: [part(2, 'SELECT content, path FROM knap.vectors WHERE workspace = ?', workspace)],
    answer: ([rows = []]) => {
      const made = new Map(rows.map(([content, path]) => [Number(content), path]));
      return firstPaths(view.files).filter(({ path, content }) => made.get(content) !== view.keyOf.get(path));
    },
  });
}

/** Reads the vectors of these contents. */
export function inquireVectors({ workspace }: ViewScope, contents: readonly number[]) {
  return ({ opening }: Snapshot, caches: ReadCaches): Inquiry<ReadonlyMap<number, UnitVectors>> => {
    const lookup = lookUp<number, readonly UnitVectors[]>(caches.vectors, contents);
    const sql = `SELECT content, encode(bytes, 'base64') FROM knap.vectors WHERE workspace = ? AND content = ANY (?::int[])`;
    return {
      parts: lookup.missing.length > 0 && opening.vectorModel !== null ? [part(2, sql, workspace, lookup.missing)] : [],
      answer: ([rows = []]) => {
        const read = new Map(rows.map(([content, bytes]) => [Number(content), bytesOf(bytes!)]));
        const vectorsOf = (content: number): readonly UnitVectors[] => {
          const bytes = read.get(content);
          return bytes === undefined ? [] : [unpackVectors(bytes, opening.vectorModel!.dimensions)];
        };
        const vectorsByContent = lookup.fill(vectorsOf);
        return new Map(
          [...vectorsByContent].flatMap(([content, vectors]) => vectors.map((vector) => [content, vector] as const)),
        );
      },
    };
  };
}
