// Remembers what one client was sent, so that it can ask for new content only.
import { DEFAULTS } from '../../config/defaults.ts';
import type { SentPlace } from '../serving/sent-places.ts';

export interface SentMemory {
  /** The sent places in the form of the `seen` field. */
  lines(): readonly string[];
  add(places: readonly SentPlace[]): void;
  /** Drops notes about the workspace that the connection has received already. */
  newNotes(notes: readonly string[]): readonly string[];
  /** Remembers the notes about the workspace in a text that was sent. */
  addText(text: string): void;
}

// Notes about the whole workspace, which context_status repeats on demand.
const WORKSPACE_NOTE = /^\d+ (?:files?|paths?|patterns?) (?:were )?left out\b/;

/** Creates a memory of the newest places. Older places are forgotten, and then sent again. */
export function createSentMemory(): SentMemory {
  let sent: readonly SentPlace[] = [];
  const sentNotes = new Set<string>();
  return {
    lines: () => sent.map(({ id, hash }) => `${id}@${hash}`),
    add: (places) => {
      sent = [...sent, ...places].slice(-DEFAULTS.mcp.rememberedMax);
    },
    newNotes: (notes) => notes.filter((note) => !sentNotes.has(note)),
    addText: (text) => {
      for (const line of text.split('\n')) {
        const note = line.replace(/^Note: /, '');
        if (sentNotes.size < DEFAULTS.mcp.rememberedMax && WORKSPACE_NOTE.test(note)) sentNotes.add(note);
      }
    },
  };
}
