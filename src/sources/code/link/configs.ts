// The linker reads `package.json`, `go.mod`, `tsconfig.json` and the like through this file, because they say which
// file an import means.
import { memoize } from '../../../model/memoize.ts';
import { folderOf } from '../../../model/paths.ts';
import { isRecord } from '../../../model/records.ts';
import type { FileTree } from './file-tree.ts';

// A hostile or generated tree may hold any number of these files; only the shallowest ones matter.
const READS_MAX = 4000;
const TEXT_MAX = 512 * 1024;

/** Configuration files of the view, each read at most once. Those that cannot be read or parsed are noted and null. */
export type ConfigFiles = ReturnType<typeof openConfigFiles>;

/** Reads through the workspace at most `READS_MAX` files of at most `TEXT_MAX` characters. */
export function openConfigFiles(
  tree: FileTree,
  read: (path: string) => Promise<string | null>,
  note: (text: string) => void,
) {
  let reads = 0;
  const text = memoize(async (path: string): Promise<string | null> => {
    if (!tree.has(path)) return null;
    reads += 1;
    if (reads === READS_MAX + 1) note(`only the first ${READS_MAX} configuration files were read`);
    const content = reads > READS_MAX ? null : await read(path);
    if (content === null || content.length <= TEXT_MAX) return content;
    note(`${path} is too large to be read as configuration`);
    return null;
  });
  // Comments and trailing commas are allowed.
  const json = memoize(async (path: string): Promise<Record<string, unknown> | null> => {
    const source = await text(path);
    if (source === null) return null;
    const value = parseJson(source);
    if (isRecord(value)) return value;
    note(`${path} is not valid JSON; imports are resolved without it`);
    return null;
  });
  return {
    text,
    json,
    /** Reads the shallowest files of this base name with `text` or `json`; returns those it could read, by folder. */
    async readAll<Content>(name: string, filesMax: number, readOne: (path: string) => Promise<Content | null>) {
      const paths = tree.named(name).toSorted((a, b) => countSegments(a) - countSegments(b) || (a < b ? -1 : 1));
      const reading = paths.slice(0, filesMax).map(async (path) => [folderOf(path), await readOne(path)] as const);
      const contents = await Promise.all(reading);
      return contents.flatMap(([folder, content]) => (content === null ? [] : [[folder, content] as const]));
    },
  };
}

/** Parses JSON with or without comments and trailing commas; returns undefined for any other text. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The usual reason is comments, so the text is parsed again without them.
  }
  try {
    return JSON.parse(stripComments(text));
  } catch {
    return undefined;
  }
}

/** Returns the strings of a value that should be a string or a list of strings. */
export function stringsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

// The patterns match strings first, so that a string keeps what looks like a comment. The closing ends are optional: an
// unclosed string or comment then matches once instead of being tried again from every character.
const COMMENTS = /("(?:[^"\\\n]|\\.)*"?)|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;
const TRAILING_COMMAS = /("(?:[^"\\\n]|\\.)*"?)|,(?=\s*[}\]])/g;

function stripComments(text: string): string {
  const bare = text.replace(COMMENTS, (_, string: string | undefined) => string ?? ' ');
  return bare.replace(TRAILING_COMMAS, (_, string: string | undefined) => string ?? '');
}

function countSegments(path: string): number {
  return path.split('/').length;
}
