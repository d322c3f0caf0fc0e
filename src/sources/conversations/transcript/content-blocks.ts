import { isRecord, type JsonRecord } from '../../../model/records.ts';
import type { ReadOptions } from '../conversation.ts';
import { listAt, parsed, textAt } from '../files/read-json.ts';
import type { LeftOutCount, LeftOutKind } from './left-out.ts';

/** What the blocks of a message say. */
interface ReadContent {
  readonly text: string;
  /** What tools answered, where that is kept; else empty. */
  readonly toolText: string;
  readonly touched: readonly string[];
}

/** How each kind of block is read; `nothing` is for kinds that only steer a client. */
const BLOCKS: Readonly<Record<string, 'text' | 'nothing' | LeftOutKind>> = {
  text: 'text',
  input_text: 'text',
  output_text: 'text',
  refusal: 'text',
  thinking: 'thinking',
  redacted_thinking: 'thinking',
  reasoning: 'thinking',
  tool_use: 'toolCalls',
  server_tool_use: 'toolCalls',
  mcp_tool_use: 'toolCalls',
  tool_result: 'toolResults',
  mcp_tool_result: 'toolResults',
  web_search_tool_result: 'toolResults',
  web_fetch_tool_result: 'toolResults',
  image: 'attachments',
  input_image: 'attachments',
  document: 'attachments',
  file: 'attachments',
  token_budget: 'nothing',
  flag: 'nothing',
  fallback: 'nothing',
};

type Keeping = Pick<ReadOptions, 'keepToolResults' | 'keepThinking'>;

/** Reads the content of a message: a text, or a list of blocks. */
export function readContent(content: unknown, keeping: Keeping, leftOut: LeftOutCount): ReadContent {
  if (typeof content === 'string') return { text: content, toolText: '', touched: [] };
  const blocks = Array.isArray(content) ? content : [];
  const texts: string[] = [];
  const toolTexts: string[] = [];
  const touched: string[] = [];
  for (const block of blocks) {
    if (typeof block === 'string') texts.push(block);
    else if (!isRecord(block)) leftOut.count('unknown', String(block));
    else readBlock(block);
  }
  return { text: joined(texts), toolText: joined(toolTexts), touched };

  function readBlock(block: JsonRecord): void {
    const type = textAt(block, 'type') ?? 'without a type';
    const use = Object.hasOwn(BLOCKS, type) ? BLOCKS[type]! : 'unknown';
    if (use === 'text') texts.push(textAt(block, 'text') ?? textAt(block, 'refusal') ?? '');
    else if (use === 'thinking' && keeping.keepThinking) texts.push(thoughtOf(block));
    else if (use === 'toolResults' && keeping.keepToolResults) toolTexts.push(plainText(block.content));
    else if (use !== 'nothing') leftOut.count(use, use === 'unknown' ? type : undefined);
    if (use === 'toolCalls') touched.push(...touchedPaths(block.input));
  }
}

/** The texts in a content, whatever else is in it: a text, a list of blocks, or a list of texts. */
export function plainText(content: unknown): string {
  if (typeof content === 'string') return content;
  const blocks = Array.isArray(content) ? content : [content];
  return joined(
    blocks.map((block) => (typeof block === 'string' ? block : isRecord(block) ? (textAt(block, 'text') ?? '') : '')),
  );
}

/** Pieces as paragraphs, without the blank ones. */
export function joined(texts: readonly string[]): string {
  return texts.filter((text) => text.trim() !== '').join('\n\n');
}

function thoughtOf(block: JsonRecord): string {
  const thought = textAt(block, 'thinking') ?? textAt(block, 'text') ?? plainText(listAt(block, 'summary'));
  return thought === '' ? '' : `(thinking) ${thought}`;
}

const PATH_KEYS = ['file_path', 'path', 'notebook_path', 'filePath', 'file'];
const PATCHED = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm;
const DEPTH_MAX = 3;
const PATH_CHARACTERS_MAX = 500;

/** The files a tool was pointed at, by the input it was given: an object, the JSON of one, or a patch. */
export function touchedPaths(input: unknown): readonly string[] {
  const given = typeof input === 'string' ? (parsed(input) ?? input) : input;
  return [...new Set(pathsIn(given, DEPTH_MAX))];
}

function pathsIn(value: unknown, depth: number): readonly string[] {
  if (typeof value === 'string') return [...value.matchAll(PATCHED)].map((match) => match[1]!.trim());
  if (depth === 0) return [];
  if (Array.isArray(value)) return value.flatMap((one) => pathsIn(one, depth - 1));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    PATH_KEYS.includes(key) && typeof one === 'string' && isPath(one) ? [one] : pathsIn(one, depth - 1),
  );
}

function isPath(text: string): boolean {
  return text.trim() !== '' && text.length <= PATH_CHARACTERS_MAX && !text.includes('\n');
}
