import { lineIndex } from '../../code/parse/symbols/line-index.ts';
import { MARKDOWN } from '../body/markdown-parser.ts';
import { bodyOffsets } from '../document-text.ts';
import { bareUrls } from './bare-urls.ts';
import { markedLists } from './marked-lists.ts';
import type { StyleFault } from './style-fault.ts';
import { underlinedHeadings } from './underlined-headings.ts';

/** Underlined headings, lists that are not marked with dashes, and addresses that are no links. */
export function styleFaults(text: string): readonly StyleFault[] {
  const lines = lineIndex(text);
  const [start, end] = bodyOffsets(text);
  if (start >= end) return [];
  const { tokens, references } = MARKDOWN.blocks(text.slice(start, end));
  const body = { tokens, references, lines, firstLine: lines.lineAt(start) };
  return [...underlinedHeadings(body), ...markedLists(body), ...bareUrls(body)];
}
