// The Local API writes a node as markdown. This file parses it into names, tags, fields, references and children.

/** A node as the Local API writes it: an outline whose fields are lines with a bold label. */
export interface MarkdownNode extends ReadLine {
  readonly fields: readonly MarkdownField[];
  readonly children: readonly MarkdownNode[];
}

interface MarkdownField {
  readonly name: string;
  readonly values: readonly ReadLine[];
}

/** A bullet: its text, with the lines that continue it, and the bullets below it. */
interface Item {
  readonly indent: number;
  text: string;
  readonly items: Item[];
}

/**
 * Reads the markdown of a node:
 *
 *     - [ ] Paint the shed #task <!-- node-id: abc -->
 *       - **Owner**: [Ada #person](tana:def)
 *       - Buy paint <!-- node-id: ghi -->
 */
export function parseNodeMarkdown(markdown: string): MarkdownNode {
  const top = readItems(markdown);
  const [first] = top;
  if (top.length === 1 && first && fieldOf(first) === null) return nodeOf(first);
  // Several bullets, or a field: the markdown contains only what is below the node.
  return nodeOf({ indent: -1, text: '', items: top });
}

const BULLET = /^(\s*)- ?(.*)$/;
const FENCE = /^\s*(?:- \s*)?(?:```|~~~)/;

function readItems(markdown: string): Item[] {
  const root: Item = { indent: -1, text: '', items: [] };
  const open: Item[] = [root];
  let isCode = false;
  for (const line of markdown.split(/\r\n|\n|\r/)) {
    const bullet = isCode ? null : BULLET.exec(line);
    if (FENCE.test(line)) isCode = !isCode;
    if (!bullet) {
      if (isCode || line.trim() !== '') continueLine(open, line);
      continue;
    }
    const item: Item = { indent: widthOf(bullet[1]!), text: bullet[2]!, items: [] };
    while (open.length > 1 && open.at(-1)!.indent >= item.indent) open.pop();
    open.at(-1)!.items.push(item);
    open.push(item);
  }
  return root.items;
}

function continueLine(open: Item[], line: string): void {
  const last = open.at(-1)!;
  if (open.length > 1) {
    const margin = ' '.repeat(Math.max(0, last.indent) + 2);
    last.text += `\n${line.startsWith(margin) ? line.slice(margin.length) : line.trimStart()}`;
    return;
  }
  // A text before the first bullet is a heading above all bullets.
  const heading: Item = { indent: -0.5, text: line.replace(/^#+\s+/, ''), items: [] };
  last.items.push(heading);
  open.push(heading);
}

const TAB_WIDTH = 4;
const widthOf = (space: string): number => space.replaceAll('\t', ' '.repeat(TAB_WIDTH)).length;

function nodeOf(item: Item): MarkdownNode {
  const fields: MarkdownField[] = [];
  const children: MarkdownNode[] = [];
  for (const inner of item.items) {
    const field = fieldOf(inner);
    if (field) fields.push(field);
    else children.push(nodeOf(inner));
  }
  return { ...readLine(item.text), fields, children };
}

const FIELD = /^\*\*((?:(?!\*\*).)+)\*\*:(?:\s+([\s\S]*))?$/;
const CHECKBOX = /^\[([ xX])\]$/;

function fieldOf({ text, items }: Item): MarkdownField | null {
  const match = FIELD.exec(text);
  if (!match) return null;
  const written = match[2]?.trim() ?? '';
  const box = CHECKBOX.exec(written)?.[1];
  const inline = box === undefined ? readLine(written) : { ...EMPTY, name: box === ' ' ? 'No' : 'Yes' };
  const below = items.filter((item) => fieldOf(item) === null).map((item) => readLine(item.text));
  return { name: match[1]!.trim(), values: [inline, ...below].filter((value) => value.name !== '') };
}

/** A line of an outline, taken apart. */
export interface ReadLine {
  /** The id of its node, or of the node it refers to; null if the line has none. */
  readonly id: string | null;
  /** Plain text. */
  readonly name: string;
  /** Tags as written: Tana may write `_` for a space. */
  readonly tags: readonly string[];
  readonly isReference: boolean;
  readonly isDone: boolean | null;
  readonly isCode: boolean;
  /** Ids of the nodes that links in its text lead to, unless the whole line is one. */
  readonly references: readonly string[];
}

const NODE_ID = /(?<!\s)\s*<!--\s*node-id:\s*([^\s<]+)\s*-->\s*$/;
const TASK = /^\[([ xX])\](?:\s+|$)/;
const TAG = /^#(?:\[\[([^\]]+)\]\]|([\p{L}\p{N}_][\p{L}\p{N}_\-/.]*))$/u;
// The label may contain one level of brackets.
const LINK = /\[((?:[^[\]]|\[[^[\]]*\])*)\]\(([^()\s]+)\)/g;
const SCHEME = 'tana:';

function readLine(written: string): ReadLine {
  const ownId = NODE_ID.exec(written)?.[1] ?? null;
  const text = written.replace(NODE_ID, '').trimEnd();
  if (/^\s*(```|~~~)/.test(text)) return { ...EMPTY, id: ownId, name: withoutFence(text), isCode: true };
  const task = TASK.exec(text);
  const { rest, tags } = takeTags(task ? text.slice(task[0].length) : text);
  const isDone = task ? task[1] !== ' ' : null;
  const whole = wholeReference(rest);
  if (whole) {
    const label = takeTags(whole.label);
    const name = plainText(label.rest);
    return { ...EMPTY, id: whole.id, name, tags: [...label.tags, ...tags], isReference: true, isDone };
  }
  const references = [...rest.matchAll(LINK)].flatMap(([, , target]) =>
    target!.startsWith(SCHEME) ? [target!.slice(SCHEME.length)] : [],
  );
  return { ...EMPTY, id: ownId, name: plainText(rest), tags, isDone, references: [...new Set(references)] };
}

const PLAIN = { tags: [], isReference: false, isDone: null, isCode: false, references: [] };
const EMPTY: ReadLine = { ...PLAIN, id: null, name: '' };

function wholeReference(text: string): { id: string; label: string } | null {
  const [match, ...more] = [...text.matchAll(LINK)];
  if (!match || more.length > 0 || match[0] !== text.trim() || !match[2]!.startsWith(SCHEME)) return null;
  return { id: match[2]!.slice(SCHEME.length), label: match[1]! };
}

// Takes tags from the end, one at a time, because one pattern for all would be tried at every position of a long line.
function takeTags(text: string): { rest: string; tags: readonly string[] } {
  const tags: string[] = [];
  let rest = text.trimEnd();
  for (;;) {
    const start = rest.lastIndexOf('#');
    const tag = start === 0 || /\s/.test(rest.charAt(start - 1)) ? TAG.exec(rest.slice(start)) : null;
    if (!tag) return { rest, tags };
    tags.unshift((tag[1] ?? tag[2])!.trim());
    rest = rest.slice(0, start).trimEnd();
  }
}

// The bound keeps a line of many opening marks without a closing one from taking quadratic time.
const EMPHASIS = /(\*\*|__|~~|\^\^)(?=\S)(.{1,1000}?)(?<=\S)\1/g;

// Removes marks of emphasis, and replaces each link by its label.
function plainText(text: string): string {
  return text
    .replace(LINK, (_, label: string) => takeTags(label).rest)
    .replace(EMPHASIS, '$2')
    .replace(/\s+/g, ' ')
    .trim();
}

const withoutFence = (text: string): string =>
  text.replace(/^\s*(?:```|~~~)[^\n]*\n?/, '').replace(/(?<!\s)\s*(?:```|~~~)\s*$/, '');
