import type { GraphNode } from '../../model/graph.ts';
import { visible } from '../../model/visible-text.ts';
import type { OutlineNode } from '../../ports/graph.ts';
import { hasTag } from './context-options.ts';

const INDENT = '  ';
const SENTENCE_FROM = 300;

export interface ContentOptions {
  /** Nodes of the answer: named here, and told where they stand. */
  readonly isTold: (id: string) => boolean;
  readonly excludeTags: readonly string[];
  /** Lines of the outline; all of them without it. */
  readonly linesMax?: number;
  readonly lineCharactersMax: number;
}

/** What a node says, as markdown: its description, then what it owns as a list. No line of it can be more than text. */
export function contentOf(node: GraphNode, outline: readonly OutlineNode[], options: ContentOptions): string {
  const description = node.description === null ? [] : [...sentences(node.description), ''];
  const own = node.form === 'code' ? [...fencedLines(node.name, ''), ''] : [];
  return [...own, ...description, ...outlineLines(outline, options)].join('\n').trim();
}

/** Text that starts no heading, list, quotation, fence or tag, wherever its line stands. */
export function harmlessLine(text: string, max = Number.POSITIVE_INFINITY): string {
  const line = visible(text.replace(/[\s\u0085]+/g, ' ')).trim();
  const short = line.length > max ? `${line.slice(0, max - 1).toWellFormed()}…` : line;
  return short
    .replace(/<(?=[\p{L}/!?])/gu, '\\<')
    .replace(/^(?=[#>+*=|~:-])|^(?=`{3})|^(?=_{3})/, '\\')
    .replace(/^(\d{1,9})(?=[.)](?:\s|$))/, '$1\\');
}

/** A fenced block whose fence is longer than any run of back-ticks inside. */
export function fencedLines(text: string, indent: string, language = ''): readonly string[] {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const lines = visible(text).split('\n');
  return [`${fence}${language}`, ...lines, fence].map((line) => (line === '' ? '' : indent + line));
}

// A long description is broken between sentences, so that it can be cut at a line's end.
function sentences(text: string): readonly string[] {
  const parts = text.length > SENTENCE_FROM ? text.split(/(?<=[.!?…])\s+/) : [text];
  return parts.map((part) => harmlessLine(part)).filter((line) => line !== '');
}

function outlineLines(outline: readonly OutlineNode[], options: ContentOptions): readonly string[] {
  const lines: string[] = [];
  const shown = shownNodes(outline, options);
  const { linesMax = Number.POSITIVE_INFINITY } = options;
  for (const [index, node] of shown.entries()) {
    if (lines.length >= linesMax) {
      const rest = shown.length - index;
      lines.push(`- … ${rest} more ${rest === 1 ? 'line' : 'lines'} below it`);
      break;
    }
    lines.push(...nodeLines(node, options));
  }
  return lines;
}

// Without what is excluded, without names nobody gave, and without what a node of the answer tells itself.
function shownNodes(outline: readonly OutlineNode[], { isTold, excludeTags }: ContentOptions): readonly OutlineNode[] {
  const shown: OutlineNode[] = [];
  let hiddenBelow = Number.POSITIVE_INFINITY;
  for (const node of outline) {
    if (node.level > hiddenBelow) continue;
    const isExcluded = hasTag(node.tags, excludeTags);
    hiddenBelow = isExcluded || isTold(node.id) || node.isReference ? node.level : Number.POSITIVE_INFINITY;
    if (!isExcluded && node.name.trim() !== '') shown.push(node);
  }
  return shown;
}

function nodeLines({ name, level, form, isDone, tags }: OutlineNode, options: ContentOptions): readonly string[] {
  const indent = INDENT.repeat(Math.max(0, level - 1));
  const box = isDone === null ? '' : isDone ? '[x] ' : '[ ] ';
  const tagged = tags.map((tag) => ` #${harmlessLine(tag).replace(/\s+/g, '-')}`).join('');
  if (form === 'code') return [`${indent}- code${tagged}`, ...fencedLines(name, indent + INDENT)];
  return [`${indent}- ${box}${harmlessLine(name, options.lineCharactersMax)}${tagged}`];
}
