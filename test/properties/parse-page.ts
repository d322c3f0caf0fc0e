import MarkdownIt from 'markdown-it';
import { SaxesParser } from 'saxes';
import { expect } from 'vitest';
import type { Block } from '../../src/model/pack.ts';
import { visible } from '../../src/model/visible-text.ts';
import { type Printed, parsePlain, quotedPlain } from './parse-plain.ts';

/** What a strict parser of a format must find on a page: exactly what the pack holds, and nothing that acts. */
export const PARSE_PAGE: Readonly<Record<string, (text: string, page: string, pack: Printed) => void>> = {
  markdown: (text, page, pack) => parseMarkdown(seen(text), page, pack.blocks),
  xml: (text, page, pack) => parseXml(seen(text), page, pack.blocks),
  plain: (text, page, pack) =>
    expect(parsePlain(seen(text), page, pack)).toEqual(pack.blocks.map((block) => visible(quotedPlain(block, page)))),
  json: (text, page, pack) => parseJson(seen(text), page, pack.blocks),
};

// Written out once more, and not taken from the code it checks.
const ACTING = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufff9-\ufffb\ufffe\uffff]|\p{Cs}/u;

/** The text, in which nothing acts instead of being seen. */
export function seen(text: string): string {
  expect(ACTING.exec(text)?.[0]).toBeUndefined();
  return text;
}

const PACK_HEADINGS = ['Task', 'Analysis', 'Files', 'Code'];
const GROUP_TITLES = ['Relevant Code', 'Related Documentation', 'Previous Conversations', 'Other Context'];

function parseMarkdown(text: string, page: string, blocks: readonly Block[]): void {
  const tokens = new MarkdownIt({ html: true }).parse(text, {});
  const own = tokens.filter((token) => token.level === 0);
  const headings = tokens.flatMap((token, index) =>
    token.type === 'heading_open' && token.level === 0 ? [`${token.tag} ${tokens[index + 1]?.content ?? ''}`] : [],
  );
  const sections = headings.filter((heading) => /^h[12] /.test(heading));
  if (page === 'pack') expect(sections).toEqual(['h1 Context Pack', ...PACK_HEADINGS.map((title) => `h2 ${title}`)]);
  else for (const section of sections) expect(GROUP_TITLES.map((title) => `h2 ${title}`)).toContain(section);
  const files = blocks.filter((block, index) => block.path !== blocks[index - 1]?.path);
  const count = (tag: string) => headings.filter((heading) => heading.startsWith(tag)).length;
  const counted: Readonly<Record<string, readonly number[]>> = {
    pack: [files.length, blocks.length],
    prompt: [files.length, 0],
  };
  expect([count('h3'), count('h4')]).toEqual(counted[page] ?? [blocks.length, 0]);
  const fences = own.filter((token) => token.type === 'fence').map((token) => token.content);
  expect(fences).toEqual(blocks.flatMap((block) => quoted(block, page)).map(asParsed));
  // The task stands in a quotation, where it may be anything; outside of it no tag of anybody's is markup.
  const outside = insideQuotations(tokens);
  for (const [index, token] of tokens.entries()) {
    if (outside.has(index)) continue;
    expect(token.type).not.toBe('html_block');
    for (const child of token.children ?? []) expect(child.type).not.toBe('html_inline');
  }
}

function quoted(block: Block, page: string): readonly string[] {
  if (page === 'pack' || page === 'prompt')
    return [block.imports === null ? block.text : `${block.imports}\n\n${block.text}`];
  if (page === 'f6.3') return block.text === '' ? [] : [block.text];
  return block.imports === null ? [block.text] : [block.imports, block.text];
}

function asParsed(text: string): string {
  return `${visible(text)}\n`;
}

function insideQuotations(tokens: readonly { type: string }[]): ReadonlySet<number> {
  const inside = new Set<number>();
  let depth = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'blockquote_open') depth++;
    if (depth > 0) inside.add(index);
    if (token.type === 'blockquote_close') depth--;
  }
  return inside;
}

function parseXml(text: string, page: string, blocks: readonly Block[]): void {
  const counts = new Map<string, number>();
  const texts: string[] = [];
  const quoting = page === 'pack' ? 'block' : page === 'f6.3' ? 'entity' : 'code';
  const counted: Readonly<Record<string, string>> = { pack: 'block', prompt: 'code' };
  let inside = '';
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => {
    counts.set(tag.name, (counts.get(tag.name) ?? 0) + 1);
    inside = '';
  });
  parser.on('cdata', (cdata) => {
    inside += cdata;
  });
  parser.on('closetag', (tag) => {
    if (tag.name === quoting && !tag.isSelfClosing) texts.push(inside);
    inside = '';
  });
  parser.write(text).close();
  expect(counts.get(page in counted ? 'pack' : 'context')).toBe(1);
  expect(counts.get(counted[page] ?? 'entity') ?? 0).toBe(blocks.length);
  const quotes = blocks.map((block) => (page === 'f6.3' || page === 'prompt' ? quotedPlain(block, page) : block.text));
  expect(texts).toEqual(quotes.filter((quote) => page !== 'f6.3' || quote !== '').map(visible));
}

function parseJson(text: string, page: string, blocks: readonly Block[]): void {
  const value = JSON.parse(text, (key, inner) => {
    seen(key);
    return typeof inner === 'string' ? seen(inner) : inner;
  });
  if (page === 'pack' || page === 'prompt') {
    expect(value.blocks.map((block: { text: string }) => block.text)).toEqual(
      blocks.map((block) => visible(block.text)),
    );
  } else {
    // A result for every entity that is quoted, a source for every block.
    if (page === 'query')
      expect(value.results.map((result: { entity: { id: string } }) => result.entity.id).toSorted()).toEqual(
        blocks.flatMap((block) => block.covers.map((id) => visible(id))).toSorted(),
      );
    else expect(value.sources).toHaveLength(blocks.length);
    parseMarkdown(seen(value.context), page, blocks);
  }
}
