import { visibleData } from '../../model/visible-text.ts';
import type { Section } from '../../ports/formatter.ts';

/** A section that is a JSON array after its key, one item a line. */
export function array<Item>(key: string, value: (item: Item) => unknown): Section<Item> {
  return {
    opening: `${key}[\n`,
    separator: ',\n',
    closing: ']',
    none: `${key}[]`,
    item: (item) => jsonOf(value(item)),
  };
}

/** A value whose texts a model may read. */
export function jsonOf(value: unknown): string {
  return JSON.stringify(visibleData(value));
}

/** The inside of a JSON string: pieces of it can be joined. */
export function inString(text: string): string {
  return jsonOf(text).slice(1, -1);
}

/** A score with as many digits as mean something. */
export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
