// Lists and removes the repositories that were fetched.
import { randomUUID } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { DEFAULTS } from '../../config/defaults.ts';
import { readPlainText } from '../plain-file.ts';

const FILE = 'source.json';
// Names of folders: of a whole repository, and of one that a process was fetching when it was killed.
const ENTRY = /^[0-9a-f]{16}$/;
const UNFINISHED = /^[0-9a-f]{16}\.[0-9a-f-]{36}$/;

const sourceSchema = z.object({
  address: z.string(),
  ref: z.string().nullable(),
  commit: z.string().regex(/^[0-9a-f]{40,64}$/),
  fetchedAtMs: z.number(),
});

/** The origin of a cached repository. */
export type FetchedFrom = z.output<typeof sourceSchema>;

export interface KeptRepository extends FetchedFrom {
  readonly folder: string;
  /** The size, including its index. */
  readonly bytes: number;
}

export function readSource(entry: string): FetchedFrom | null {
  const text = readPlainText(join(entry, FILE), { ...DEFAULTS.settings, followsLinks: false });
  try {
    return text === null ? null : sourceSchema.parse(JSON.parse(text));
  } catch {
    // An unreadable entry is fetched again.
    return null;
  }
}

export async function writeSource(entry: string, source: FetchedFrom): Promise<void> {
  const temporary = join(entry, `${FILE}.${randomUUID()}`);
  await writeFile(temporary, JSON.stringify(source), { mode: 0o600 });
  await rename(temporary, join(entry, FILE));
}

/** Lists the cached repositories by address. */
export async function listKept(folder: string): Promise<readonly KeptRepository[]> {
  const kept = await Promise.all(
    entriesIn(folder, ENTRY).map(async (entry) => {
      const source = readSource(entry);
      return source === null ? [] : [{ ...source, folder: entry, bytes: await bytesIn(entry) }];
    }),
  );
  const order = ({ address, ref }: FetchedFrom) => `${address}@${ref ?? ''}`;
  return kept.flat().toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
}

/** Removes cached repositories, and remains of killed processes; returns what it removed. */
export async function clearKept(
  folder: string,
  isConfirmed: (source: FetchedFrom) => boolean,
): Promise<readonly KeptRepository[]> {
  const wanted = (await listKept(folder)).filter(isConfirmed);
  const broken = entriesIn(folder, ENTRY).filter((entry) => readSource(entry) === null);
  const gone = [...wanted.map((kept) => kept.folder), ...broken, ...entriesIn(folder, UNFINISHED)];
  for (const entry of gone) await rm(entry, { recursive: true, force: true });
  return wanted;
}

function entriesIn(folder: string, name: RegExp): readonly string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder)
    .filter((entry) => name.test(entry))
    .map((entry) => join(folder, entry));
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => (await stat(join(entry.parentPath, entry.name)).catch(() => null))?.size ?? 0);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
