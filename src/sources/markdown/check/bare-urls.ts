import type { Token } from 'markdown-it';
import { lineCounter } from '../body/line-counter.ts';
import { MARKDOWN, offsetOf } from '../body/markdown-parser.ts';
import type { StyledBody, StyleFault } from './style-fault.ts';

const BARE_URL = /https?:\/\/[^\s<>]+/g;

/** Addresses in the text that are no links. */
export function bareUrls({ tokens, references, firstLine }: StyledBody): readonly StyleFault[] {
  let line = firstLine;
  return tokens.flatMap((token) => {
    // A cell of a table stands on the lines of its row.
    if (token.map !== null) line = firstLine + token.map[0];
    if (token.type !== 'inline' || !token.content.includes('://')) return [];
    return inBlock(MARKDOWN.inline(token.content, references), lineCounter(token.content, line));
  });
}

function inBlock(tokens: readonly Token[], lineOf: (offset: number) => number): readonly StyleFault[] {
  const faults: StyleFault[] = [];
  let linkDepth = 0;
  let line = lineOf(0);
  for (const token of tokens) {
    if (token.type === 'link_open' || token.type === 'link_close') linkDepth += token.nesting;
    // Text has no place of its own, only the break before it; a break may be written with a backslash first.
    if (token.type === 'softbreak' || token.type === 'hardbreak') line = lineOf(offsetOf(token) + 2);
    if (linkDepth > 0 || token.type !== 'text') continue;
    for (const [url] of token.content.matchAll(BARE_URL)) {
      faults.push({ code: 'W009', line, message: `bare URL ${url}; write it as a link`, splices: [] });
    }
  }
  return faults;
}
