import type { Fingerprint } from '../ports/store.ts';

/** What must be done to bring the stored view up to what was seen. All in path order. */
export interface IndexPlan {
  readonly add: readonly Fingerprint[];
  readonly change: readonly Fingerprint[];
  /** Unchanged by size and time, but touched, or so young when indexed that a later write may have left both as they were. */
  readonly recheck: readonly Fingerprint[];
  readonly remove: readonly string[];
}

export interface PlanOptions {
  /** When the stored view was made; null for never. */
  readonly indexedAtMs: number | null;
  /** Files touched less than this before they were indexed are looked at again. */
  readonly youngMs: number;
  /** Files that something is known to have happened to are looked at again too. */
  readonly isTouched?: (path: string) => boolean;
}

/** The difference between the stored view and the files seen now, by path, size and time. */
export function plan(
  stored: readonly Fingerprint[],
  seen: readonly Fingerprint[],
  { indexedAtMs, youngMs, isTouched = () => false }: PlanOptions,
): IndexPlan {
  const before = new Map(stored.map((file) => [file.path, file]));
  const now = new Set(seen.map((file) => file.path));
  const add: Fingerprint[] = [];
  const change: Fingerprint[] = [];
  const recheck: Fingerprint[] = [];
  for (const file of seen) {
    const known = before.get(file.path);
    if (!known) add.push(file);
    else if (known.size !== file.size || known.mtimeMs !== file.mtimeMs) change.push(file);
    else if (indexedAtMs === null || file.mtimeMs > indexedAtMs - youngMs || isTouched(file.path)) recheck.push(file);
  }
  const remove = stored.filter((file) => !now.has(file.path)).map((file) => file.path);
  return { add: byPath(add), change: byPath(change), recheck: byPath(recheck), remove: remove.toSorted() };
}

function byPath(files: readonly Fingerprint[]): readonly Fingerprint[] {
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Who waits for an answer while there is much to index. */
export interface FirstAnswer {
  /** With no more than this to read, nothing is put off. */
  readonly wholeFilesMax: number;
  readonly wholeBytesMax: number;
  /** Of what it needs so many files are stored at once, while others are still parsed. */
  readonly batchFiles: number;
  /** Of a history that was never read, so many commits come before the answer. */
  readonly commits: number;
  /** Of all files there are, those that the answer needs likeliest; `history` settles when the newest commits are stored. */
  choose(files: readonly Fingerprint[], history: Promise<unknown>): Promise<ReadonlySet<string>>;
}

/** Some of what is to do, at once. */
export interface IndexLot {
  readonly todo: IndexPlan;
  /** Files whose edges are made although others are not read yet. */
  readonly likely: ReadonlySet<string>;
  /** Files that are to be read and are not in it: those of the lot before, and those behind. */
  readonly earlier: number;
  readonly leaves: number;
  /** Nothing comes behind it. */
  readonly isLast: boolean;
  /** Every path that was looked at once it is done. */
  readonly seen: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * All at once, or where an answer waits: what it needs, then the rest. What is gone, and what is only looked at again, costs
 * little and goes first.
 */
export async function lotsOf(
  todo: IndexPlan,
  { files, history }: { readonly files: readonly Fingerprint[]; readonly history: Promise<unknown> },
  first: FirstAnswer | undefined,
): Promise<readonly [IndexLot, IndexLot?]> {
  const seen = pathsOf(todo);
  const whole = { todo, likely: NONE, earlier: 0, leaves: 0, isLast: first === undefined, seen };
  if (first === undefined) return [whole];
  const rest = { ...whole, isLast: true };
  const nothing = { add: [], change: [], recheck: [], remove: [] };
  if (!isMuch(todo, first)) return [whole, { ...rest, todo: nothing }];
  const likely = await first.choose(files, history);
  const [add, laterAdd] = parted(todo.add, likely);
  const [change, laterChange] = parted(todo.change, likely);
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

function parted(files: readonly Fingerprint[], likely: ReadonlySet<string>) {
  return [files.filter(({ path }) => likely.has(path)), files.filter(({ path }) => !likely.has(path))] as const;
}

function pathsOf({ add, change, recheck, remove }: IndexPlan): ReadonlySet<string> {
  return new Set([...[...add, ...change, ...recheck].map(({ path }) => path), ...remove]);
}

/** Files that were opened and are not text or knap's own, as of a size and time; kept so that they are not opened every time. */
export type Refused = ReadonlyMap<string, Fingerprint>;

/** From the stored text; anything unexpected means that the files are simply opened again. */
export function parseRefused(text: string | null): Refused {
  try {
    const rows: unknown = JSON.parse(text ?? '[]');
    return new Map(
      Array.isArray(rows) ? rows.filter(isRow).map(([path, size, mtimeMs]) => [path, { path, size, mtimeMs }]) : [],
    );
  } catch {
    return new Map();
  }
}

/** To the text that is stored, in path order. */
export function printRefused(refused: Refused): string {
  const sorted = [...refused.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return JSON.stringify(sorted.map(({ path, size, mtimeMs }) => [path, size, mtimeMs]));
}

function isRow(row: unknown): row is [string, number, number] {
  return Array.isArray(row) && typeof row[0] === 'string' && typeof row[1] === 'number' && typeof row[2] === 'number';
}
