import type { Token } from 'markdown-it';

/** What a reader sees of some parsed text, images aside. */
export function plainText(tokens: readonly Token[]): string {
  return tokens.map(seenOf).join('').trim();
}

function seenOf({ type, content }: Token): string {
  if (type === 'text' || type === 'code_inline') return content;
  if (type === 'wikilink') return content.slice(content.indexOf('|') + 1);
  return type === 'softbreak' || type === 'hardbreak' ? ' ' : '';
}
