const SLUG_CHARACTERS_MAX = 40;

/** A title as a folder name: ascii, lower case, words joined by hyphens, at most 40 characters. */
export function slugOf(title: string): string {
  const plain = title
    .slice(0, 400)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replace(/['’]/g, '');
  const slug = (plain.match(/[a-z0-9]+/g) ?? []).join('-');
  if (slug.length <= SLUG_CHARACTERS_MAX) return slug || 'task';
  const cut = slug.slice(0, SLUG_CHARACTERS_MAX + 1);
  // A word is cut only when it is too long by itself.
  return cut.includes('-') ? cut.slice(0, cut.lastIndexOf('-')) : cut.slice(0, SLUG_CHARACTERS_MAX);
}
