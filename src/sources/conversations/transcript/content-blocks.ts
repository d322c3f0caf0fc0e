// A message of an agent is a list of blocks: text, thinking, tool calls, results, pictures. This file reads them into
// the text of a message and the paths that tools worked on.
import { isRecord, type JsonRecord } from '../../../model/records.ts';
import type { ReadOptions } from '../conversation.ts';
import { listAt, parseRecord, textAt } from '../files/read-json.ts';
import type { LeftOutCount, LeftOutKind } from './left-out.ts';

/**
 * Makes a function that tells how a kind of content is read, from lists of kinds: `text` is quoted, `nothing` only
 * steers a client, others are counted as left out unless they are kept.
 */
export function createUseTable<Use extends 'text' | 'nothing' | LeftOutKind>(kinds: Readonly<Record<Use, string>>) {
  const uses = Object.entries(kinds) as [use: Use, names: string][];
  const table = new Map(uses.flatMap(([use, names]) => names.split(' ').map((name) => [name, use] as const)));
  return (kind: string): Use | 'unknown' => table.get(kind) ?? 'unknown';
}

const useOfBlock = createUseTable({
  text: 'text input_text output_text refusal',
  thinking: 'thinking redacted_thinking reasoning',
  toolCalls: 'tool_use server_tool_use mcp_tool_use',
  toolResults: 'tool_result mcp_tool_result web_search_tool_result web_fetch_tool_result',
  attachments: 'image input_image document file',
  nothing: 'token_budget flag fallback',
});

/** Reads the content of a message: a text, or a list of blocks. `toolText` has the answers of tools, if they are kept. */
export function readContent(
  content: unknown,
  keepOptions: Pick<ReadOptions, 'keepToolResults' | 'keepThinking'>,
  leftOut: LeftOutCount,
) {
  const blocks = Array.isArray(content) ? content : [];
  const texts: string[] = [];
  const toolTexts: string[] = [];
  const toolPaths: string[] = [];
  for (const block of blocks) {
    if (typeof block === 'string') texts.push(block);
    else if (!isRecord(block)) leftOut.count('unknown', String(block));
    else readBlock(block);
  }
  const text = typeof content === 'string' ? content : joinParagraphs(texts);
  return { text, toolText: joinParagraphs(toolTexts), toolPaths };

  function readBlock(block: JsonRecord): void {
    const type = textAt(block, 'type') ?? 'without a type';
    const use = useOfBlock(type);
    if (use === 'text') texts.push(textAt(block, 'text') ?? textAt(block, 'refusal') ?? '');
    else if (use === 'thinking' && keepOptions.keepThinking) texts.push(thoughtOf(block));
    else if (use === 'toolResults' && keepOptions.keepToolResults) toolTexts.push(plainText(block.content));
    else if (use !== 'nothing') leftOut.count(use, use === 'unknown' ? type : undefined);
    if (use === 'toolCalls') toolPaths.push(...findToolPaths(block.input));
  }
}

/** Returns the text in a content: a text, a block, or a list of them. */
export function plainText(content: unknown): string {
  if (typeof content === 'string') return content;
  const blocks = Array.isArray(content) ? content : [content];
  return joinParagraphs(
    blocks.map((block) => (typeof block === 'string' ? block : isRecord(block) ? (textAt(block, 'text') ?? '') : '')),
  );
}

/** Joins texts as paragraphs and leaves out blank ones. */
export function joinParagraphs(texts: readonly string[]): string {
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

/** Returns the paths in the input of a tool: an object, the JSON of one, or a patch. */
export function findToolPaths(input: unknown): readonly string[] {
  const given = typeof input === 'string' ? (parseRecord(input) ?? input) : input;
  return [...new Set(findPaths(given, DEPTH_MAX))];
}

function findPaths(value: unknown, depth: number): readonly string[] {
  if (typeof value === 'string') return [...value.matchAll(PATCHED)].map((match) => match[1]!.trim());
  if (depth === 0) return [];
  if (Array.isArray(value)) return value.flatMap((one) => findPaths(one, depth - 1));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    PATH_KEYS.includes(key) && typeof one === 'string' && isPath(one) ? [one] : findPaths(one, depth - 1),
  );
}

const isPath = (text: string): boolean =>
  text.trim() !== '' && text.length <= PATH_CHARACTERS_MAX && !text.includes('\n');
