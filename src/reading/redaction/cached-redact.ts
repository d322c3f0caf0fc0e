import { LRUCache } from 'lru-cache';
import type { Redact, Redaction } from '../../ports/reader.ts';

/** The same step with a memory: a text that was seen at a path is not searched again. Keeps at most so many characters. */
export function cacheRedact(redact: Redact, charactersMax: number): Redact {
  const cache = new LRUCache<string, { readonly text: string; readonly redaction: Redaction }>({
    maxSize: charactersMax,
    // One more, because an empty text must weigh something too.
    sizeCalculation: ({ text }) => 1 + text.length,
  });
  return async (text, path, cleanBy) => {
    const cached = cache.get(path);
    if (cached?.text === text) return cached.redaction;
    const redaction = await redact(text, path, cleanBy);
    cache.set(path, { text, redaction });
    return redaction;
  };
}
