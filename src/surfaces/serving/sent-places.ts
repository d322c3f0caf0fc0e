import type { ShowAnswer } from '../../engine.ts';
import type { Block } from '../../model/pack.ts';
import { oneLine } from '../../model/visible-text.ts';

/** Lines of a file that somebody was sent, by the name a later question gives them. */
export interface SentPlace {
  readonly id: string;
  readonly hash: string;
}

/** Where the lines of blocks stand; an excerpt has gaps, which were not sent. */
export function placesOf(blocks: readonly Pick<Block, 'path' | 'lines' | 'hash'>[]): readonly SentPlace[] {
  return blocks.flatMap(({ path, lines, hash }) =>
    lines.map(([first, last]) => ({ id: `${oneLine(path)}:${first}-${last}`, hash })),
  );
}

/** The same of what was shown: what stands there by its outline or its head alone was not sent. */
export function shownPlaces({ view, pages }: Pick<ShowAnswer, 'view' | 'pages'>): readonly SentPlace[] {
  if (view !== 'page' && view !== 'raw') return [];
  const whole = pages.flatMap(({ before, target, after }) => [
    ...before,
    ...after,
    ...(target.outline === null ? [target] : []),
  ]);
  return placesOf(
    whole
      .filter(({ hash }) => hash !== '')
      .map(({ path, startLine, endLine, hash }) => ({ path, hash, lines: [[startLine, endLine]] })),
  );
}
