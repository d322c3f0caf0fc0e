import { existsSync } from 'node:fs';
import { CONVERSATIONS } from '../../model/entity.ts';
import type { FileText } from '../../ports/reader.ts';
import type { Source } from '../../ports/source.ts';
import type { Fingerprint } from '../../ports/store.ts';
import type { FileStamp, ReadOutcome } from '../../reading/read-file.ts';
import {
  addressOf,
  type ConversationPlace,
  type ConversationPlaceOptions,
  readPlace,
  stampAt,
} from './conversation-place.ts';
import { type ListLimits, listConversationFiles } from './files/list-conversation-files.ts';

interface ConversationSourceOptions extends ListLimits, ConversationPlaceOptions {
  /** Each is a root of its own; `isWhole` says that everything in it belongs to the workspace. */
  readonly folders: readonly { readonly folder: string; readonly isWhole: boolean }[];
  /** Files touched less than this before they were read are read again. */
  readonly youngMs: number;
  readonly now: () => number;
}

/** Past conversations as a source. It reads its paths itself, because they lie on no disk. */
export interface ConversationSource extends Source {
  outcome(path: string): Promise<ReadOutcome>;
  /** Reads the file of a path anew when it is asked for next. */
  forget(path: string): void;
}

interface SeenPlace extends ConversationPlace {
  readonly transcript: Transcript;
}

type LookAt = (place: ConversationPlace, stamp: FileStamp) => Promise<Transcript>;

const SCHEME = 'conversation:';
const FAULTS_TOLD_MAX = 3;

/** Opens the conversations of some folders that belong to a workspace. Nothing is read before the first scan. */
export function createConversationSource(options: ConversationSourceOptions): ConversationSource {
  let places: ReadonlyMap<string, ConversationPlace> = new Map();
  /** Texts that were read and not asked for yet, with the stamp of their file. */
  const waiting = new Map<string, { readonly stamp: FileStamp; readonly texts: Map<string, FileText> }>();

  // The stamp was taken before reading, so a file that is written meanwhile is read again next time.
  const look: LookAt = async (place, stamp) => {
    const { texts, faults } = await readPlace(place, options);
    if (texts.size > 0) waiting.set(addressOf(place), { stamp, texts });
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
      const { seen, notes } = await lookThrough(options, parseTranscripts(memory, options.root), look);
      const newest = newestOfEach(seen);
      places = newest;
      return {
        files: [...newest].map(([path, { transcript }]) => fingerprintOf(path, transcript)),
        notes: [...notes, ...faultNotes(seen)],
        memory: printTranscripts(new Map(seen.map((one) => [addressOf(one), one.transcript])), options.root),
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
      if (!waiting.get(addressOf(place))?.texts.has(path)) await look(place, stamp);
      const read = waiting.get(addressOf(place));
      const file = read?.texts.get(path);
      if (!read || !file) return { refusal: 'gone', stamp };
      // Each text is handed over once, so that a large export does not stay in memory.
      read.texts.delete(path);
      return { file, stamp: read.stamp, hadInvalidBytes: false };
    },
    forget(path) {
      const place = places.get(path);
      if (place) waiting.delete(addressOf(place));
    },
  };
}

function fingerprintOf(path: string, { size, mtimeMs }: Transcript): Fingerprint {
  return { path, size, mtimeMs };
}

async function lookThrough(options: ConversationSourceOptions, known: Transcripts, look: LookAt) {
  const notes: string[] = [];
  const seen: SeenPlace[] = [];
  for (const { folder, isWhole } of options.folders) {
    const { realRoot, files, notes: told } = listConversationFiles(folder, options);
    notes.push(...told.map((note) => `conversations: ${note}`));
    if (realRoot === null) continue;
    for (const file of files) {
      const place = { realRoot, file: file.path, isWhole };
      const previous = known.get(addressOf(place));
      const isKnown =
        previous !== undefined && isSame(previous, file) && previous.mtimeMs < previous.readMs - options.youngMs;
      seen.push({ ...place, transcript: isKnown ? previous : await look(place, { ...file, version: '' }) });
    }
  }
  return { seen, notes };
}

// Several files may hold the same conversation; the newest file counts.
function newestOfEach(seen: readonly SeenPlace[]): ReadonlyMap<string, SeenPlace> {
  const newest = seen.toSorted(
    (a, b) => b.transcript.mtimeMs - a.transcript.mtimeMs || (addressOf(a) < addressOf(b) ? -1 : 1),
  );
  const byPath = new Map<string, SeenPlace>();
  for (const one of newest) for (const path of one.transcript.paths) if (!byPath.has(path)) byPath.set(path, one);
  return byPath;
}

function faultNotes(seen: readonly SeenPlace[]): readonly string[] {
  const notes = seen.flatMap(({ file, transcript }) =>
    transcript.faults.map((fault) => `conversations: ${JSON.stringify(file)}: ${fault}`),
  );
  const more = notes.length - FAULTS_TOLD_MAX;
  return more > 0 ? [...notes.slice(0, FAULTS_TOLD_MAX), `conversations: ${more} more such notes`] : notes;
}

function isSame(a: Pick<Fingerprint, 'size' | 'mtimeMs'>, b: Pick<Fingerprint, 'size' | 'mtimeMs'>): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs;
}

/** What is remembered of a file, so that it is not read again while its size and time stay. */
interface Transcript {
  readonly size: number;
  readonly mtimeMs: number;
  /** When it was read. */
  readonly readMs: number;
  /** Addresses of its conversations that belong to the workspace. */
  readonly paths: readonly string[];
  /** What is wrong with it. */
  readonly faults: readonly string[];
}

type Transcripts = ReadonlyMap<string, Transcript>;

// Raise this number when files are read in another way, so that they are read again.
const VERSION = 1;

/** From the stored text; anything unexpected, or of another root, means that the files are simply read again. */
export function parseTranscripts(text: string | null, root: string): Transcripts {
  try {
    const stored = JSON.parse(text ?? 'null') as {
      version: number;
      root: string;
      files: [string, Transcript][];
    } | null;
    return new Map(stored?.version === VERSION && stored.root === root ? stored.files : []);
  } catch {
    return new Map();
  }
}

/** To the text that is stored. */
function printTranscripts(transcripts: Transcripts, root: string): string {
  const files = [...transcripts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify({ version: VERSION, root, files });
}
