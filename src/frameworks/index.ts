import { DJANGO } from './django.ts';
import { EXPRESS } from './express.ts';
import type { Framework } from './framework.ts';
import { LARAVEL } from './laravel.ts';
import { NESTJS } from './nestjs.ts';
import { NEXT } from './next.ts';
import { RAILS } from './rails.ts';
import { REACT } from './react.ts';
import { SPRING } from './spring.ts';

/** Every framework knap knows. */
export const FRAMEWORKS: readonly Framework[] = [LARAVEL, NESTJS, NEXT, REACT, EXPRESS, DJANGO, RAILS, SPRING];

/** What the methods of a controller are called by custom, by the request they answer. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  GET: ['index', 'show', 'list', 'findAll', 'findOne'],
  POST: ['store', 'create'],
  PUT: ['update'],
  PATCH: ['update'],
  DELETE: ['destroy', 'delete', 'remove'],
};

/** Names of methods that by custom answer the requests a text speaks of. */
export function actionsOf(text: string): readonly string[] {
  return Object.entries(ACTIONS).flatMap(([verb, names]) => (text.split(/\W+/).includes(verb) ? names : []));
}
