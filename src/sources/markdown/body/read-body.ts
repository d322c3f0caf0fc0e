// This file reads the body of a markdown document: its headings, anchors, links, images and code spans, with their
// lines.
import type { Env, Token } from 'markdown-it';
import type { DocumentLink } from '../../../model/document.ts';
import { parseLatticeId } from '../lattice-id.ts';
import { MARKDOWN, offsetOf } from './markdown-parser.ts';

/** The parts of a body, with 1-based lines of the whole text. */
export interface ReadBody {
  readonly headings: readonly ReadHeading[];
  readonly anchors: readonly { readonly name: string; readonly line: number }[];
  readonly links: readonly Omit<DocumentLink, 'section'>[];
  readonly external: readonly PlacedTarget[];
  readonly images: readonly PlacedTarget[];
  readonly codeSpans: readonly { readonly text: string; readonly line: number }[];
  /** The beginning of the first paragraph with visible text, outside lists and quotations, as plain text. */
  readonly lead: string | null;
}

interface PlacedTarget {
  readonly target: string;
  readonly line: number;
}

export type GatheredBody = {
  -readonly [Key in keyof ReadBody]: ReadBody[Key] extends readonly (infer Item)[] ? Item[] : ReadBody[Key];
};

export function createEmptyBody(): GatheredBody {
  return { headings: [], anchors: [], links: [], external: [], images: [], codeSpans: [], lead: null };
}

// Only a block with one of these characters can hold a link, an image or code.
const INLINE_START = /[[`<]/;
const PARAGRAPH_READ_MAX = 1000;
// `^id` at the end of a block.
const BLOCK_ANCHOR = /(?:^|\s|\]\])(\^[\p{L}\p{N}-]+)\s*$/u;
// A target with a scheme or a host, or one that a site generator fills in.
const OUTSIDE = /^(?:[a-z][a-z0-9+.-]+:|\/\/)|\{\{/i;

/** Reads the markdown after the frontmatter; `firstLine` is the line it starts on. */
export function readBody(text: string, firstLine: number): ReadBody {
  const body = createEmptyBody();
  const { tokens, references } = MARKDOWN.blocks(text);
  let line = firstLine;
  for (const [index, token] of tokens.entries()) {
    // A cell of a table has no line of its own and takes that of its row.
    if (token.map !== null) line = firstLine + token.map[0];
    if (token.type === 'html_block') addAnchors(body, token.content, line);
    if (token.type !== 'inline') continue;
    const opener = tokens[index - 1];
    if (opener?.type === 'heading_open') {
      const parsed = MARKDOWN.inline(token.content, references, { emphasis: true });
      body.headings.push(headingOf(opener, token.content, parsed, line));
      gatherInline(body, parsed, token.content, line);
      continue;
    }
    if (opener?.type === 'paragraph_open' && opener.level === 0) body.lead ??= leadOf(token.content, references);
    readBlockAnchor(body, token, line, firstLine);
    if (INLINE_START.test(token.content))
      gatherInline(body, MARKDOWN.inline(token.content, references), token.content, line);
  }
  return body;
}

function gatherInline(body: GatheredBody, tokens: readonly Token[], content: string, firstLine: number): void {
  const lineOf = createLineCounter(content, firstLine);
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
      else if (target !== '') body.links.push({ isWiki: false, text: readLinkText(tokens, index + 1), target, line });
    }
  }
}

const ANCHOR = /<[a-z][a-z0-9]*\s[^<>]{0,500}?\b(?:id|name)\s*=\s*["']?([^\s"'<>]{1,200})/gi;

// Adds the anchors in HTML: `<a name="x">`, `<h2 id="x">`.
function addAnchors(body: GatheredBody, html: string, firstLine: number): void {
  if (html.startsWith('<!--') || !html.includes('=')) return;
  const lineOf = createLineCounter(html, firstLine);
  for (const match of html.matchAll(ANCHOR)) body.anchors.push({ name: match[1] ?? '', line: lineOf(match.index) });
}

function wikilinkOf(inner: string, line: number): ReadBody['links'][number] {
  const bar = inner.indexOf('|');
  const target = (bar < 0 ? inner : inner.slice(0, bar)).trim();
  return { isWiki: true, text: bar < 0 ? target : inner.slice(bar + 1).trim(), target, line };
}

// An embedded file counts as an image if it has an extension of 2 to 5 characters other than `.md` and `.mdx`,
// otherwise as a link.
function addEmbed(body: GatheredBody, link: ReadBody['links'][number]): void {
  if (/\.(?!md(?:x)?$)[a-z0-9]{2,5}$/i.test(link.target.split('#', 1)[0] ?? ''))
    body.images.push({ target: link.target, line: link.line });
  else body.links.push(link);
}

// A link with only an image in it has the text of the image's description.
function readLinkText(tokens: readonly Token[], from: number): string {
  let end = from;
  while (end < tokens.length && tokens[end]?.type !== 'link_close') end++;
  const inside = tokens.slice(from, end);
  return plainText(inside) || (inside.find(({ type }) => type === 'image')?.content ?? '');
}

// Removes calls of a site generator in double braces, because readers do not see them.
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

export interface ReadHeading {
  readonly level: number;
  readonly line: number;
  readonly isSetext: boolean;
  /** Whether it stands in a list or a quotation: then it has an anchor but makes no section. */
  readonly isNested: boolean;
  readonly id: string | null;
  /** The plain text without the id and the given anchor. */
  readonly title: string;
  /** The plain text with the id, which is part of the generated anchor. */
  readonly anchorText: string;
  readonly givenAnchor: string | null;
}

// `{#id}` at the end of a heading.
const GIVEN_ANCHOR = /\{:?\s*#([^\s{}]+)(?:\s[^{}]*)?\}\s*$/;
// The pattern excludes headings of changelogs (`## [LATEST] - 2024-01-01`), which have no id.
const SECTION_ID = /^\[([Ll][A-Za-z0-9]+)\][ \t]+(?![-–—])(?=\S)/;

function headingOf(opener: Token, content: string, parsed: readonly Token[], line: number): ReadHeading {
  const whole = plainText(parsed);
  const givenAnchor = GIVEN_ANCHOR.exec(whole)?.[1] ?? null;
  const anchorText = whole.replace(GIVEN_ANCHOR, '').trim();
  const id = readSectionId(content);
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

// A capitalised word in brackets is only a word; an id is written all in capitals or has a digit.
function readSectionId(content: string): string | null {
  const written = SECTION_ID.exec(content)?.[1];
  if (written === undefined || !(/\d/.test(written) || written === written.toUpperCase())) return null;
  return parseLatticeId(written);
}

/** Returns the text that a reader sees, without images. */
const plainText = (tokens: readonly Token[]): string => tokens.map(visibleTextOf).join('').trim();

function visibleTextOf({ type, content }: Token): string {
  if (type === 'text' || type === 'text_special' || type === 'code_inline') return content;
  if (type === 'wikilink') return content.slice(content.indexOf('|') + 1);
  return type === 'softbreak' || type === 'hardbreak' ? ' ' : '';
}

/** Returns a function that gives the line of an offset. It reads the text once, so offsets must ascend to be right. */
export function createLineCounter(content: string, firstLine: number): (offset: number) => number {
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
