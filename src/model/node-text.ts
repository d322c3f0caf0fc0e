// A node of a graph is indexed and printed as text. This file writes its name, fields and outline as markdown, so that
// no line of a node can be read as markup.
import { type GraphNode, type GraphRow, hasTag, type OutlineNode } from './graph.ts';
import { visible } from './visible-text.ts';

const INDENT = '  ';
const SENTENCE_FROM = 300;

export interface ContentOptions {
  /** Whether the answer prints a node elsewhere, so that an outline only names it. */
  readonly isTold: (id: string) => boolean;
  readonly excludeTags: readonly string[];
  /** The most lines of the outline; all lines if absent. */
  readonly linesMax?: number;
  readonly lineCharactersMax: number;
}

/** Writes the content of a node as markdown: its description, then its outline as a list. */
export function writeContent(node: GraphNode, outline: readonly OutlineNode[], options: ContentOptions): string {
  const description = node.description === null ? [] : [...sentences(node.description), ''];
  const code = node.form === 'code' ? [...fenceLines(node.name, ''), ''] : [];
  return [...code, ...description, ...outlineLines(outline, options)].join('\n').trim();
}

const LINE_CHARACTERS_MAX = 1000;

/** Writes the document of a node: its name, fields and outline. `rowOf` also knows nodes of other documents. */
export function writeNodeDocument(
  first: GraphRow,
  rowOf: (id: string) => GraphRow | null,
  owns: (id: string) => boolean,
): string {
  const fields = first.fields.map(
    ({ name, values }) => `${name}: ${values.map(({ text }) => oneLine(text)).join(', ')}`,
  );
  const content = writeContent(first, pickOwnOutline(first, rowOf, owns), {
    ...{ isTold: () => false, excludeTags: [], lineCharactersMax: LINE_CHARACTERS_MAX },
  });
  return [nodeTitle(first), fields.join('\n'), content].filter((part) => part !== '').join('\n\n');
}

/** Writes a node in a line: whether it is done, its name and its tags. */
export function nodeTitle({ name, tags, isDone }: Pick<GraphNode, 'name' | 'tags' | 'isDone'>): string {
  return [`${boxOf(isDone)}${oneLine(name.split('\n', 1)[0]!)}`, ...tags.map((tag) => `#${tag}`)].join(' ');
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
const boxOf = (isDone: boolean | null): string => (isDone === null ? '' : isDone ? '[x] ' : '[ ] ');

// Keeps only the name of another document among its lines, because that document has its own text.
function pickOwnOutline(
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

/** Escapes a line, so that it starts no heading, list, quotation, fence or tag. */
export function escapeLine(text: string, max = Number.POSITIVE_INFINITY): string {
  if (text.length <= max && WORDS_ALONE.test(text)) return text;
  const line = visible(text.replace(/[\s\u0085]+/g, ' ')).trim();
  const short = line.length > max ? `${line.slice(0, max - 1).toWellFormed()}…` : line;
  return short
    .replace(/<(?=[\p{L}/!?])/gu, '\\<')
    .replace(/^(?=[#>+*=|~:-])|^(?=`{3})|^(?=_{3})/, '\\')
    .replace(/^(\d{1,9})(?=[.)](?:\s|$))/, '$1\\');
}

/** Writes a fenced block with a fence that is longer than any run of back-ticks inside. */
export function fenceLines(text: string, indent: string, language = ''): readonly string[] {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const lines = visible(text).split('\n');
  return [`${fence}${language}`, ...lines, fence].map((line) => (line === '' ? '' : indent + line));
}

// Breaks a long description between sentences, so that it can be cut at the end of a line.
function sentences(text: string): readonly string[] {
  const parts = text.length > SENTENCE_FROM ? text.split(/(?<=[.!?…])\s+/) : [text];
  return parts.map((part) => escapeLine(part)).filter((line) => line !== '');
}

function outlineLines(outline: readonly OutlineNode[], options: ContentOptions): readonly string[] {
  const lines: string[] = [];
  const shown = pickShownNodes(outline, options);
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

// Drops excluded nodes, nodes without a name, and nodes that the answer prints on their own.
function pickShownNodes(
  outline: readonly OutlineNode[],
  { isTold, excludeTags }: ContentOptions,
): readonly OutlineNode[] {
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
  const tagged = tags.map((tag) => ` #${escapeLine(tag).replace(/\s+/g, '-')}`).join('');
  if (form === 'code') return [`${indent}- code${tagged}`, ...fenceLines(name, indent + INDENT)];
  return [`${indent}- ${box}${escapeLine(name, options.lineCharactersMax)}${tagged}`];
}
