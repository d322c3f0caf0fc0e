/** What is remembered of a file, so that it is not read again while its size and time stay. */
export interface Transcript {
  readonly size: number;
  readonly mtimeMs: number;
  /** When it was read. */
  readonly readMs: number;
  /** Addresses of its conversations that belong to the workspace. */
  readonly paths: readonly string[];
  /** What is wrong with it. */
  readonly faults: readonly string[];
}

export type Transcripts = ReadonlyMap<string, Transcript>;

// Another number when files are read in another way, so that they are read again.
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
export function printTranscripts(transcripts: Transcripts, root: string): string {
  const files = [...transcripts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify({ version: VERSION, root, files });
}
