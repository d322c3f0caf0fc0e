// Compares stored files with a scan by size and time, and divides the work so that a waiting question gets the files
// it needs first.
import type { Fingerprint } from '../ports/store.ts';

/** The work to update the stored view to the scanned files; all lists are sorted by path. */
export interface IndexPlan {
  readonly add: readonly Fingerprint[];
  readonly change: readonly Fingerprint[];
  /** Files of the same size and time that were reported as changed, or whose time is not well before the last run. */
  readonly recheck: readonly Fingerprint[];
  readonly remove: readonly string[];
}

interface PlanOptions {
  /** The time of the stored view; null before the first. */
  readonly indexedAtMs: number | null;
  readonly youngMs: number;
  /** Whether a watcher reported a change of a file, which is then read again. */
  readonly isReported?: (path: string) => boolean;
}

export function plan(
  stored: readonly Fingerprint[],
  seen: readonly Fingerprint[],
  { indexedAtMs, youngMs, isReported = () => false }: PlanOptions,
): IndexPlan {
  const before = new Map(stored.map((file) => [file.path, file]));
  const now = new Set(seen.map((file) => file.path));
  const add: Fingerprint[] = [];
  const change: Fingerprint[] = [];
  const recheck: Fingerprint[] = [];
  for (const file of seen) {
    const earlier = before.get(file.path);
    if (!earlier) add.push(file);
    else if (earlier.size !== file.size || earlier.mtimeMs !== file.mtimeMs) change.push(file);
    else if (indexedAtMs === null || file.mtimeMs > indexedAtMs - youngMs || isReported(file.path)) recheck.push(file);
  }
  const remove = stored.filter((file) => !now.has(file.path)).map((file) => file.path);
  return {
    add: sortedByPath(add),
    change: sortedByPath(change),
    recheck: sortedByPath(recheck),
    remove: remove.toSorted(),
  };
}

function sortedByPath(files: readonly Fingerprint[]): readonly Fingerprint[] {
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Limits and choice of files for an answer that does not wait for the whole index. */
export interface FirstAnswer {
  /** With at most this many files to read, the answer waits for all. */
  readonly wholeFilesMax: number;
  readonly wholeBytesMax: number;
  /** The size of a batch of files that the answer needs, so that storing starts while others are parsed. */
  readonly batchFiles: number;
  /** The number of commits to read before the answer, of a history that was never read. */
  readonly commits: number;
  /** Chooses the files that the answer most likely needs; `history` settles when the newest commits are stored. */
  choose(files: readonly Fingerprint[], history: Promise<unknown>): Promise<ReadonlySet<string>>;
}

/** A part of the plan that is done in one go. */
export interface IndexLot {
  readonly todo: IndexPlan;
  /** Files that are linked although others are not read yet. */
  readonly likely: ReadonlySet<string>;
  /** The number of files to read that are in earlier lots, and in later ones. */
  readonly earlier: number;
  readonly leaves: number;
  readonly isLast: boolean;
  /** The paths of the plan whose work is done once this lot is done. */
  readonly seen: ReadonlySet<string>;
}

/** Splits a plan into one lot, or two if an answer waits. Removed and rechecked files belong to the first. */
export async function lotsOf(
  todo: IndexPlan,
  { files, history }: { readonly files: readonly Fingerprint[]; readonly history: Promise<unknown> },
  first: FirstAnswer | undefined,
): Promise<readonly [IndexLot, IndexLot?]> {
  const seen = pathsOf(todo);
  const whole = { todo, likely: new Set<string>(), earlier: 0, leaves: 0, isLast: first === undefined, seen };
  if (first === undefined) return [whole];
  const rest = { ...whole, isLast: true };
  const nothing = { add: [], change: [], recheck: [], remove: [] };
  if (!isMuch(todo, first)) return [whole, { ...rest, todo: nothing }];
  const likely = await first.choose(files, history);
  const [add, laterAdd] = splitByLikelihood(todo.add, likely);
  const [change, laterChange] = splitByLikelihood(todo.change, likely);
  const now = { ...todo, add, change };
  const later = { ...nothing, add: laterAdd, change: laterChange };
  const leaves = laterAdd.length + laterChange.length;
  return [
    { ...whole, todo: now, likely, leaves, seen: pathsOf(now) },
    { ...rest, todo: later, earlier: add.length + change.length + todo.recheck.length },
  ];
}

function isMuch({ add, change }: IndexPlan, { wholeFilesMax, wholeBytesMax }: FirstAnswer): boolean {
  const bytes = [...add, ...change].reduce((sum, { size }) => sum + size, 0);
  return add.length + change.length > wholeFilesMax || bytes > wholeBytesMax;
}

function splitByLikelihood(files: readonly Fingerprint[], likely: ReadonlySet<string>) {
  return [files.filter(({ path }) => likely.has(path)), files.filter(({ path }) => !likely.has(path))] as const;
}

function pathsOf({ add, change, recheck, remove }: IndexPlan): ReadonlySet<string> {
  return new Set([...[...add, ...change, ...recheck].map(({ path }) => path), ...remove]);
}

/** Files that are not text or were written by knap, with size and time, so that they are not opened every time. */
export type RefusedFiles = ReadonlyMap<string, Fingerprint>;

/** Parses the stored text; ignores an invalid one, so that the files are opened again. */
export function parseRefused(text: string | null): RefusedFiles {
  try {
    const rows: unknown = JSON.parse(text ?? '[]');
    return new Map(
      Array.isArray(rows) ? rows.filter(isRow).map(([path, size, mtimeMs]) => [path, { path, size, mtimeMs }]) : [],
    );
  } catch {
    return new Map();
  }
}

/** Prints refused files as text to store, sorted by path. */
export function printRefused(refused: RefusedFiles): string {
  return JSON.stringify(sortedByPath([...refused.values()]).map(({ path, size, mtimeMs }) => [path, size, mtimeMs]));
}

function isRow(row: unknown): row is [string, number, number] {
  return Array.isArray(row) && typeof row[0] === 'string' && typeof row[1] === 'number' && typeof row[2] === 'number';
}
