// A page of Logseq is an outline in markdown. This file splits its text into blocks and properties, line by line.
import { redactName } from '../../reading/redaction/redact.ts';
import { cutOutBody, cutOutFrontmatter } from '../markdown/document-text.ts';

export interface ReadPage {
  readonly properties: readonly Property[];
  readonly blocks: readonly ReadBlock[];
}

export interface ReadBlock {
  /** The lines of its text, without bullets, properties, planned times and drawers. */
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
  /** Whether it is text without a bullet, which ends at an empty line. */
  readonly isParagraph: boolean;
  readonly lines: string[];
  readonly properties: Property[];
  readonly blocks: OpenBlock[];
}

const BULLET = /^([ \t]*)-(?:[ \t]+(.*)|)$/;
export const FENCE = /^\s*(`{3,}|~{3,})/;
const FENCE_LINE = '```';
// Logseq also allows org's blocks in markdown: those of code (`#+BEGIN_SRC`), and others, which hold ordinary text.
const ORG_BLOCK = /^\s*#\+(BEGIN|END)_(\w+)/i;
const CODE_BLOCKS = ['SRC', 'EXAMPLE', 'QUERY', 'EXPORT'];
const PROPERTY = /^\s*([^\s:`"'()[\]{}#|<>][^\s:`"()[\]{}#|<>]*)::(?:\s+(.*))?$/;
// A planned time: `SCHEDULED: <2024-05-01 Wed>`.
const PLANNED = /^\s*(SCHEDULED|DEADLINE):\s*<([^<>]+)>\s*$/;
// Logseq keeps its clock entries and org's properties in drawers, which end with `:END:`.
const DRAWER = /^\s*:(LOGBOOK|PROPERTIES):\s*$/i;
const DRAWER_END = /^\s*:END:\s*$/i;

/** Reads the text of a page. A line without a bullet continues the block before. */
export function readPage(text: string): ReadPage {
  const { properties, body } = takeFrontmatter(text);
  const root = createBlock(-1);
  const reading: PageReading = { root, open: [root], fence: null, isDrawer: false, isAfterBlank: false };
  for (const line of body.split(/\r\n|\n|\r/)) readLine(line, reading);
  const [first] = root.blocks;
  // A first block that holds only properties has those of the page.
  const isHead = first?.blocks.length === 0 && first.lines.every((line) => line.trim() === '');
  const own = [...properties, ...root.properties, ...(isHead ? first.properties : [])];
  return { properties: own, blocks: isHead ? root.blocks.slice(1) : root.blocks };
}

interface PageReading {
  readonly root: OpenBlock;
  /** The blocks around the present line, the root first. */
  readonly open: OpenBlock[];
  fence: string | null;
  isDrawer: boolean;
  isAfterBlank: boolean;
}

function createBlock(indent: number, isParagraph = false): OpenBlock {
  return { indent, isParagraph, lines: [], properties: [], blocks: [] };
}

function readLine(line: string, reading: PageReading): void {
  const { open } = reading;
  const bullet = reading.fence === null ? BULLET.exec(line) : null;
  if (bullet) {
    const block = createBlock(widthOf(bullet[1]!));
    while (open.length > 1 && open.at(-1)!.indent >= block.indent) open.pop();
    open.at(-1)!.blocks.push(block);
    open.push(block);
    reading.isDrawer = false;
    readText(bullet[2] ?? '', block, reading);
    return;
  }
  const isBlank = line.trim() === '';
  const current = open.at(-1)!;
  if (current.isParagraph && reading.isAfterBlank && !isBlank && reading.fence === null) open.pop();
  else if (open.length > 1) {
    reading.isAfterBlank = isBlank;
    readText(current.isParagraph ? line : withoutMargin(line, current.indent + 2), current, reading);
    return;
  }
  readAbove(line, reading);
}

// Before the first block, properties belong to the page. Each paragraph before the first bullet becomes a block.
function readAbove(line: string, reading: PageReading): void {
  const { root, open } = reading;
  const property = readProperty(line);
  if (property && root.blocks.length === 0) {
    root.properties.push(property);
    return;
  }
  reading.isAfterBlank = line.trim() === '';
  if (reading.isAfterBlank) return;
  const paragraph = createBlock(0, true);
  root.blocks.push(paragraph);
  open.push(paragraph);
  readText(line, paragraph, reading);
}

function readText(text: string, block: OpenBlock, state: PageReading): void {
  const [, edge, kind] = ORG_BLOCK.exec(text) ?? [];
  const isCode = kind !== undefined && CODE_BLOCKS.includes(kind.toUpperCase());
  // Removes the lines around an org block; around code they become fences.
  if (kind !== undefined && !isCode && state.fence === null) return;
  const line = isCode ? FENCE_LINE : text;
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
  const property = readProperty(line) ?? readPlan(line);
  if (property) block.properties.push(property);
  else if (DRAWER.test(line)) state.isDrawer = true;
  else block.lines.push(line);
}

function readProperty(line: string): Property | null {
  const [, name, value = ''] = PROPERTY.exec(line) ?? [];
  return name === undefined ? null : { name: keyOf(name).replaceAll('_', '-'), value: value.trim() };
}

function readPlan(line: string): Property | null {
  const [, name, value] = PLANNED.exec(line) ?? [];
  return name === undefined ? null : { name: name.toLowerCase(), value: value!.trim() };
}

// Redacts before lower-casing, because secrets are not recognized in lower case.
const keyOf = (name: string): string => redactName(name).toLowerCase();

// Older graphs have the properties of a page in the frontmatter.
function takeFrontmatter(text: string): { properties: readonly Property[]; body: string } {
  const properties = (cutOutFrontmatter(text) ?? '').split(/\r\n|\n|\r/).flatMap((line) => {
    const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(line) ?? [];
    return name === undefined || !value ? [] : [{ name: keyOf(name), value: value.trim() }];
  });
  return { properties, body: cutOutBody(text) };
}

const TAB_WIDTH = 4;
const widthOf = (space: string): number => space.replaceAll('\t', ' '.repeat(TAB_WIDTH)).length;

function withoutMargin(line: string, margin: number): string {
  let width = 0;
  let start = 0;
  while (start < line.length && width < margin && (line[start] === ' ' || line[start] === '\t')) {
    width += line[start] === '\t' ? TAB_WIDTH : 1;
    start++;
  }
  return line.slice(start);
}
