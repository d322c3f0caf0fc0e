import type { Env, Token } from 'markdown-it';
import { latticeId } from '../lattice-id.ts';
import { MARKDOWN, offsetOf } from './markdown-parser.ts';

/** What the blocks of a body hold, with 1-based lines of the whole text, in document order. */
export interface ReadBody {
  readonly headings: readonly ReadHeading[];
  readonly anchors: readonly { readonly name: string; readonly line: number }[];
  readonly links: readonly {
    readonly isWiki: boolean;
    readonly text: string;
    readonly target: string;
    readonly line: number;
  }[];
  readonly external: readonly PlacedTarget[];
  readonly images: readonly PlacedTarget[];
  readonly codeSpans: readonly { readonly text: string; readonly line: number }[];
  /** The first paragraph that says something, as plain text. */
  readonly lead: string | null;
}

interface PlacedTarget {
  readonly target: string;
  readonly line: number;
}

/** A body while it is being read. */
export type GatheredBody = {
  -readonly [Key in keyof ReadBody]: ReadBody[Key] extends readonly (infer Item)[] ? Item[] : ReadBody[Key];
};

export function emptyBody(): GatheredBody {
  return { headings: [], anchors: [], links: [], external: [], images: [], codeSpans: [], lead: null };
}

// A block without one of these characters has no link, image or code in it.
const TELLING = /[[`<]/;
const PARAGRAPH_READ_MAX = 1000;
const BLOCK_ANCHOR = /(?:^|\s|\]\])(\^[\p{L}\p{N}-]+)\s*$/u;
// With a scheme or a host, or filled in by a site generator.
const OUTSIDE = /^(?:[a-z][a-z0-9+.-]+:|\/\/)|\{\{/i;

/** Reads the markdown after the frontmatter; `firstLine` is the line it starts on. */
export function readBody(text: string, firstLine: number): ReadBody {
  const body = emptyBody();
  const { tokens, references } = MARKDOWN.blocks(text);
  let line = firstLine;
  for (const [index, token] of tokens.entries()) {
    // A cell of a table has no lines of its own: it stands on those of its row.
    if (token.map !== null) line = firstLine + token.map[0];
    if (token.type === 'html_block') addAnchors(body, token.content, line);
    if (token.type !== 'inline') continue;
    const opener = tokens[index - 1];
    if (opener?.type === 'heading_open') {
      const parsed = MARKDOWN.inline(token.content, references, { emphasis: true });
      body.headings.push(headingOf(opener, token.content, parsed, line));
      gather(body, parsed, token.content, line);
      continue;
    }
    if (opener?.type === 'paragraph_open' && opener.level === 0) body.lead ??= leadOf(token.content, references);
    readBlockAnchor(body, token, line, firstLine);
    if (TELLING.test(token.content)) gather(body, MARKDOWN.inline(token.content, references), token.content, line);
  }
  return body;
}

function gather(body: GatheredBody, tokens: readonly Token[], content: string, firstLine: number): void {
  const lineOf = lineCounter(content, firstLine);
  for (const [index, token] of tokens.entries()) {
    const line = lineOf(offsetOf(token));
    if (token.type === 'code_inline') body.codeSpans.push({ text: token.content, line });
    else if (token.type === 'wikilink') body.links.push(wikilinkOf(token.content, line));
    else if (token.type === 'wiki_embed') addEmbed(body, wikilinkOf(token.content, line));
    else if (token.type === 'image') body.images.push({ target: String(token.attrGet('src') ?? ''), line });
    else if (token.type === 'html_inline') addAnchors(body, token.content, line);
    else if (token.type === 'link_open') {
      const target = String(token.attrGet('href') ?? '').trim();
      if (OUTSIDE.test(target)) body.external.push({ target, line });
      else if (target !== '') body.links.push({ isWiki: false, text: linkText(tokens, index + 1), target, line });
    }
  }
}

function addAnchors(body: GatheredBody, html: string, line: number): void {
  for (const anchor of htmlAnchors(html, line)) body.anchors.push(anchor);
}

function wikilinkOf(inner: string, line: number): ReadBody['links'][number] {
  const bar = inner.indexOf('|');
  const target = (bar < 0 ? inner : inner.slice(0, bar)).trim();
  return { isWiki: true, text: bar < 0 ? target : inner.slice(bar + 1).trim(), target, line };
}

// A note shown inside another is linked by it; anything else that is shown is an image.
function addEmbed(body: GatheredBody, link: ReadBody['links'][number]): void {
  if (/\.(?!md(?:x)?$)[a-z0-9]{2,5}$/i.test(link.target.split('#', 1)[0] ?? ''))
    body.images.push({ target: link.target, line: link.line });
  else body.links.push(link);
}

// A link around an image alone shows the image's description.
function linkText(tokens: readonly Token[], from: number): string {
  let end = from;
  while (end < tokens.length && tokens[end]?.type !== 'link_close') end++;
  const inside = tokens.slice(from, end);
  return plainText(inside) || (inside.find(({ type }) => type === 'image')?.content ?? '');
}

// Double braces are calls of a site generator, which are not for readers.
function leadOf(content: string, references: Env): string | null {
  const start = content.slice(0, PARAGRAPH_READ_MAX).replace(/\{\{.{0,500}?\}\}/g, '');
  const text = plainText(MARKDOWN.inline(start, references, { emphasis: true }))
    .replace(/\s+/g, ' ')
    .trim();
  return text === '' ? null : text;
}

function readBlockAnchor(body: GatheredBody, token: Token, line: number, firstLine: number): void {
  const end = token.content.slice(-80);
  if (!end.includes('^')) return;
  const name = BLOCK_ANCHOR.exec(end)?.[1];
  const last = token.map === null ? line : firstLine + token.map[1] - 1;
  if (name !== undefined) body.anchors.push({ name, line: last });
}

/** A heading as it is written. */
export interface ReadHeading {
  readonly level: number;
  readonly line: number;
  readonly isSetext: boolean;
  /** In a list or a quotation: it has an anchor, and makes no section. */
  readonly isNested: boolean;
  readonly id: string | null;
  /** Plain text, without the id and the given anchor. */
  readonly title: string;
  /** Plain text with the id, which is part of the anchor that is made from it. */
  readonly anchorText: string;
  readonly givenAnchor: string | null;
}

const GIVEN_ANCHOR = /\{:?\s*#([^\s{}]+)(?:\s[^{}]*)?\}\s*$/;
// Changelogs write `## [LATEST] - 2024-01-01`, which names no section.
const SECTION_ID = /^\[([Ll][A-Za-z0-9]+)\][ \t]+(?![-–—])(?=\S)/;

/** Reads a heading from its parsed content. */
function headingOf(opener: Token, content: string, parsed: readonly Token[], line: number): ReadHeading {
  const whole = plainText(parsed);
  const givenAnchor = GIVEN_ANCHOR.exec(whole)?.[1] ?? null;
  const anchorText = whole.replace(GIVEN_ANCHOR, '').trim();
  const id = sectionId(content);
  return {
    level: Number(opener.tag.slice(1)),
    line,
    isSetext: opener.markup !== '' && !opener.markup.startsWith('#'),
    isNested: opener.level > 0,
    id,
    title: id === null ? anchorText : anchorText.replace(/^\[[^\]]*\]\s*/, ''),
    anchorText,
    givenAnchor,
  };
}

// A capitalised word in brackets is a word; an id is written in capitals or has a digit in it.
function sectionId(content: string): string | null {
  const written = SECTION_ID.exec(content)?.[1];
  if (written === undefined || !(/\d/.test(written) || written === written.toUpperCase())) return null;
  return latticeId(written);
}

const ANCHOR = /<[a-z][a-z0-9]*\s[^<>]{0,500}?\b(?:id|name)\s*=\s*["']?([^\s"'<>]{1,200})/gi;

/** Places that HTML in a document names for links: `<a name="x">`, `<h2 id="x">`. */
function htmlAnchors(html: string, firstLine: number): readonly { readonly name: string; readonly line: number }[] {
  if (html.startsWith('<!--') || !html.includes('=')) return [];
  const anchors: { name: string; line: number }[] = [];
  let line = firstLine;
  let counted = 0;
  for (const match of html.matchAll(ANCHOR)) {
    for (
      let position = html.indexOf('\n', counted);
      position >= 0 && position < match.index;
      position = html.indexOf('\n', position + 1)
    ) {
      line++;
      counted = position + 1;
    }
    anchors.push({ name: match[1] ?? '', line });
  }
  return anchors;
}

/** What a reader sees of some parsed text, images aside. */
function plainText(tokens: readonly Token[]): string {
  return tokens.map(seenOf).join('').trim();
}

function seenOf({ type, content }: Token): string {
  if (type === 'text' || type === 'code_inline') return content;
  if (type === 'wikilink') return content.slice(content.indexOf('|') + 1);
  return type === 'softbreak' || type === 'hardbreak' ? ' ' : '';
}

/** The line of an offset in a block, asked in ascending order, so that a long paragraph is read once. */
export function lineCounter(content: string, firstLine: number): (offset: number) => number {
  let line = firstLine;
  let next = content.indexOf('\n');
  return (offset) => {
    while (next >= 0 && next < offset) {
      line++;
      next = content.indexOf('\n', next + 1);
    }
    return line;
  };
}
