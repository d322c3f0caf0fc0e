import { DEFAULTS } from '../../config/defaults.ts';
import type { SentPlace } from '../serving/sent-places.ts';

/** What one connection was sent, for questions that want only what is new. */
export interface SentMemory {
  /** As `seen` takes it. */
  lines(): readonly string[];
  add(places: readonly SentPlace[]): void;
  /** Without what was told of the workspace before. */
  news(notes: readonly string[]): readonly string[];
  /** Some text was sent: what it tells of the workspace need not be told again. */
  told(text: string): void;
}

// Of the whole workspace, and not of what was asked: a status tells it again.
const STANDING = /^\d+ (?:files?|paths?|patterns?) (?:were )?left out\b/;

/** Keeps the newest places; what was forgotten is sent again. */
export function createSentMemory(): SentMemory {
  let kept: readonly SentPlace[] = [];
  const known = new Set<string>();
  return {
    lines: () => kept.map(({ id, hash }) => `${id}@${hash}`),
    add: (places) => {
      kept = [...kept, ...places].slice(-DEFAULTS.mcp.rememberedMax);
    },
    news: (notes) => notes.filter((note) => !known.has(note)),
    told: (text) => {
      for (const line of text.split('\n')) {
        const note = line.replace(/^Note: /, '');
        if (known.size < DEFAULTS.mcp.rememberedMax && STANDING.test(note)) known.add(note);
      }
    },
  };
}
