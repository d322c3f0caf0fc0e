// A node of a graph is indexed and printed as text. This file writes it as markdown; in its description and outline it
// escapes tags, and signs that would start a block of markdown; links and emphasis stay.
import { type GraphNode, type GraphRow, hasTag, listOutline, type OutlineNode } from './graph.ts';
import { clipText, visible } from './visible-text.ts';

const INDENT = '  ';
const LONG_FROM = 300;

interface ContentOptions {
  /** Whether the answer prints a node elsewhere, so that an outline only names it. */
  readonly isPrintedElsewhere: (id: string) => boolean;
  readonly excludeTags: readonly string[];
  readonly lineCharactersMax: number;
}

/** Writes the content of a node as markdown: its code, its description, then its outline as a list. */
export function writeContent(node: GraphNode, outline: readonly OutlineNode[], options: ContentOptions): string {
  const description = node.description === null ? [] : [...sentences(node.description), ''];
  const code = node.form === 'code' ? [...fenceLines(node.name, ''), ''] : [];
  const lines = pickShownNodes(outline, options).flatMap((line) => nodeLines(line, options));
  return [...code, ...description, ...lines].join('\n').trim();
}

const DOCUMENT_OPTIONS: ContentOptions = { isPrintedElsewhere: () => false, excludeTags: [], lineCharactersMax: 1000 };
const WHOLE_OUTLINE = { depth: Number.POSITIVE_INFINITY, nodesMax: Number.POSITIVE_INFINITY };

/** Writes the document of a node. It only names nodes that it does not own, because these have their own documents. */
export function writeNodeDocument(
  first: GraphRow,
  rowOf: (id: string) => GraphRow | undefined,
  owns: (id: string) => boolean,
): string {
  const fields = first.fields.map(
    ({ name, values }) => `${name}: ${values.map(({ text }) => joinLines(text)).join(', ')}`,
  );
  const content = writeContent(first, listOutline(first.id, rowOf, WHOLE_OUTLINE, owns), DOCUMENT_OPTIONS);
  return [nodeTitle(first), fields.join('\n'), content].filter((part) => part !== '').join('\n\n');
}

/** Writes a node in a line: whether it is done, the first line of its name, and its tags. Escapes nothing. */
export function nodeTitle({ name, tags, isDone }: Pick<GraphNode, 'name' | 'tags' | 'isDone'>): string {
  return [`${boxOf(isDone)}${joinLines(name.split('\n', 1)[0]!)}`, ...tags.map((tag) => `#${tag}`)].join(' ');
}

const joinLines = (text: string): string => text.replace(/\s+/g, ' ').trim();
const boxOf = (isDone: boolean | null): string => (isDone === null ? '' : isDone ? '[x] ' : '[ ] ');

// Most lines are like this, and need neither escapes nor the slower test for odd characters.
const WORDS_ALONE = /^[A-Za-z][\w,.'()-]*(?: [\w,.'()-]+)*$/;

/** Joins the lines of a text, cuts it to `max` code units, and escapes what would start a block or a tag. */
export function escapeLine(text: string, max = Number.POSITIVE_INFINITY): string {
  if (text.length <= max && WORDS_ALONE.test(text)) return text;
  return clipText(visible(text.replace(/[\s\u0085]+/g, ' ')).trim(), max)
    .replace(/<(?=[\p{L}/!?])/gu, '\\<')
    .replace(/^(?=[#>+*=|~:-]|\[[ xX]\]\s)|^(?=`{3})|^(?=_{3})/, '\\')
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
  const parts = text.length > LONG_FROM ? text.split(/(?<=[.!?…])\s+/) : [text];
  return parts.map((part) => escapeLine(part)).filter((line) => line !== '');
}

// Drops excluded nodes, nodes without a name, and lines below nodes that are excluded, references or printed elsewhere.
function pickShownNodes(
  outline: readonly OutlineNode[],
  { isPrintedElsewhere, excludeTags }: ContentOptions,
): readonly OutlineNode[] {
  const shown: OutlineNode[] = [];
  let hiddenBelow = Number.POSITIVE_INFINITY;
  for (const node of outline) {
    if (node.level > hiddenBelow) continue;
    const isExcluded = hasTag(node.tags, excludeTags);
    hiddenBelow = isExcluded || isPrintedElsewhere(node.id) || node.isReference ? node.level : Number.POSITIVE_INFINITY;
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
