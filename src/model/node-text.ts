import { type GraphNode, type GraphRow, hasTag, type OutlineNode } from './graph.ts';
import { visible } from './visible-text.ts';

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
  const code = node.form === 'code' ? [...fencedLines(node.name, ''), ''] : [];
  return [...code, ...description, ...outlineLines(outline, options)].join('\n').trim();
}

const LINE_CHARACTERS_MAX = 1000;

/** The text of a node's document: its name, its fields, and what it owns. `rowOf` knows those of other documents too. */
export function documentText(
  first: GraphRow,
  rowOf: (id: string) => GraphRow | null,
  owns: (id: string) => boolean,
): string {
  const fields = first.fields.map(
    ({ name, values }) => `${name}: ${values.map(({ text }) => oneLine(text)).join(', ')}`,
  );
  const content = contentOf(first, ownOutline(first, rowOf, owns), {
    ...{ isTold: () => false, excludeTags: [], lineCharactersMax: LINE_CHARACTERS_MAX },
  });
  return [nodeTitle(first), fields.join('\n'), content].filter((part) => part !== '').join('\n\n');
}

/** A node in a line: whether it is done, its name and its tags. */
export function nodeTitle({ name, tags, isDone }: Pick<GraphNode, 'name' | 'tags' | 'isDone'>): string {
  return [`${boxOf(isDone)}${oneLine(name.split('\n', 1)[0]!)}`, ...tags.map((tag) => `#${tag}`)].join(' ');
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
const boxOf = (isDone: boolean | null): string => (isDone === null ? '' : isDone ? '[x] ' : '[ ] ');

// Of another document that stands among its lines only the name: what it says is said there.
function ownOutline(
  first: GraphRow,
  rowOf: (id: string) => GraphRow | null,
  owns: (id: string) => boolean,
): readonly OutlineNode[] {
  const outline: OutlineNode[] = [];
  const opened = new Set<string>();
  const open = (row: GraphRow, level: number): void => {
    if (opened.has(row.id)) return;
    opened.add(row.id);
    for (const { id, isReference } of row.children) {
      const child = rowOf(id);
      if (child === null) continue;
      const { name, form, isDone, tags } = child;
      outline.push({ id, name, level, form, isReference, isDone, tags });
      if (!isReference && owns(id)) open(child, level + 1);
    }
  };
  open(first, 1);
  return outline;
}

// Most lines hold nothing that could be read as markup.
const WORDS_ALONE = /^[A-Za-z][\w,.'()-]*(?: [\w,.'()-]+)*$/;

/** Text that starts no heading, list, quotation, fence or tag, wherever its line stands. */
export function harmlessLine(text: string, max = Number.POSITIVE_INFINITY): string {
  if (text.length <= max && WORDS_ALONE.test(text)) return text;
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
  const box = boxOf(isDone);
  const tagged = tags.map((tag) => ` #${harmlessLine(tag).replace(/\s+/g, '-')}`).join('');
  if (form === 'code') return [`${indent}- code${tagged}`, ...fencedLines(name, indent + INDENT)];
  return [`${indent}- ${box}${harmlessLine(name, options.lineCharactersMax)}${tagged}`];
}
