// Past conversations with models are a source of knowledge. This file scans the configured folders for them, remembers
// what each file holds until it changes, and hands out the texts of conversations.
import { existsSync } from 'node:fs';
import { CONVERSATIONS } from '../../model/entity.ts';
import type { FileText } from '../../ports/reader.ts';
import type { Source } from '../../ports/source.ts';
import type { Fingerprint } from '../../ports/store.ts';
import type { FileStamp, ReadOutcome } from '../../reading/read-file.ts';
import {
  type ConversationPlace,
  type ConversationPlaceOptions,
  placeKey,
  readPlace,
  stampAt,
} from './conversation-place.ts';
import { type ListLimits, listConversationFiles } from './files/list-conversation-files.ts';

interface ConversationSourceOptions extends ListLimits, ConversationPlaceOptions {
  /** The configured folders; `isWhole` says that everything in the folder belongs to the workspace. */
  readonly folders: readonly { readonly folder: string; readonly isWhole: boolean }[];
  /** Files that changed less than this long before they were read are read again. */
  readonly youngMs: number;
  readonly now: () => number;
}

/** The source also reads its paths, because they do not exist on disk. */
export interface ConversationSource extends Source {
  outcome(path: string): Promise<ReadOutcome>;
  /** Drops the texts of the file that a path comes from, so that this file is read again. */
  forget(path: string): void;
}

interface SeenPlace extends ConversationPlace {
  readonly known: KnownFile;
}

const SCHEME = 'conversation:';
const FAULTS_TOLD_MAX = 3;

export function createConversationSource(options: ConversationSourceOptions): ConversationSource {
  let places: ReadonlyMap<string, ConversationPlace> = new Map();
  /** Texts that were read and not handed out yet, with the stamp of their file. */
  const waiting = new Map<string, { readonly stamp: FileStamp; readonly texts: Map<string, FileText> }>();

  // The stamp was taken before reading, so a file that is written meanwhile is read again next time.
  const readFile = async (place: ConversationPlace, stamp: FileStamp): Promise<KnownFile> => {
    const { texts, faults } = await readPlace(place, options);
    if (texts.size > 0) waiting.set(placeKey(place), { stamp, texts });
    const { size, mtimeMs } = stamp;
    return { size, mtimeMs, readMs: options.now(), paths: [...texts.keys()], faults };
  };

  return {
    name: CONVERSATIONS,
    owns: (path) => path.startsWith(SCHEME),
    languageOf: () => null,
    roleOf: () => 'docs',
    watched: async () =>
      options.folders
        .filter(({ folder }) => existsSync(folder))
        .map(({ folder }) => ({ folder, ignoredPaths: [], ignoredNames: [] })),
    async scan(memory) {
      waiting.clear();
      const { seen, notes } = await readFolders(options, parseKnownFiles(memory, options.root), readFile);
      const newest = pickNewest(seen);
      places = newest;
      return {
        files: [...newest].map(([path, { known: read }]) => ({ path, size: read.size, mtimeMs: read.mtimeMs })),
        notes: [...notes, ...listFaults(seen)],
        memory: printKnownFiles(seen, options.root),
      };
    },
    isUnchanged(file) {
      const place = places.get(file.path);
      const stamp = place ? stampAt(place) : null;
      return stamp !== null && isSame(stamp, file);
    },
    async outcome(path) {
      const place = places.get(path);
      const stamp = place ? stampAt(place) : null;
      if (!place || !stamp) return { refusal: 'gone', stamp: null };
      if (!waiting.get(placeKey(place))?.texts.has(path)) await readFile(place, stamp);
      const read = waiting.get(placeKey(place));
      const file = read?.texts.get(path);
      if (!read || !file) return { refusal: 'gone', stamp };
      // Each text is handed over once, so that a large export does not stay in memory.
      read.texts.delete(path);
      return { file, stamp: read.stamp, hadInvalidBytes: false };
    },
    forget(path) {
      const place = places.get(path);
      if (place) waiting.delete(placeKey(place));
    },
  };
}

async function readFolders(
  options: ConversationSourceOptions,
  remembered: KnownFiles,
  readFile: (place: ConversationPlace, stamp: FileStamp) => Promise<KnownFile>,
) {
  const notes: string[] = [];
  const seen: SeenPlace[] = [];
  for (const { folder, isWhole } of options.folders) {
    const { realRoot, files, notes: folderNotes } = listConversationFiles(folder, options);
    notes.push(...folderNotes.map((note) => `conversations: ${note}`));
    if (realRoot === null) continue;
    for (const file of files) {
      const place = { realRoot, file: file.path, isWhole };
      const previous = remembered.get(placeKey(place));
      const isKnown =
        previous !== undefined && isSame(previous, file) && previous.mtimeMs < previous.readMs - options.youngMs;
      seen.push({ ...place, known: isKnown ? previous : await readFile(place, { ...file, version: '' }) });
    }
  }
  return { seen, notes };
}

// Picks the newest file of each conversation, because several files may hold it.
function pickNewest(seen: readonly SeenPlace[]): ReadonlyMap<string, SeenPlace> {
  const newest = seen.toSorted((a, b) => b.known.mtimeMs - a.known.mtimeMs || (placeKey(a) < placeKey(b) ? -1 : 1));
  const byPath = new Map<string, SeenPlace>();
  for (const one of newest) for (const path of one.known.paths) if (!byPath.has(path)) byPath.set(path, one);
  return byPath;
}

function listFaults(seen: readonly SeenPlace[]): readonly string[] {
  const notes = seen.flatMap(({ file, known }) =>
    known.faults.map((fault) => `conversations: ${JSON.stringify(file)}: ${fault}`),
  );
  const more = notes.length - FAULTS_TOLD_MAX;
  return more > 0 ? [...notes.slice(0, FAULTS_TOLD_MAX), `conversations: ${more} more such notes`] : notes;
}

type SizeAndTime = Pick<Fingerprint, 'size' | 'mtimeMs'>;

const isSame = (a: SizeAndTime, b: SizeAndTime): boolean => a.size === b.size && a.mtimeMs === b.mtimeMs;

/** The facts that are remembered of a file, so that it is not read again while its size and time stay the same. */
interface KnownFile extends SizeAndTime {
  /** The time at which it was read. */
  readonly readMs: number;
  /** The paths of its conversations that belong to the workspace. */
  readonly paths: readonly string[];
  /** Sentences that say what is wrong with it. */
  readonly faults: readonly string[];
}

type KnownFiles = ReadonlyMap<string, KnownFile>;

// Raise this number when the reading changes, so that all files are read again.
const VERSION = 1;

/** Parses the stored text; an empty map, so that all files are read again, for an odd text, another version or root. */
export function parseKnownFiles(text: string | null, root: string): KnownFiles {
  try {
    const stored = JSON.parse(text ?? '{}') as { version?: number; root?: string; files: [string, KnownFile][] };
    return new Map(stored.version === VERSION && stored.root === root ? stored.files : []);
  } catch {
    return new Map();
  }
}

function printKnownFiles(seen: readonly SeenPlace[], root: string): string {
  const files = seen.map((one) => [placeKey(one), one.known] as const).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify({ version: VERSION, root, files });
}
