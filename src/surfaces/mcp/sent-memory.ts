// Remembers what one connection was sent, so that it can ask for new content only.
import { DEFAULTS } from '../../config/defaults.ts';
import type { SentPlace } from '../serving/sent-places.ts';

export type SentMemory = ReturnType<typeof createSentMemory>;

// Notes about the whole workspace, which context_status repeats on demand.
const WORKSPACE_NOTE = /^\d+ (?:files?|paths?|patterns?) (?:were )?left out\b/;

/** Only the newest places are remembered; older ones are sent again. */
export function createSentMemory() {
  let sent: readonly SentPlace[] = [];
  const sentNotes = new Set<string>();
  return {
    /** The sent places in the form of the `seen` field. */
    lines: () => sent.map(({ id, hash }) => `${id}@${hash}`),
    add: (places: readonly SentPlace[]) => {
      sent = [...sent, ...places].slice(-DEFAULTS.mcp.rememberedMax);
    },
    /** Drops notes about the workspace that the connection has received already. */
    newNotes: (notes: readonly string[]) => notes.filter((note) => !sentNotes.has(note)),
    /** Remembers the notes about the workspace in a text that was sent. */
    addText: (text: string) => {
      for (const line of text.split('\n')) {
        const note = line.replace(/^Note: /, '');
        if (sentNotes.size < DEFAULTS.mcp.rememberedMax && WORKSPACE_NOTE.test(note)) sentNotes.add(note);
      }
    },
  };
}
