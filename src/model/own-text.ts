// Shorter parts are copied by the engine itself.
const VIEW_LENGTH_MIN = 13;

/**
 * The same text, made anew. A part of a text is a view that holds the whole of it in memory: what is kept for long, as
 * the key of a cache is, must not be one.
 */
export function ownText(part: string): string {
  if (part.length < VIEW_LENGTH_MIN) return part;
  return JSON.parse(JSON.stringify(part)) as string;
}
