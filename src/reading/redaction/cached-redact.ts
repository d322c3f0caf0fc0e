import { LRUCache } from 'lru-cache';
import type { Redact, Redaction } from '../../ports/reader.ts';

/** Adds a cache to the step: a text that was searched at a path is not searched again. The cache holds at most `charactersMax` characters. */
export function cacheRedact(redact: Redact, charactersMax: number): Redact {
  const cache = new LRUCache<string, { readonly text: string; readonly redaction: Redaction }>({
    maxSize: charactersMax,
    // The cache refuses a size of zero, which an empty text would have.
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
