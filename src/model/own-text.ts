/**
 * The same text, made anew. A part of a text is a view that holds the whole of it in memory: what is kept for long, as
 * the key of a cache is, must not be one.
 */
export function ownText(part: string): string {
  return JSON.parse(JSON.stringify(part)) as string;
}
