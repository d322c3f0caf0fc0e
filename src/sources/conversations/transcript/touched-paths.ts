import { parsed } from '../files/json-lines.ts';
import { isRecord } from './json-record.ts';

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
