import { randomUUID } from 'node:crypto';
import { oneLine } from '../../model/visible-text.ts';
import type { Metrics } from './metrics.ts';

export interface Observing {
  readonly metrics: Metrics;
  /** Told one line for each request; without it nothing is written. */
  readonly log: ((line: string) => void) | null;
  /** The paths that are counted by name. */
  readonly isRoute: (path: string) => boolean;
}

type RequestAnswer<Env> = (request: Request, env: Env) => Response | Promise<Response>;

const ID = /^[\w.:-]{1,100}$/;
const METHODS = ['GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'HEAD', 'OPTIONS'];
const PATH_MAX = 200;

/** Gives every request a name, which its answer and its line in the log carry, and counts it. */
export function observed<Env>(
  answer: RequestAnswer<Env>,
  { metrics, log, isRoute }: Observing,
): (request: Request, env: Env) => Promise<Response> {
  return async (request, env) => {
    const started = performance.now();
    const sent = request.headers.get('x-request-id') ?? '';
    const id = ID.test(sent) ? sent : randomUUID();
    const response = await answer(request, env);
    const seconds = (performance.now() - started) / 1000;
    const { pathname } = new URL(request.url);
    const method = METHODS.includes(request.method) ? request.method : 'other';
    metrics.count({ route: isRoute(pathname) ? pathname : 'other', method, status: response.status, seconds });
    // Never what was asked: a question and its answer hold what is in the workspace.
    log?.(
      `${new Date().toISOString()} ${method} ${oneLine(pathname.slice(0, PATH_MAX))} ${response.status} ${(seconds * 1000).toFixed(0)}ms ${id}`,
    );
    response.headers.set('X-Request-Id', id);
    return response;
  };
}
