import { type Document, isScalar, type Node, visit } from 'yaml';

// A file of its own, so that the library is loaded only when there is something to parse.
export { isMap, isScalar, LineCounter, parseDocument } from 'yaml';

/** Throws where a key is a list or a map, because the library takes the fifth power of their depth to print them. */
export function refuseDeepKeys(node: Document | Node): void {
  visit(node, {
    Pair: (_, { key }) => {
      if (key !== null && !isScalar(key)) throw new Error('a key must be a word, not a list or a map');
    },
  });
}
