import { redactName } from '../../reading/redaction/redact.ts';
import { cutOutBody, cutOutFrontmatter } from '../markdown/document-text.ts';

/** A page as its file says it: properties of its own, and blocks in blocks. */
export interface ReadPage {
  readonly properties: readonly Property[];
  readonly blocks: readonly ReadBlock[];
}

export interface ReadBlock {
  /** The lines of its text, without bullets, properties and drawers. */
  readonly lines: readonly string[];
  readonly properties: readonly Property[];
  readonly blocks: readonly ReadBlock[];
}

export interface Property {
  readonly name: string;
  readonly value: string;
}

interface OpenBlock {
  readonly indent: number;
  /** Text without a bullet; it ends with an empty line. */
  readonly isParagraph: boolean;
  readonly lines: string[];
  readonly properties: Property[];
  readonly blocks: OpenBlock[];
}

const BULLET = /^([ \t]*)-(?:[ \t]+(.*)|)$/;
const FENCE = /^\s*(`{3,}|~{3,})/;
// Org's way of fencing code, which Logseq takes in markdown too; its other frames hold ordinary text.
const FRAME = /^\s*#\+(BEGIN|END)_(\w+)/i;
const CODE_FRAMES = ['SRC', 'EXAMPLE', 'QUERY', 'EXPORT'];
const PROPERTY = /^\s*([^\s:`"'()[\]{}#|<>][^\s:`"()[\]{}#|<>]*)::(?:\s+(.*))?$/;
const PLANNED = /^\s*(SCHEDULED|DEADLINE):\s*<([^<>]+)>\s*$/;
const DRAWER = /^\s*:(LOGBOOK|PROPERTIES):\s*$/i;
const DRAWER_END = /^\s*:END:\s*$/i;

/** Reads the text of a page. Nothing in it can fail: what is no bullet goes on with the block before. */
export function readPage(text: string): ReadPage {
  const { properties, body } = takeFrontMatter(text);
  const root: OpenBlock = { indent: -1, isParagraph: false, lines: [], properties: [], blocks: [] };
  const open = [root];
  const state: LineState = { fence: null, isDrawer: false, isAfterBlank: false };
  for (const line of body.split(/\r\n|\n|\r/)) readLine(line, { root, open, state });
  const [first] = root.blocks;
  // A first block that only has properties speaks for the page.
  const isHead = first?.blocks.length === 0 && first.lines.every((line) => line.trim() === '');
  const own = [...properties, ...root.properties, ...(isHead ? first.properties : [])];
  return { properties: own, blocks: isHead ? root.blocks.slice(1) : root.blocks };
}

interface LineState {
  fence: string | null;
  isDrawer: boolean;
  isAfterBlank: boolean;
}

interface PageReading {
  readonly root: OpenBlock;
  readonly open: OpenBlock[];
  readonly state: LineState;
}

function readLine(line: string, { root, open, state }: PageReading): void {
  const bullet = state.fence === null ? BULLET.exec(line) : null;
  if (bullet) {
    const block: OpenBlock = { indent: widthOf(bullet[1]!), isParagraph: false, lines: [], properties: [], blocks: [] };
    while (open.length > 1 && open.at(-1)!.indent >= block.indent) open.pop();
    open.at(-1)!.blocks.push(block);
    open.push(block);
    state.isDrawer = false;
    readText(bullet[2] ?? '', block, state);
    return;
  }
  if (open.length > 1) {
    const current = open.at(-1)!;
    const { isParagraph, indent } = current;
    if (isParagraph && state.isAfterBlank && line.trim() !== '' && state.fence === null) open.pop();
    else {
      state.isAfterBlank = line.trim() === '';
      readText(isParagraph ? line : withoutMargin(line, indent + 2), current, state);
      return;
    }
  }
  readAbove(line, { root, open, state });
}

// Before the first bullet stand properties of the page; every other paragraph there becomes one block.
function readAbove(line: string, { root, open, state }: PageReading): void {
  const property = propertyOf(line);
  if (property && root.blocks.length === 0) {
    root.properties.push(property);
    return;
  }
  state.isAfterBlank = line.trim() === '';
  if (line.trim() === '') return;
  const paragraph: OpenBlock = { indent: 0, isParagraph: true, lines: [], properties: [], blocks: [] };
  root.blocks.push(paragraph);
  open.push(paragraph);
  readText(line, paragraph, state);
}

function readText(text: string, block: OpenBlock, state: LineState): void {
  const [, edge, frame] = FRAME.exec(text) ?? [];
  const isCode = frame !== undefined && CODE_FRAMES.includes(frame.toUpperCase());
  // Of a frame only what is in it is kept; around code it becomes a fence.
  if (frame !== undefined && !isCode && state.fence === null) return;
  const line = isCode ? FENCE_OF_FRAME : text;
  const fence = FENCE.exec(line)?.[1];
  if (state.fence !== null) {
    const isEnd = isCode ? edge!.toUpperCase() === 'END' : fence?.startsWith(state.fence);
    if (isEnd) state.fence = null;
    block.lines.push(isEnd ? line : text);
    return;
  }
  if (state.isDrawer) {
    state.isDrawer = !DRAWER_END.test(text);
    return;
  }
  if (fence) state.fence = fence;
  const property = propertyOf(line) ?? plannedOf(line);
  if (property) block.properties.push(property);
  else if (DRAWER.test(line)) state.isDrawer = true;
  else block.lines.push(line);
}

const FENCE_OF_FRAME = '```';

function propertyOf(line: string): Property | null {
  const [, name, value = ''] = PROPERTY.exec(line) ?? [];
  return name === undefined ? null : { name: keyOf(name).replaceAll('_', '-'), value: value.trim() };
}

function plannedOf(line: string): Property | null {
  const [, name, value] = PLANNED.exec(line) ?? [];
  return name === undefined ? null : { name: name.toLowerCase(), value: value!.trim() };
}

// In small letters a secret is not recognised any more.
const keyOf = (name: string): string => redactName(name).toLowerCase();

// Older graphs keep the properties of a page above a `---` line.
function takeFrontMatter(text: string): { properties: readonly Property[]; body: string } {
  const properties = (cutOutFrontmatter(text) ?? '').split(/\r\n|\n|\r/).flatMap((line) => {
    const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(line) ?? [];
    return name === undefined || !value ? [] : [{ name: keyOf(name), value: value.trim() }];
  });
  return { properties, body: cutOutBody(text) };
}

const TAB_WIDTH = 4;

function widthOf(space: string): number {
  let width = 0;
  for (const character of space) width += character === '\t' ? TAB_WIDTH : 1;
  return width;
}

function withoutMargin(line: string, margin: number): string {
  let width = 0;
  let start = 0;
  while (start < line.length && width < margin && (line[start] === ' ' || line[start] === '\t')) {
    width += line[start] === '\t' ? TAB_WIDTH : 1;
    start++;
  }
  return line.slice(start);
}
