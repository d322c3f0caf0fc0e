// Sets or removes one value in a JSON file with comments, and leaves the rest of the text as it is.
import { isDeepStrictEqual } from 'node:util';
import { type JsonMember, type JsonNode, parseJsonc, SettingsFault, skipGap } from './jsonc.ts';

export type Path = readonly [string, ...string[]];

export function setIn(text: string, path: Path, value: unknown): string {
  if (text.trim() === '') return `${JSON.stringify(nest(path, value), null, 2)}\n`;
  const { owner, rest } = walk(parseJsonc(text), path);
  const [key, ...deeper] = rest;
  const member = memberOf(owner, key);
  if (!member) return insert(text, owner, key, nest(deeper, value));
  if (isDeepStrictEqual(member.node.value, value)) return text;
  const { start, end } = member.node;
  return text.slice(0, start) + printedAt(text, member.start, value) + text.slice(end);
}

/**
 * Removes a member, and objects that become empty. If nothing else would be left, keeps the parent of the member as an
 * empty object, unless the file is exactly what `setIn` creates: then the file did not exist before.
 */
export function removeIn(text: string, path: Path): string {
  const after = withoutMember(text, path);
  const isAll = after !== text && /^\{\s*\}$/.test(after.trim()) && path.length > 1;
  return isAll && text !== setIn('', path, valueIn(text, path)) ? withoutMember(text, path, 'alone') : after;
}

function withoutMember(text: string, path: Path, what?: 'alone'): string {
  if (text.trim() === '') return text;
  const { owner, rest } = walk(parseJsonc(text), path);
  const member = rest.length === 1 ? memberOf(owner, rest[0]) : undefined;
  if (!member) return text;
  const after = removeMember(text, owner, member);
  const [first, ...others] = path.slice(0, -1);
  const isKept = what === 'alone' || first === undefined || !isEmpty(after, owner);
  return isKept ? after : withoutMember(after, [first, ...others]);
}

/** The value at a path; undefined if there is none. */
export const valueIn = (text: string, path: Path): unknown => nodeIn(text, path)?.value;

function nodeIn(text: string, path: Path): JsonNode | undefined {
  if (text.trim() === '') return undefined;
  const { owner, rest } = walk(parseJsonc(text), path);
  return rest.length === 1 ? memberOf(owner, rest[0])?.node : undefined;
}

// The deepest existing object on the path, and the rest of the path from there.
function walk(root: JsonNode, path: Path): { owner: JsonNode; rest: Path } {
  if (!root.members) throw new SettingsFault('it is not an object');
  let owner = root;
  for (const [index, key] of path.slice(0, -1).entries()) {
    const next = memberOf(owner, key)?.node;
    if (!next) return { owner, rest: tail(path, index) };
    if (!next.members) throw new SettingsFault(`"${path.slice(0, index + 1).join('.')}" is not an object`);
    owner = next;
  }
  return { owner, rest: tail(path, path.length - 1) };
}

// The index lies within the path, so the rest is never empty.
const tail = (path: Path, index: number): Path => path.slice(index) as unknown as Path;

// If a name occurs twice, the last one counts, as for JSON parsers.
const memberOf = (node: JsonNode, key: string): JsonMember | undefined =>
  node.members?.findLast((member) => member.key === key);

function insert(text: string, owner: JsonNode, key: string, value: unknown): string {
  const last = owner.members!.at(-1);
  const isOneLine = last !== undefined && !text.slice(owner.start, owner.end).includes('\n');
  if (isOneLine) {
    const index = owner.hasTrailingComma ? contentEnd(text, owner) : last.node.end;
    const [before, after] = owner.hasTrailingComma ? [' ', ','] : [', ', ''];
    return `${text.slice(0, index)}${before}${JSON.stringify(key)}: ${JSON.stringify(value)}${after}${text.slice(index)}`;
  }
  const breakLine = lineBreak(text);
  const indent = last ? indentAt(text, last.start) : indentAt(text, owner.start) + indentUnit(text);
  const line = `${breakLine}${indent}${JSON.stringify(key)}: ${printIndented(text, indent, value)}`;
  const end = contentEnd(text, owner);
  if (!last) {
    const tail = text.slice(end, owner.end - 1);
    const close = tail.includes('\n') ? '' : breakLine + indentAt(text, owner.start);
    return text.slice(0, end) + line + (close === '' ? tail : close) + text.slice(owner.end - 1);
  }
  if (owner.hasTrailingComma) return `${text.slice(0, end)}${line},${text.slice(end)}`;
  return `${text.slice(0, last.node.end)},${text.slice(last.node.end, end)}${line}${text.slice(end)}`;
}

function removeMember(text: string, owner: JsonNode, found: JsonMember): string {
  const members = owner.members!;
  const index = members.indexOf(found);
  const isLast = index === members.length - 1;
  const previous = members[index - 1];
  const from = trimmedEnd(text, previous ? previous.node.end : owner.start + 1, found.start);
  const comma = skipGap(text, found.node.end);
  const hasComma = text[comma] === ',';
  const to = hasComma ? comma + 1 : found.node.end;
  if (!isLast || hasComma || !previous) {
    const rest = text.slice(to);
    const isBare = members.length === 1 && text.slice(owner.start + 1, from).trim() === '' && /^\s*\}/.test(rest);
    return text.slice(0, isBare ? owner.start + 1 : from) + (isBare ? rest.trimStart() : rest);
  }
  const before = text.slice(0, from);
  const itsComma = skipGap(text, previous.node.end);
  return before.slice(0, itsComma) + before.slice(itsComma + 1) + text.slice(to);
}

// The position between two others after which only white space follows.
function trimmedEnd(text: string, from: number, to: number): number {
  return from + text.slice(from, to).trimEnd().length;
}

// The end of the last member, comma or comment of an object.
const contentEnd = (text: string, owner: JsonNode): number => trimmedEnd(text, owner.start + 1, owner.end - 1);

function isEmpty(text: string, owner: JsonNode): boolean {
  return /^\{\s*\}/.test(text.slice(owner.start));
}

function nest(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
}

function printedAt(text: string, at: number, value: unknown): string {
  const isOneLine = !/^[ \t]*$/.test(lineBefore(text, at));
  return isOneLine ? JSON.stringify(value) : printIndented(text, indentAt(text, at), value);
}

function printIndented(text: string, indent: string, value: unknown): string {
  const lines = JSON.stringify(value, null, indentUnit(text)).split('\n');
  return lines.join(lineBreak(text) + indent);
}

const lineBefore = (text: string, index: number): string => text.slice(text.lastIndexOf('\n', index - 1) + 1, index);
const indentAt = (text: string, index: number): string => /^[ \t]*/.exec(lineBefore(text, index))![0];
const lineBreak = (text: string): string => (/\r\n/.test(text) ? '\r\n' : '\n');
const indentUnit = (text: string): string => /\{[^\n"{]*\r?\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';

type IsOurs = (value: unknown) => boolean;

/** Adds knap's item to a list, or replaces it. */
export function setItem(text: string, path: Path, item: unknown, isOurs: IsOurs): string {
  const items = itemsIn(text, path);
  const last = items?.at(-1);
  if (last === undefined) return setIn(text, path, [item]);
  const ownItem = items?.find(({ value }) => isOurs(value));
  if (ownItem !== undefined) {
    if (isDeepStrictEqual(ownItem.value, item)) return text;
    return text.slice(0, ownItem.start) + printedAt(text, ownItem.start, item) + text.slice(ownItem.end);
  }
  const isOnOwnLine = indentAt(text, last.start) !== '' && /\n[ \t]*$/.test(text.slice(0, last.start));
  const gap = isOnOwnLine ? lineBreak(text) + indentAt(text, last.start) : ' ';
  return `${text.slice(0, last.end)},${gap}${printedAt(text, last.start, item)}${text.slice(last.end)}`;
}

/** Removes knap's item from a list, and the list if it becomes empty. */
export function removeItem(text: string, path: Path, isOurs: IsOurs): string {
  const items = itemsIn(text, path) ?? [];
  const index = items.findIndex(({ value }) => isOurs(value));
  const ownItem = items[index];
  if (ownItem === undefined) return text;
  if (items.length === 1) return removeIn(text, path);
  const [before, next] = [items[index - 1], items[index + 1]];
  return before
    ? text.slice(0, before.end) + text.slice(ownItem.end)
    : text.slice(0, ownItem.start) + text.slice(next!.start);
}

function itemsIn(text: string, path: Path): readonly JsonNode[] | undefined {
  const node = nodeIn(text, path);
  if (node !== undefined && node.items === undefined) throw new SettingsFault(`"${path.join('.')}" is not a list`);
  return node?.items;
}
