// Lists the places that an answer contains, so that a later answer can leave them out.
import type { Block } from '../../model/pack.ts';
import { oneLine } from '../../model/visible-text.ts';
import type { ShowAnswer } from '../../ports/knowledge.ts';

/** Lines of a file that a client received, in the form of `seen` in a question to the engine. */
export interface SentPlace {
  readonly id: string;
  readonly hash: string;
}

/** The gaps of an excerpt were not sent, so each of its ranges is a place. */
export function quotedPlaces(blocks: readonly Pick<Block, 'path' | 'lines' | 'hash'>[]): readonly SentPlace[] {
  return blocks.flatMap(({ path, lines, hash }) =>
    lines.map(([first, last]) => ({ id: `${oneLine(path)}:${first}-${last}`, hash })),
  );
}

/** Documents shown as an outline or frontmatter were not sent. */
export function shownPlaces({ view, pages }: Pick<ShowAnswer, 'view' | 'pages'>): readonly SentPlace[] {
  if (view !== 'page' && view !== 'raw') return [];
  const whole = pages.flatMap(({ before, target, after }) => [
    ...before,
    ...after,
    ...(target.outline === null ? [target] : []),
  ]);
  return quotedPlaces(
    whole
      .filter(({ hash }) => hash !== '')
      .map(({ path, startLine, endLine, hash }) => ({ path, hash, lines: [[startLine, endLine]] })),
  );
}
