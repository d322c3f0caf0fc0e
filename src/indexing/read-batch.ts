// Splits files into batches of a bounded size, reads a batch, and sorts its files into new, unchanged, gone and refused
// ones. Pages that knap wrote itself are refused.
import type { FileText } from '../ports/reader.ts';
import type { FileRecord, Fingerprint } from '../ports/store.ts';
import type { Tally } from '../reading/left-out-tally.ts';
import type { FileReader } from '../reading/reader.ts';

export interface ReadBatch {
  /** Files with new or changed content. */
  readonly fresh: readonly FreshFile[];
  /** Files with the same content but a new time. */
  readonly restamped: readonly FileRecord[];
  /** Files of the view that are gone or cannot be used now. */
  readonly lost: readonly string[];
  /** Files that are not text, or are pages written by knap. */
  readonly refused: readonly Fingerprint[];
}

export interface FreshFile extends Fingerprint {
  readonly file: FileText;
}

/** Sentences for files that are left out or not read as they are; `%` is their number. */
export const READ_SENTENCES = {
  binary: '% left out: not text, or written by knap',
  large: '% too large to be read',
  unreadable: '% could not be read',
  outside: '% left out: outside the root',
  invalid: '% read with replacement characters: not valid UTF-8',
} as const;

/** Reads files and finds those whose content differs from that in the view. */
export async function readBatch(
  files: readonly Fingerprint[],
  { reader, view, tally }: { reader: FileReader; view: ReadonlyMap<string, FileRecord>; tally: Tally },
): Promise<ReadBatch> {
  const fresh: FreshFile[] = [];
  const restamped: FileRecord[] = [];
  const lost: string[] = [];
  const refused: Fingerprint[] = [];
  await reader.ahead?.(files.map(({ path }) => path));
  for (const { path } of files) {
    const answer = reader.outcome(path);
    // Awaits only promises: the reader returns files of the disk directly, and awaiting each would take time.
    const outcome = answer instanceof Promise ? await answer : answer;
    const stored = view.get(path);
    if ('refusal' in outcome || isPackPage(outcome.file.text)) {
      const refusal = 'refusal' in outcome ? outcome.refusal : 'binary';
      if (refusal !== 'gone') tally.add(refusal, path);
      if (stored) lost.push(path);
      if (refusal === 'binary' && outcome.stamp)
        refused.push({ path, size: outcome.stamp.size, mtimeMs: outcome.stamp.mtimeMs });
      continue;
    }
    // Takes the time from the read, because the time from the scan may be older than the hashed bytes.
    const { size, mtimeMs } = outcome.stamp;
    if (outcome.hadInvalidBytes) tally.add('invalid', path);
    if (stored?.hash !== outcome.file.hash) fresh.push({ path, size, mtimeMs, file: outcome.file });
    else if (stored.size !== size || stored.mtimeMs !== mtimeMs) restamped.push({ ...stored, size, mtimeMs });
  }
  return { fresh, restamped, lost, refused };
}

// The beginnings of pages that knap writes: of a pack in each format, and of the files of a pack folder.
const BEGINNINGS: readonly RegExp[] = [
  /^(?:# Context Pack\n\n## Task\n)?>.*\n(?:[\s\S]*\n)?### .+@[0-9a-f]{6}: /,
  /^# Context Pack\n\n## Task\n>/,
  /^TASK\n {2}(?:[\s\S]*\n)?FILE .+@[0-9a-f]{6}: /,
  /^<pack>\n<task>/,
  /^\{\s*"version":\s*1,\s*"task":\s*\{\s*"text":\s*"/,
  /^# Task\n\n>[\s\S]*\n## Analysis\n\n- Change type: /,
  /^# Files\n\n1\. `[^`\n]+` (?:\d+ % likely|(?:score )?-?\d+\.\d\d) \(/,
  /^# Dependency graph\n\n```text\n/,
  /^# `[^`\n]+`\n\n(?:```[^\n]*\n[\s\S]{0,3000}?\n```\n\n)?## [^\n]+ · sha [0-9a-f]{6}\n/,
];
const LOOKED_AT_CHARACTERS = 4000;

/** Whether a text begins as a page of a pack: in the tree, a pack would answer its own question the next time. */
function isPackPage(text: string): boolean {
  const head = text.slice(0, LOOKED_AT_CHARACTERS);
  return BEGINNINGS.some((beginning) => beginning.test(head));
}

/** The size of a batch, which bounds memory and the work that an interruption loses. */
export interface BatchLimits {
  readonly batchFiles: number;
  readonly batchBytes: number;
}

/** Splits files into batches in their order; a file larger than the limit forms a batch alone. */
export function batchesOf(files: readonly Fingerprint[], limits: BatchLimits): readonly (readonly Fingerprint[])[] {
  const batches: Fingerprint[][] = [];
  let bytes = 0;
  for (const file of files) {
    const current = batches.at(-1);
    if (current && current.length < limits.batchFiles && bytes + file.size <= limits.batchBytes) {
      current.push(file);
      bytes += file.size;
    } else {
      batches.push([file]);
      bytes = file.size;
    }
  }
  return batches;
}
