// Numbers, lines and paths in the short form in which the page shows them.
import type { Manifest } from '../../bundle/manifest.ts';
import type { LineRange } from '../../model/facts.ts';

/** `16,000` */
export const groupDigits = (value: number): string => value.toLocaleString('en-US');

/** `3 files` */
export const countText = (count: number, thing: string): string =>
  `${groupDigits(count)} ${thing}${count === 1 ? '' : 's'}`;

/** `+120` or `−120` */
export const signedText = (value: number): string => `${value < 0 ? '−' : '+'}${groupDigits(Math.abs(value))}`;

/** The printed lines of a block: several ranges if there are gaps. */
export const rangesOf = ({ lines, startLine, endLine }: Manifest['blocks'][number]) =>
  lines ?? [[startLine, endLine] as const];

/** `12–40, 44` */
export const rangesText = (ranges: readonly LineRange[]): string =>
  ranges.map(([first, last]) => (first === last ? first : `${first}–${last}`)).join(', ');

/** A name without the number of a piece, because its lines are shown beside it. */
export const bareName = (id: string): string => id.replace(/~\d+$/, '');

/** The shortest unique end of each path. */
export function shortPaths(paths: readonly string[]): ReadonlyMap<string, string> {
  const all = [...new Set(paths)];
  return new Map(
    all.map((path) => {
      const parts = path.split('/');
      const ends = parts.map((_, index) => parts.slice(parts.length - 1 - index).join('/'));
      const unique = ends.find((end) => all.every((other) => other === path || !`/${other}`.endsWith(`/${end}`)));
      return [path, unique ?? path];
    }),
  );
}
