// What configuration needs of the YAML library, which is large: imported only when there is a file to read.
import { type Document, isScalar, type Node, visit } from 'yaml';

export { isMap, isScalar, LineCounter, parseDocument } from 'yaml';

/** Throws if a key is a list or a map: the time to print one grows with the fifth power of its depth. */
export function refuseDeepKeys(node: Document | Node): void {
  visit(node, {
    Pair: (_, { key }) => {
      if (key !== null && !isScalar(key)) throw new Error('a key must be a word, not a list or a map');
    },
  });
}
