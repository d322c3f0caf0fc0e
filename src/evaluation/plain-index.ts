import { extname, join } from 'node:path';
import { git } from '../reading/git.ts';
import { readPlainText } from '../reading/plain-file.ts';
import { looksLikeCode } from './task.ts';

/** A file as plain search tools see it: words and how often they occur. */
export interface PlainFile {
  readonly path: string;
  readonly words: ReadonlyMap<string, number>;
  /** Number of words. */
  readonly length: number;
  readonly lines: number;
  readonly characters: number;
}

/**
 * What the baselines search: whole files, tests dropped, words split like identifiers. Only names that end as those of
 * gold files do, which knap is not told: where in doubt, the comparison favours them.
 */
export interface PlainIndex {
  /** Brings it up to what the folder holds now. */
  refresh(): Promise<readonly PlainFile[]>;
}

const FILE_BYTES_MAX = 1_500_000;
const WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;

/** Files are read once for each blob, so that moving to the next commit costs what it changed. */
export function createPlainIndex(folder: string, endings: readonly string[]): PlainIndex {
  const byBlob = new Map<string, PlainFile | null>();
  return {
    async refresh() {
      const tree = await git(folder, ['ls-tree', '-r', '-z', 'HEAD']);
      const files: PlainFile[] = [];
      for (const entry of tree.stdout.toString('utf8').split('\0')) {
        const [, blob, path] = /^100\d+ blob (\S+)\t(.+)$/s.exec(entry) ?? [];
        if (blob === undefined || path === undefined) continue;
        if (!looksLikeCode(path) || !endings.includes(extname(path))) continue;
        // The path's own words count, so a copy elsewhere is another file.
        const key = `${blob} ${path}`;
        if (!byBlob.has(key)) byBlob.set(key, await readPlain(folder, path));
        const file = byBlob.get(key);
        if (file) files.push(file);
      }
      return files;
    },
  };
}

/** Words of a text: identifiers split at humps, digits and underscores, in lower case. */
export function plainWords(text: string): readonly string[] {
  return (text.match(WORD) ?? []).map((word) => word.toLowerCase()).filter((word) => word.length > 1);
}

async function readPlain(folder: string, path: string): Promise<PlainFile | null> {
  const text = readPlainText(join(folder, path), { bytesMax: FILE_BYTES_MAX });
  if (text === null) return null;
  const all = [...plainWords(text), ...plainWords(path)];
  const words = new Map<string, number>();
  for (const word of all) words.set(word, (words.get(word) ?? 0) + 1);
  return { path, words, length: all.length, lines: text.split('\n').length, characters: text.length };
}
