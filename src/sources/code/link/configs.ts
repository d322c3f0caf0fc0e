import { isRecord } from '../../../model/records.ts';
import type { Tree } from './file-tree.ts';

// A hostile or generated tree may hold any number of manifests; only the shallowest ones matter.
const READS_MAX = 4000;
const TEXT_MAX = 512 * 1024;

/** Configuration files of the view, each read at most once. What cannot be read or parsed is noted and left out. */
export interface Configs {
  text(path: string): Promise<string | null>;
  /** The object of a JSON file (comments and trailing commas allowed); null when there is none or it is broken. */
  json(path: string): Promise<Record<string, unknown> | null>;
  /** All files with one of these base names, shallowest first. */
  find(names: readonly string[]): readonly string[];
}

/** Reads configuration files through the workspace: at most so many, each up to a size. */
export function openConfigFiles(
  tree: Tree,
  read: (path: string) => Promise<string | null>,
  note: (text: string) => void,
): Configs {
  const texts = new Map<string, Promise<string | null>>();
  const objects = new Map<string, Promise<Record<string, unknown> | null>>();

  async function fetchText(path: string): Promise<string | null> {
    if (!tree.has(path)) return null;
    const text = await read(path);
    if (text === null || text.length <= TEXT_MAX) return text;
    note(`${path} is too large to be read as configuration`);
    return null;
  }
  function text(path: string): Promise<string | null> {
    const before = texts.get(path);
    if (before) return before;
    if (texts.size === READS_MAX) note(`only the first ${READS_MAX} configuration files were read`);
    const reading = texts.size >= READS_MAX ? Promise.resolve(null) : fetchText(path);
    texts.set(path, reading);
    return reading;
  }
  async function parse(path: string): Promise<Record<string, unknown> | null> {
    const source = await text(path);
    if (source === null) return null;
    const value = parseJson(source);
    if (isRecord(value)) return value;
    note(`${path} is not valid JSON; imports are resolved without it`);
    return null;
  }
  return {
    text,
    json(path) {
      const known = objects.get(path) ?? parse(path);
      objects.set(path, known);
      return known;
    },
    find: (names) => names.flatMap((name) => tree.named(name)).sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1)),
  };
}

/** JSON with comments and trailing commas; undefined when it is neither. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The usual reason is comments, so the text is parsed again without them.
  }
  try {
    return JSON.parse(plainJson(text));
  } catch {
    return undefined;
  }
}

/** The strings of a value that should be a string or a list of them. */
export function stringsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

// Strings are matched first, so that what looks like a comment inside one is kept. The closing ends are optional:
// an unclosed string or comment then matches once instead of being tried again from every character.
const COMMENTS = /("(?:[^"\\\n]|\\.)*"?)|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;
const TRAILING_COMMAS = /("(?:[^"\\\n]|\\.)*"?)|,(?=\s*[}\]])/g;

function plainJson(text: string): string {
  const bare = text.replace(COMMENTS, (_, string: string | undefined) => string ?? ' ');
  return bare.replace(TRAILING_COMMAS, (_, string: string | undefined) => string ?? '');
}

function depth(path: string): number {
  return path.split('/').length;
}
