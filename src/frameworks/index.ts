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

export { actionsOf } from './actions.ts';
