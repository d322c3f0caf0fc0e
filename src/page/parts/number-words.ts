// Numbers and paths in the short form in which the page shows them.

/** `16,000` */
export const grouped = (value: number): string => value.toLocaleString('en-US');

export const counted = (count: number, text: string, many = `${text}s`): string =>
  `${grouped(count)} ${count === 1 ? text : many}`;

/** `+120` or `−120` */
export const signed = (value: number): string => `${value < 0 ? '−' : '+'}${grouped(Math.abs(value))}`;

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
