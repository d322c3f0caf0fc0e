// The YAML library is large. It stands in this file, so that commands without configuration do not load it.
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
