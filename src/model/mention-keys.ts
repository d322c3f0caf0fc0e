import { nameKey } from './terms.ts';

/** The last of the names a mention is made of: `pay` of `Shop.pay`. */
export function lastName(text: string): string {
  return text.split(/::|[.#]|->/).findLast(Boolean) ?? text;
}

/** The keys a mention of a symbol is looked up by: the whole of it, and its last name. */
export function mentionKeys(text: string): readonly string[] {
  return [nameKey(text), nameKey(lastName(text))];
}
