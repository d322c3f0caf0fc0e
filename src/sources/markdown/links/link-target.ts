/** A link's target in its two parts, percent signs undone. */
export interface LinkTarget {
  /** Empty when the link stays in its own document; slashes always lean forward. */
  readonly path: string;
  readonly fragment: string | null;
}

/** Splits what a link points at. */
export function targetOf(link: { readonly target: string; readonly isWiki: boolean }): LinkTarget {
  const hash = link.target.indexOf('#');
  const before = hash < 0 ? link.target : link.target.slice(0, hash);
  const fragment = hash < 0 ? '' : link.target.slice(hash + 1);
  // A question mark is part of a note's name and starts the query of an address.
  const address = link.isWiki ? before : (before.split('?', 1)[0] ?? '');
  return {
    path: decoded(address).replaceAll('\\', '/').trim(),
    fragment: fragment.trim() === '' ? null : decoded(fragment).trim(),
  };
}

function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that encodes nothing stands for itself.
    return text;
  }
}
