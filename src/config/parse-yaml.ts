// A file of its own, so that the library is loaded only when there is something to parse.
export { isMap, isScalar, LineCounter, parseDocument } from 'yaml';
