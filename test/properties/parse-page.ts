import MarkdownIt from 'markdown-it';
import { SaxesParser } from 'saxes';
import { expect } from 'vitest';
import type { Block } from '../../src/model/pack.ts';

/** What a real parser of a format must find on a page; throws when it does not parse. */
export const PARSE_PAGE: Readonly<Record<string, (text: string, page: string, blocks: readonly Block[]) => void>> = {
  markdown: parseMarkdown,
  xml: parseXml,
  plain: (text) => expect(typeof text).toBe('string'),
  json: parseJson,
};

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
  expect([count('h3'), count('h4')]).toEqual(page === 'pack' ? [files.length, blocks.length] : [blocks.length, 0]);
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
  if (page === 'pack') return [block.imports === null ? block.text : `${block.imports}\n\n${block.text}`];
  if (page === 'f6.3') return block.text === '' ? [] : [block.text];
  return block.imports === null ? [block.text] : [block.imports, block.text];
}

// The parser reads every kind of line end as one and replaces the null character; it keeps all else.
function asParsed(text: string): string {
  return `${text}\n`.replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd');
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
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => counts.set(tag.name, (counts.get(tag.name) ?? 0) + 1));
  parser.write(text).close();
  expect(counts.get(page === 'pack' ? 'pack' : 'context')).toBe(1);
  expect(counts.get(page === 'pack' ? 'block' : 'entity') ?? 0).toBe(blocks.length);
}

function parseJson(text: string, page: string, blocks: readonly Block[]): void {
  const value = JSON.parse(text);
  if (page === 'pack') {
    expect(value.blocks.map((block: { text: string }) => block.text)).toEqual(blocks.map((block) => block.text));
  } else {
    expect((page === 'query' ? value.results : value.sources).length).toBe(blocks.length);
    parseMarkdown(value.context, page, blocks);
  }
}
