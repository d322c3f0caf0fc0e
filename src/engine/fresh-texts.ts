// Reads and redacts the texts that an answer uses, and starts the answer again on a refreshed index if a file on the
// disk differs from the index.
import { sourceOf } from '../indexing/scan-sources.ts';
import type { SourceText } from '../model/candidate.ts';
import { memoizePerObject } from '../model/memoize.ts';
import { redactionNotes } from '../pipeline/assemble.ts';
import type { Redaction } from '../ports/reader.ts';
import type { FileRecord, StoredContent } from '../ports/store.ts';
import { askInBatches } from './ask-in-batches.ts';
import type { EngineParts } from './open/open-parts.ts';

/** A text that may be quoted: secrets are redacted, and the number of lines is that of the file. */
interface FreshText {
  readonly text: string;
  readonly lines: readonly string[];
  /** Lines on which a secret was replaced now. Those of a stored text were replaced before, and are not listed. */
  readonly redacted: readonly number[];
  /** Whether the text is from the store, because the file could not be read or differs from the index. */
  readonly isStale: boolean;
}

/** Reads texts for one run, each at most once, and records which files changed and how many secrets were redacted. */
export interface FreshTexts {
  readonly read: (file: ReadableFile) => Promise<FreshText | null>;
  /** Reads a text together with the facts of its content, as candidates carry it. */
  readonly textOf: (file: FileRecord, stored: StoredContent) => Promise<SourceText | null>;
  /** The files whose texts were asked for so far. */
  readonly textsRead: () => readonly ReadableFile[];
  /** Files that differ from the index: the run must start again on a refreshed one. Empty in the last attempt. */
  readonly changed: ReadonlySet<string>;
  readonly notes: () => readonly string[];
}

export type ReadableFile = Pick<FileRecord, 'path' | 'hash'> & Partial<FileRecord>;

/** How often a run is tried while files change under it. */
const ATTEMPTS = 3;

/**
 * Answers on texts that match the index: when a file differs, indexes it and asks again, so that no quote has shifted
 * lines. The last attempt quotes the stored text of a changed file and marks it as stale.
 */
export async function onFreshTexts<Value>(
  parts: EngineParts,
  ask: (texts: FreshTexts) => Promise<Value>,
): Promise<Value> {
  for (let attempt = 1; ; attempt++) {
    const texts = freshTexts(parts, attempt === ATTEMPTS);
    try {
      const answer = await ask(texts);
      if (texts.changed.size === 0) return answer;
    } catch (error) {
      // The error may come from the changed files, so the run starts again after the refresh.
      if (texts.changed.size === 0) throw error;
    }
    const { refreshFile } = await import('../indexing/index-files.ts');
    for (const path of texts.changed) await refreshFile(parts, path);
  }
}

function freshTexts(parts: EngineParts, acceptsChanged: boolean): FreshTexts {
  const { reader, store, redact, sources } = parts;
  const changed = new Set<string>();
  const readings = new Map<string, { readonly file: ReadableFile; readonly reading: Promise<FreshText | null> }>();
  const storedText = askInBatches(store.texts);
  let secrets = 0;
  const open = async (file: ReadableFile): Promise<FreshText | null> => {
    const { path, hash, size, mtimeMs, cleanBy } = file;
    const isStamped = size !== undefined && mtimeMs !== undefined;
    const isUnchanged = isStamped && (sourceOf(sources, path).isUnchanged?.({ path, size, mtimeMs }) ?? false);
    const read = isUnchanged ? null : await reader.read(path);
    const isSame = read !== null && read.hash === hash;
    if (read !== null && !isSame && !acceptsChanged) changed.add(path);
    const text = isSame ? read.text : await storedText(hash);
    if (text === undefined) return null;
    // `cleanBy` belongs to `hash`, so it holds for this text whether it was read or stored.
    const redacted = await redact(text, path, cleanBy);
    secrets += redacted.findings.length;
    const lines = redacted.findings.map(({ line }) => line);
    return { text: redacted.text, lines: linesIn(redacted), redacted: lines, isStale: !isSame && !isUnchanged };
  };
  const read = (file: ReadableFile) => {
    const reading = readings.get(file.path)?.reading ?? open(file);
    if (!readings.has(file.path)) readings.set(file.path, { file, reading });
    return reading;
  };
  return {
    read,
    textOf: async (file, { facts }) => {
      const fresh = await read(file);
      if (!fresh) return null;
      const { lines, isStale, redacted } = fresh;
      return { path: file.path, hash: file.hash, lines, isStale, facts, redacted };
    },
    textsRead: () => [...readings.values()].map(({ file }) => file),
    changed,
    notes: () => redactionNotes(secrets),
  };
}

// Splits each remembered redaction into lines once.
const linesIn = memoizePerObject(({ text }: Redaction) => splitLines(text));

/** Splits a text into lines without line ends. A final newline ends the last line and starts no new one. */
export function splitLines(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return lines;
}
