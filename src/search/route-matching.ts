// A task may name an address such as `/api/users/12`. This file finds lines of source that may declare its route, in
// which values are parameters and the beginning may be missing because it is mounted elsewhere.
import type { Mention } from '../model/task.ts';
import { nameKey } from '../model/terms.ts';

/** The parts of the address of a page or an endpoint; null for a part that is a value. */
export type RouteParts = readonly (string | null)[];

const ROUTES_MAX = 5;
const PARTS_MAX = 8;
// A string with the characters of routes and of their patterns.
const STRING = /["'`]([\w\-./:{}<>*[\]$()?@=^+\\]{1,120})["'`]/g;
// A string without a slash counts as a route only on a line with one of these words.
const ROUTING =
  /(?:rout|controller|mapping|resource|path|url|endpoint|\bget\b|\bpost\b|\bput\b|\bpatch\b|\bdelete\b|\bhandle)/i;
// Numbers, ids, hashes and parameters of a pattern are values.
const VALUE = /^(?:\d[\d-]*|[0-9a-f]{8,}(?:-[0-9a-f]{4,}){0,4}|[:{[<*(].*|.*[{<*(].*|\$.*)$/i;

/** Returns the routes a task names, in parts. */
export function parseRoutes(mentions: readonly Mention[]): readonly RouteParts[] {
  return mentions
    .filter(({ kind }) => kind === 'route')
    .slice(0, ROUTES_MAX)
    .map(({ text }) => splitAddress(text))
    .filter((parts) => parts.some((part) => part !== null));
}

function splitAddress(address: string): RouteParts {
  const path = address.replace(/[?#].*$/, '').replace(/\.(?:html?|php|aspx?)$/, '');
  return path
    .split('/')
    .filter((part) => part !== '')
    .slice(0, PARTS_MAX)
    .map((part) => (VALUE.test(part) ? null : nameKey(part)));
}

/** Returns the words of a route that are looked up in the index. */
export function wordsOfRoute(address: string): readonly string[] {
  return address.split(/[/?#]/).filter((part) => part !== '' && !VALUE.test(part));
}

/** Finds the lines with a string that is an end of the route, with the most parts that are no values (`held`). */
export function findRouteLines(
  text: string,
  route: RouteParts,
): { readonly lines: readonly number[]; readonly held: number } {
  let best: { lines: number[]; held: number } = { lines: [], held: 0 };
  const last = route.findLast((part) => part !== null)!;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.length > 1000) continue;
    for (const [, string = ''] of line.matchAll(STRING)) {
      if (!nameKey(string).includes(last) || (!string.includes('/') && !ROUTING.test(line))) continue;
      const held = countMatchingParts(splitAddress(string), route);
      if (held > best.held) best = { lines: [index + 1], held };
      else if (held > 0 && held === best.held) best.lines.push(index + 1);
    }
  }
  return best;
}

// Counts the matching parts of a string that is the end of the route, as `/users/:id` is of `/api/users/12`; else 0.
function countMatchingParts(candidate: RouteParts, route: RouteParts): number {
  if (candidate.length === 0 || candidate.length > route.length) return 0;
  const end = route.slice(route.length - candidate.length);
  const isEnd = candidate.every((part, index) => part === end[index] || (part === null && end[index] !== undefined));
  return isEnd ? candidate.filter((part) => part !== null).length : 0;
}
