const ANCHOR = /<[a-z][a-z0-9]*\s[^<>]{0,500}?\b(?:id|name)\s*=\s*["']?([^\s"'<>]{1,200})/gi;

/** Places that HTML in a document names for links: `<a name="x">`, `<h2 id="x">`. */
export function htmlAnchors(
  html: string,
  firstLine: number,
): readonly { readonly name: string; readonly line: number }[] {
  if (html.startsWith('<!--') || !html.includes('=')) return [];
  const anchors: { name: string; line: number }[] = [];
  let line = firstLine;
  let counted = 0;
  for (const match of html.matchAll(ANCHOR)) {
    for (let at = html.indexOf('\n', counted); at >= 0 && at < match.index; at = html.indexOf('\n', at + 1)) {
      line++;
      counted = at + 1;
    }
    anchors.push({ name: match[1] ?? '', line });
  }
  return anchors;
}
