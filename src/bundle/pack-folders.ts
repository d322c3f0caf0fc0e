// Packs are kept as folders with the time and the task in their names. This file names, finds, reads and removes them.
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULTS } from '../config/defaults.ts';
import { ContextError } from '../model/errors.ts';
import { readPlainText } from '../reading/plain-file.ts';
import { REDACTION_RULES } from '../reading/redaction/redact.ts';
import type { Manifest } from './manifest.ts';

/** Lists the names of the pack folders, newest first. */
export async function packNames(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(ignoreMissing);
  return entries
    .filter((entry) => entry.isDirectory() && PACK_NAME.test(entry.name))
    .map(({ name }) => name)
    .toSorted(compareNewest);
}

/** Finds a pack by `latest`, its number counted from the newest, or how its name begins, with or without the time. */
export async function findPack(folder: string, word: string): Promise<string> {
  const names = await packNames(folder);
  if (names.length === 0) throw new ContextError('NO_SUCH_PACK', 'There are no packs yet.');
  if (word === 'latest') return names[0]!;
  if (names.includes(word)) return word;
  if (/^\d{1,4}$/.test(word) && names[Number(word) - 1] !== undefined) return names[Number(word) - 1]!;
  const matching = names.find((name) => name.startsWith(word) || name.replace(/^\d{8}-\d{6}-/, '').startsWith(word));
  if (matching === undefined) throw new ContextError('NO_SUCH_PACK', `There is no pack "${word}".`);
  return matching;
}

/** Reads the manifest of a pack folder; null if it is missing, damaged or of another version. */
export async function readManifest(folder: string, name: string): Promise<Manifest | null> {
  try {
    const manifest: unknown = JSON.parse(readPackPage(folder, name, 'ctx.json') ?? 'null');
    // knap wrote the file, so checking the version is enough.
    return (manifest as Manifest | null)?.version === 1 ? (manifest as Manifest) : null;
  } catch {
    // A damaged pack is still listed, without its task.
    return null;
  }
}

/** Null if the page cannot be read. */
export function readPackPage(folder: string, name: string, page: string): string | null {
  return readPlainText(join(folder, name, page), DEFAULTS.kept);
}

/** Lists the packs that were redacted with older rules on secrets or with unknown ones, newest first. */
export async function outdatedPacks(folder: string): Promise<readonly string[]> {
  const names = await packNames(folder);
  const manifests = await Promise.all(names.map((name) => readManifest(folder, name)));
  return names.filter((_, index) => isOutdated(manifests[index] ?? null));
}

export function isOutdated(manifest: Manifest | null): boolean {
  return (manifest?.secretRules ?? 0) < REDACTION_RULES;
}

/** Removes the named packs, or all but this number of newest packs; returns the names of those it removed. */
export async function prunePacks(folder: string, unwanted: number | readonly string[]): Promise<readonly string[]> {
  const names = await packNames(folder);
  const old = typeof unwanted === 'number' ? names.slice(unwanted) : names.filter((name) => unwanted.includes(name));
  await Promise.all(old.map((name) => rm(join(folder, name), { recursive: true, force: true })));
  return old;
}

const { compare } = new Intl.Collator('en', { numeric: true });

// Names begin with the time. Of two packs of one task in one second, the later has a number at its end.
const compareNewest = (a: string, b: string): number => compare(b, a) || (a < b ? 1 : -1);

function ignoreMissing(error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

const SLUG_LENGTH_MAX = 40;
const CLAUSE_WORDS_MIN = 3;

/** The local time and a few words of the task: `20261115-094300-fix-the-webhook`. */
export function packName(title: string, nowMs: number): string {
  const local = new Date(nowMs - new Date(nowMs).getTimezoneOffset() * 60_000);
  const stamp = local.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  return `${stamp}-${slug(title)}`;
}

const PACK_NAME = /^\d{8}-\d{6}-[\p{L}\p{N}-]+$/u;

// Uses the first words of the first clause, or of the title if the clause is very short.
function slug(title: string): string {
  const [clause = ''] = title.split(/[:;.,!?()\n]\s/, 1);
  const inClause = wordsOf(clause);
  const words = inClause.length < CLAUSE_WORDS_MIN ? wordsOf(title) : inClause;
  let text = '';
  for (const word of words) {
    const longer = text === '' ? word : `${text}-${word}`;
    if ([...longer].length > SLUG_LENGTH_MAX) break;
    text = longer;
  }
  return text || [...(words[0] ?? 'pack')].slice(0, SLUG_LENGTH_MAX).join('');
}

function wordsOf(text: string): readonly string[] {
  const plain = text.normalize('NFC').toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}
