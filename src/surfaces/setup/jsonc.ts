// Parses JSON with comments and trailing commas, and says where each value stands.

export interface JsonNode {
  readonly start: number;
  readonly end: number;
  readonly value: unknown;
  /** The members of an object. */
  readonly members?: readonly JsonMember[];
  /** The items of a list. */
  readonly items?: readonly JsonNode[];
  /** Whether a comma follows the last member of an object. */
  readonly hasTrailingComma?: boolean;
}

export interface JsonMember {
  readonly key: string;
  /** The start of the key. */
  readonly start: number;
  readonly node: JsonNode;
}

/** The reason why knap does not edit a settings file. */
export class SettingsFault extends Error {}

/** The fault of a text that lacks something at a position. */
export function expectedAt(text: string, index: number, expected: string): SettingsFault {
  return new SettingsFault(`line ${text.slice(0, index).split('\n').length}: ${expected} expected`);
}

const NESTED_MAX = 200;
const SCALAR = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\.)*"/y;
const GAP = /(?:\s|\/\/[^\n]*(?=\n|$)|\/\*(?:[^*]|\*(?!\/))*\*\/)*/y;

/** Parses a whole text; throws a SettingsFault at a syntax error. */
export function parseJsonc(text: string): JsonNode {
  const start = skipGap(text, text.startsWith('\uFEFF') ? 1 : 0);
  const node = parseValue(text, start, 0);
  const end = skipGap(text, node.end);
  if (end < text.length) throw expectedAt(text, end, 'nothing more');
  return node;
}

/** The next position after white space and comments. */
export function skipGap(text: string, index: number): number {
  return index + (matchAt(GAP, text, index)?.length ?? 0);
}

function parseValue(text: string, index: number, depth: number): JsonNode {
  if (depth > NESTED_MAX) throw expectedAt(text, index, 'less nesting');
  if (text[index] === '{') return parseObject(text, index, depth);
  if (text[index] === '[') return parseArray(text, index, depth);
  const scalar = matchAt(SCALAR, text, index);
  if (scalar !== null) return { start: index, end: index + scalar.length, value: JSON.parse(scalar) };
  const { value, end } = parseString(text, index, 'a value');
  return { start: index, end, value };
}

function parseObject(text: string, start: number, depth: number): JsonNode {
  const members: JsonMember[] = [];
  let hasTrailingComma = false;
  let index = skipGap(text, start + 1);
  while (text[index] !== '}') {
    const key = parseString(text, index, members.length === 0 || hasTrailingComma ? '"name" or }' : ', or }');
    const colon = skipGap(text, key.end);
    if (text[colon] !== ':') throw expectedAt(text, colon, ':');
    const node = parseValue(text, skipGap(text, colon + 1), depth + 1);
    members.push({ key: key.value, start: index, node });
    index = skipGap(text, node.end);
    hasTrailingComma = text[index] === ',';
    if (hasTrailingComma) index = skipGap(text, index + 1);
    else if (text[index] !== '}') throw expectedAt(text, index, ', or }');
  }
  const value = Object.fromEntries(members.map(({ key, node }) => [key, node.value]));
  return { start, end: index + 1, value, members, hasTrailingComma };
}

function parseArray(text: string, start: number, depth: number): JsonNode {
  const items: JsonNode[] = [];
  let index = skipGap(text, start + 1);
  while (text[index] !== ']') {
    const node = parseValue(text, index, depth + 1);
    items.push(node);
    index = skipGap(text, node.end);
    if (text[index] === ',') index = skipGap(text, index + 1);
    else if (text[index] !== ']') throw expectedAt(text, index, ', or ]');
  }
  return { start, end: index + 1, value: items.map(({ value }) => value), items };
}

function parseString(text: string, index: number, expected: string): { value: string; end: number } {
  const raw = matchAt(STRING, text, index);
  if (raw === null) throw expectedAt(text, index, expected);
  try {
    return { value: String(JSON.parse(raw)), end: index + raw.length };
  } catch {
    throw expectedAt(text, index, 'a valid string');
  }
}

/** The match of a sticky pattern at a position. */
export function matchAt(pattern: RegExp, text: string, index: number): string | null {
  pattern.lastIndex = index;
  return pattern.exec(text)?.[0] ?? null;
}
