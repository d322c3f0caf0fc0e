import type { Mention } from '../model/task.ts';
import { nameKey } from '../model/terms.ts';

/** An address of a page or an endpoint, in parts; null for a part that is a value. */
export type RouteParts = readonly (string | null)[];

const ROUTES_MAX = 5;
const PARTS_MAX = 8;
const STRING = /["'`]([\w\-./:{}<>*[\]$()?@=^+\\]{1,120})["'`]/g;
// A string without a slash is a route only on a line with one of these words.
const ROUTING =
  /(?:rout|controller|mapping|resource|path|url|endpoint|\bget\b|\bpost\b|\bput\b|\bpatch\b|\bdelete\b|\bhandle)/i;
// Numbers, ids and hashes are values; so is what a pattern leaves open.
const VALUE = /^(?:\d[\d-]*|[0-9a-f]{8,}(?:-[0-9a-f]{4,}){0,4}|[:{[<*(].*|.*[{<*(].*|\$.*)$/i;

/** The routes a task names, in parts. */
export function routesOf(mentions: readonly Mention[]): readonly RouteParts[] {
  return mentions
    .filter(({ kind }) => kind === 'route')
    .slice(0, ROUTES_MAX)
    .map(({ text }) => partsOf(text))
    .filter((parts) => parts.some((part) => part !== null));
}

/** The parts of an address, as names are compared. */
function partsOf(address: string): RouteParts {
  const path = address.replace(/[?#].*$/, '').replace(/\.(?:html?|php|aspx?)$/, '');
  return path
    .split('/')
    .filter((part) => part !== '')
    .slice(0, PARTS_MAX)
    .map((part) => (VALUE.test(part) ? null : nameKey(part)));
}

/** Words that the index is asked for a route. */
export function routeWords(address: string): readonly string[] {
  return address.split(/[/?#]/).filter((part) => part !== '' && !VALUE.test(part));
}

/** The lines of a text with a string that is the route or its end, and how many of its parts they hold. */
export function routeLines(
  text: string,
  route: RouteParts,
): { readonly lines: readonly number[]; readonly held: number } {
  let best: { lines: number[]; held: number } = { lines: [], held: 0 };
  const last = route.findLast((part) => part !== null)!;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.length > 1000) continue;
    for (const [, string = ''] of line.matchAll(STRING)) {
      if (!nameKey(string).includes(last) || (!string.includes('/') && !ROUTING.test(line))) continue;
      const held = heldBy(partsOf(string), route);
      if (held > best.held) best = { lines: [index + 1], held };
      else if (held > 0 && held === best.held) best.lines.push(index + 1);
    }
  }
  return best;
}

// A string may be the end of the address, as `/users/:id` of `/api/users/12`: the rest may be mounted elsewhere.
function heldBy(own: RouteParts, route: RouteParts): number {
  if (own.length === 0 || own.length > route.length) return 0;
  const end = route.slice(route.length - own.length);
  const isEnd = own.every((part, index) => part === end[index] || (part === null && end[index] !== undefined));
  return isEnd ? own.filter((part) => part !== null).length : 0;
}
