import { isDeepStrictEqual } from 'node:util';
import { indentAt, indentUnit, lineBreak, nodeIn, type Path, printed, removeIn, setIn } from './edit-jsonc.ts';
import type { JsonNode } from './jsonc.ts';

/** Where a list belongs stands something else. */
export class NoList extends Error {
  constructor(path: readonly string[]) {
    super(`"${path.join('.')}" is no list`);
  }
}

type IsOurs = (value: unknown) => boolean;

/** The text with one item of ours in a list, and every other byte as it was. */
export function setItem(text: string, path: Path, item: unknown, isOurs: IsOurs): string {
  const items = itemsIn(text, path);
  const last = items?.at(-1);
  if (last === undefined) return setIn(text, path, [item]);
  const own = items?.find(({ value }) => isOurs(value));
  if (own !== undefined) {
    if (isDeepStrictEqual(own.value, item)) return text;
    return text.slice(0, own.start) + printedAt(text, own.start, item) + text.slice(own.end);
  }
  const isOnOwnLine = indentAt(text, last.start) !== '' && /\n[ \t]*$/.test(text.slice(0, last.start));
  const gap = isOnOwnLine ? lineBreak(text) + indentAt(text, last.start) : ' ';
  return `${text.slice(0, last.end)},${gap}${printedAt(text, last.start, item)}${text.slice(last.end)}`;
}

/** The text without our item; a list that is empty then goes with it. */
export function removeItem(text: string, path: Path, isOurs: IsOurs): string {
  const items = itemsIn(text, path) ?? [];
  const at = items.findIndex(({ value }) => isOurs(value));
  const own = items[at];
  if (own === undefined) return text;
  if (items.length === 1) return removeIn(text, path);
  const [before, next] = [items[at - 1], items[at + 1]];
  return before ? text.slice(0, before.end) + text.slice(own.end) : text.slice(0, own.start) + text.slice(next!.start);
}

function itemsIn(text: string, path: Path): readonly JsonNode[] | undefined {
  const node = nodeIn(text, path);
  if (node !== undefined && node.items === undefined) throw new NoList(path);
  return node?.items;
}

const printedAt = (text: string, at: number, item: unknown): string =>
  printed(item, { text, at, unit: indentUnit(text) });
