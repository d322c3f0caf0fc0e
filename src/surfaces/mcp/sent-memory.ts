import { DEFAULTS } from '../../config/defaults.ts';
import type { SentPlace } from '../serving/sent-places.ts';

/** What one connection was sent, for questions that want only what is new. */
export interface SentMemory {
  /** As `seen` takes it. */
  lines(): readonly string[];
  add(places: readonly SentPlace[]): void;
}

/** Keeps the newest places; what was forgotten is sent again. */
export function createSentMemory(): SentMemory {
  let kept: readonly SentPlace[] = [];
  return {
    lines: () => kept.map(({ id, hash }) => `${id}@${hash}`),
    add: (places) => {
      kept = [...kept, ...places].slice(-DEFAULTS.mcp.rememberedMax);
    },
  };
}
