import type { FileText } from '../ports/reader.ts';
import type { FileRecord, Fingerprint } from '../ports/store.ts';
import type { Tally } from '../reading/left-out-tally.ts';
import type { FileReader } from '../reading/reader.ts';

/** What the reading of some files came to. */
export interface ReadBatch {
  /** New or different content. */
  readonly fresh: readonly FreshFile[];
  /** The same content under a new size or time. */
  readonly touched: readonly FileRecord[];
  /** In the view, and now gone or unreadable. */
  readonly lost: readonly string[];
  /** Not text after all, or a pack that lies in the tree. */
  readonly refused: readonly Fingerprint[];
}

export interface FreshFile extends Fingerprint {
  readonly file: FileText;
}

/** Sentences for what could not be read; `%` is the number of files. */
export const READ_SENTENCES = {
  binary: '% left out: not text, or written by knap',
  large: '% too large to be read',
  unreadable: '% could not be read',
  outside: '% left out: outside the root',
  invalid: '% read with replacement characters: not valid UTF-8',
} as const;

/** Reads files and tells new content from what is stored already. A file that is gone by now is simply absent. */
export async function readBatch(
  files: readonly Fingerprint[],
  { reader, view, tally }: { reader: FileReader; view: ReadonlyMap<string, FileRecord>; tally: Tally },
): Promise<ReadBatch> {
  const fresh: FreshFile[] = [];
  const touched: FileRecord[] = [];
  const lost: string[] = [];
  const refused: Fingerprint[] = [];
  await reader.ahead?.(files.map(({ path }) => path));
  for (const { path } of files) {
    const answer = reader.outcome(path);
    // Files of the disk are answered at once, and there are too many of them to wait for nothing.
    const outcome = answer instanceof Promise ? await answer : answer;
    const stored = view.get(path);
    if ('refusal' in outcome) {
      if (outcome.refusal !== 'gone') tally.add(outcome.refusal, path);
      if (stored) lost.push(path);
      if (outcome.refusal === 'binary' && outcome.stamp) refused.push({ path, ...timesOf(outcome.stamp) });
      continue;
    }
    if (isPackPage(outcome.file.text)) {
      tally.add('binary', path);
      if (stored) lost.push(path);
      refused.push({ path, ...timesOf(outcome.stamp) });
      continue;
    }
    // The stamp is of the very bytes that were hashed; the scan's may be older.
    const times = timesOf(outcome.stamp);
    if (outcome.hadInvalidBytes) tally.add('invalid', path);
    if (stored?.hash !== outcome.file.hash) fresh.push({ path, ...times, file: outcome.file });
    else if (stored.size !== times.size || stored.mtimeMs !== times.mtimeMs) touched.push({ ...stored, ...times });
  }
  return { fresh, touched, lost, refused };
}

function timesOf({ size, mtimeMs }: { size: number; mtimeMs: number }) {
  return { size, mtimeMs };
}

// How the pages that knap writes begin: of a printed pack in each format, and of a folder that --out made.
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

/** Whether knap wrote this text itself: a pack that lies in the tree would else answer its own question the next time. */
function isPackPage(text: string): boolean {
  const head = text.slice(0, LOOKED_AT_CHARACTERS);
  return BEGINNINGS.some((beginning) => beginning.test(head));
}
