/** Offsets of the frontmatter in a text. */
export interface FrontmatterBounds {
  readonly yamlStart: number;
  readonly yamlEnd: number;
  readonly bodyStart: number;
}

const OPENING = /\uFEFF?---[ \t]*\r?\n/y;
const CLOSING = /^(?:---|\.\.\.)[ \t]*\r?$/gm;
// A key and its colon, or a value that is no plain text.
const YAML_LINE = /^[ \t]*(?:[^\s#].*:(?:[ \t]|\r?$)|[{[&!*?|>"'%-])/m;
const CONTENT_LINE = /^[ \t]*[^\s#]/m;

/** Where the YAML at the top of a text stands; null when the text has none. */
export function frontmatterBounds(text: string): FrontmatterBounds | null {
  const yamlStart = openingEnd(text);
  if (yamlStart === null) return null;
  CLOSING.lastIndex = yamlStart;
  const closing = CLOSING.exec(text);
  if (closing === null) return null;
  const yamlEnd = closing.index;
  if (isProse(text.slice(yamlStart, yamlEnd))) return null;
  const lineEnd = text.indexOf('\n', yamlEnd);
  return { yamlStart, yamlEnd, bodyStart: lineEnd < 0 ? text.length : lineEnd + 1 };
}

/** A first line of dashes with keys below it, and no line that closes them. */
export function isUnclosed(text: string): boolean {
  const start = openingEnd(text);
  if (start === null || frontmatterBounds(text) !== null) return false;
  CLOSING.lastIndex = start;
  return CLOSING.exec(text) === null && /^[\w-]+:(?:\s|$)/.test(text.slice(start, start + 200));
}

function openingEnd(text: string): number | null {
  OPENING.lastIndex = 0;
  return OPENING.test(text) ? OPENING.lastIndex : null;
}

// A page that starts with a line across it has prose after it, which YAML would read as one plain text. Decided here
// without the parser, so that cutting out a body needs none.
function isProse(yaml: string): boolean {
  return CONTENT_LINE.test(yaml) && !YAML_LINE.test(yaml);
}
