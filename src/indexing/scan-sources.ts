// Lists the present files of all sources, or only those that a watcher reported, and tells which paths the list covers.
import { invariant } from '../model/errors.ts';
import type { Source } from '../ports/source.ts';
import type { Fingerprint, Opening } from '../ports/store.ts';
import type { ChangedPaths } from '../ports/watcher.ts';

export interface SeenFiles {
  readonly files: readonly Fingerprint[];
  /** Whether the scan covered a path: a covered path that is not among the files no longer exists. */
  readonly isCovered: (path: string) => boolean;
  /** Whether a watcher reported a change of a path, even if its size and time are the same. */
  readonly isReported: (path: string) => boolean;
  /** Whether the scan covered all sources in full. */
  readonly isWhole: boolean;
  /** The paths that were scanned, if no source was scanned as a whole. */
  readonly changedPaths: readonly string[] | null;
  /** The notes of each source from its last full scan. */
  readonly notes: ReadonlyMap<string, readonly string[]>;
  /** Entries that the sources need at the next scan; store them after all files. */
  readonly meta: Readonly<Record<string, string>>;
}

/** Scans all sources, or the changes in a scope. Each source gets back the text that its last scan returned. */
export async function scanSources(
  sources: readonly Source[],
  { meta, files: stored }: Pick<Opening, 'meta' | 'files'>,
  scope: RefreshScope | null = null,
  onSeen?: (files: number) => void,
): Promise<SeenFiles> {
  const request = { storedMeta: meta, stored, scope, onSeen };
  const scans = await Promise.all(sources.map((source) => scanSource(source, request)));
  const bySource = new Map(scans.map((one) => [one.source, one]));
  return {
    files: scans.flatMap(({ source, files }) => files.filter(({ path }) => sourceOf(sources, path) === source)),
    isCovered: (path) => bySource.get(sourceOf(sources, path))?.isCovered(path) ?? false,
    isReported: (path) => bySource.get(sourceOf(sources, path))?.isReported(path) ?? false,
    isWhole: scans.every(({ isWhole }) => isWhole),
    changedPaths: scans.some(({ changedPaths }) => changedPaths === null)
      ? null
      : scans.flatMap(({ changedPaths }) => changedPaths ?? []),
    notes: new Map(scans.map(({ source, notes }) => [source.name, notes])),
    meta: Object.assign({}, ...scans.map(({ meta }) => meta)),
  };
}

interface SourceScan extends Omit<SeenFiles, 'notes'> {
  readonly source: Source;
  readonly notes: readonly string[];
}

interface ScanRequest {
  readonly storedMeta: Opening['meta'];
  readonly stored: Opening['files'];
  readonly scope: RefreshScope | null;
  readonly onSeen: ((files: number) => void) | undefined;
}

async function scanSource(source: Source, { storedMeta, stored, scope, onSeen }: ScanRequest): Promise<SourceScan> {
  const changedPaths = scope === null ? 'all' : (scope.changedPaths.get(source.name) ?? []);
  const isKnown = (path: string) => stored[placeOf(stored, path)]?.path === path;
  const some = changedPaths === 'all' ? null : await seenAt(source, changedPaths, isKnown);
  if (some !== null && changedPaths !== 'all') {
    const paths = new Set(changedPaths);
    const isHere = (path: string) => isAtOrBelow(path, paths);
    const files = some.filter(({ path }) => isHere(path));
    const notes = scope?.notes.get(source.name) ?? [];
    return { source, files, isCovered: isHere, isReported: isHere, isWhole: false, changedPaths, notes, meta: {} };
  }
  const key = `source.${source.name}`;
  const before = storedMeta.get(key) ?? null;
  const { files, notes, memory = before } = await source.scan(before, onSeen, stored);
  const meta = memory === null || memory === before ? {} : { [key]: memory };
  const covers = { isCovered: () => true, isReported: () => false, isWhole: true, changedPaths: null };
  return { source, files, notes, meta, ...covers };
}

// A source without changes need not be scanned.
async function seenAt(
  source: Source,
  paths: readonly string[],
  isKnown: (path: string) => boolean,
): Promise<readonly Fingerprint[] | null> {
  if (paths.length === 0) return [];
  return (await source.scanSome?.(paths, isKnown)) ?? null;
}

export function sourceOf(sources: readonly Source[], path: string): Source {
  const owner = sources.find((source) => source.owns(path));
  invariant(owner, 'some source owns every path');
  return owner;
}

/** The changes a watcher reported, to which a refresh is limited. Without a scope it scans everything, commits too. */
export interface RefreshScope {
  /** Changed paths by the name of their source; a source without an entry is unchanged. */
  readonly changedPaths: ReadonlyMap<string, ChangedPaths>;
  /** The notes of each source from its last full scan. */
  readonly notes: ReadonlyMap<string, readonly string[]>;
}

/** The files that changed, or lie in a changed folder; `files` must be sorted by path. */
export function filesAtPaths<File extends { readonly path: string }>(
  files: readonly File[],
  changedPaths: Iterable<string>,
): readonly File[] {
  const found = new Set<File>();
  for (const path of changedPaths) {
    const own = files[placeOf(files, path)];
    if (own?.path === path) found.add(own);
    for (let index = placeOf(files, `${path}/`); files[index]?.path.startsWith(`${path}/`); index++)
      found.add(files[index]!);
  }
  return [...found];
}

/** The index of a path among files sorted by path, or the index where it would be inserted. */
function placeOf(files: readonly { readonly path: string }[], path: string): number {
  let [low, high] = [0, files.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (files[middle]!.path < path) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isAtOrBelow(path: string, changedPaths: ReadonlySet<string>): boolean {
  if (changedPaths.has(path)) return true;
  for (let cut = path.lastIndexOf('/'); cut > 0; cut = path.lastIndexOf('/', cut - 1)) {
    if (changedPaths.has(path.slice(0, cut))) return true;
  }
  return false;
}
