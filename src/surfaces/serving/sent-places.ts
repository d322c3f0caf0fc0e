import type { Block } from '../../model/pack.ts';
import { oneLine } from '../../model/visible-text.ts';

/** Lines of a file that somebody was sent, by the name a later question gives them. */
export interface SentPlace {
  readonly id: string;
  readonly hash: string;
}

/** Where the lines of blocks stand; an excerpt has gaps, which were not sent. */
export function placesOf(blocks: readonly Block[]): readonly SentPlace[] {
  return blocks.flatMap(({ path, lines, hash }) =>
    lines.map(([first, last]) => ({ id: `${oneLine(path)}:${first}-${last}`, hash })),
  );
}
