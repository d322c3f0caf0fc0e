const DROPPED = /[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu;

/** The anchor GitHub makes of a heading's text. */
export function slugOf(text: string): string {
  return text.toLowerCase().replace(/\s/g, ' ').replace(DROPPED, '').replaceAll(' ', '-');
}

/** Gives out each anchor once: the second of a name gets -1, the third -2. */
export function uniqueSlugs(): (slug: string) => string {
  const counts = new Map<string, number>();
  return (slug) => {
    let unique = slug;
    while (counts.has(unique)) {
      const count = (counts.get(slug) ?? 0) + 1;
      counts.set(slug, count);
      unique = `${slug}-${count}`;
    }
    counts.set(unique, 0);
    return unique;
  };
}
