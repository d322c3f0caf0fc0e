// Lists the frameworks that knap knows. Detection, edges between files and the words of domains all read this list; a
// new framework is a file beside this one and a line here. Also knows the usual names of controller methods.
import type { Framework } from './framework.ts';
import { EXPRESS, NESTJS, NEXT, REACT } from './javascript.ts';
import { DJANGO, LARAVEL, RAILS, SPRING } from './server-side.ts';

export const FRAMEWORKS: readonly Framework[] = [LARAVEL, NESTJS, NEXT, REACT, EXPRESS, DJANGO, RAILS, SPRING];

/** Usual names of controller methods for each HTTP method. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  GET: ['index', 'show', 'list', 'findAll', 'findOne'],
  POST: ['store', 'create'],
  PUT: ['update'],
  PATCH: ['update'],
  DELETE: ['destroy', 'delete', 'remove'],
};

/** Returns the usual names of controller methods for the HTTP methods in a text. */
export function actionsOf(text: string): readonly string[] {
  return Object.entries(ACTIONS).flatMap(([verb, names]) => (text.split(/\W+/).includes(verb) ? names : []));
}
