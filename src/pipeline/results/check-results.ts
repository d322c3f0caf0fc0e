import { ContextError } from '../../model/errors.ts';
import type { SearchResult } from './search-result.ts';

/** Refuses what is no list of search results; one line says which of them is wrong, and how. */
export function checkResults(results: unknown): readonly SearchResult[] {
  if (!Array.isArray(results)) throw bad(`A list of search results is needed, not ${named(results)}`);
  for (const [index, result] of results.entries()) {
    const fault = faultOf(result);
    if (fault !== null) throw bad(`Result ${index + 1} of ${results.length} ${fault}`);
  }
  return results;
}

const SHAPE = '{ entity: { name, type, … }, score }';

function bad(fault: string): ContextError {
  return new ContextError('BAD_INPUT', `${fault}: a result is ${SHAPE}.`);
}

function faultOf(result: unknown): string | null {
  if (!isObject(result)) return `is ${named(result)}`;
  const { entity, score } = result;
  if (!isObject(entity)) return 'has no entity';
  for (const field of ['name', 'type'])
    if (typeof entity[field] !== 'string' || entity[field] === '') return `has no ${field}`;
  for (const [field, isRight] of OPTIONAL) {
    const value = entity[field];
    if (value !== undefined && value !== null && !isRight(value)) return `has a wrong ${field} (${named(value)})`;
  }
  if (typeof result.entityId !== 'string' && result.entityId !== undefined)
    return `has a wrong entityId (${named(result.entityId)})`;
  if (typeof score !== 'number' || !Number.isFinite(score)) return `has no score that can be ordered (${named(score)})`;
  return null;
}

const isText = (value: unknown) => typeof value === 'string';
const isNumber = (value: unknown) => typeof value === 'number';
const OPTIONAL: readonly (readonly [field: string, isRight: (value: unknown) => boolean])[] = [
  ['id', isText],
  ['entityId', isText],
  ['qualifiedName', isText],
  ['content', isText],
  ['summary', isText],
  ['filePath', isText],
  ['startLine', isNumber],
  ['endLine', isNumber],
  ['metadata', isObject],
];

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function named(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'number' || value === null) return String(value);
  return Array.isArray(value) ? 'a list' : `a value of type ${typeof value}`;
}
