import { refreshFile } from '../indexing/refresh-file.ts';
import { sourceOf } from '../indexing/scan-sources.ts';
import type { SourceText } from '../model/candidate.ts';
import { redactionNotes } from '../pipeline/redaction-notes.ts';
import type { Redaction } from '../ports/reader.ts';
import type { FileRecord, StoredContent } from '../ports/store.ts';
import { askInBatches } from './ask-in-batches.ts';
import type { EngineParts } from './parts/open-parts.ts';

/** A text as it may be quoted: secrets redacted, as many lines as the file has. */
interface FreshText {
  readonly text: string;
  readonly lines: readonly string[];
  /** Lines on which a secret was replaced. */
  readonly redacted: readonly number[];
  /** The disk could not be asked, and the stored text stands in. */
  readonly isStale: boolean;
}

/** Reads texts for one run, each at most once, and keeps account of what it found on the way. */
export interface FreshTexts {
  readonly read: (file: Readable) => Promise<FreshText | null>;
  /** The same with the facts of its content, as candidates carry it. */
  readonly textOf: (file: FileRecord, stored: StoredContent) => Promise<SourceText | null>;
  /** The files whose texts were asked for so far. */
  readonly textsRead: () => readonly Readable[];
  /** Files that are no longer what the index says: the run must start again on a refreshed index. */
  readonly changed: ReadonlySet<string>;
  readonly notes: () => readonly string[];
}

export type Readable = Pick<FileRecord, 'path' | 'hash'> & Partial<FileRecord>;

/** How often a run starts again because files changed under it. */
const ATTEMPTS = 3;

/**
 * Answers on texts that are what the index says. When one is not, it is indexed again and the question asked anew, so that
 * nothing shifted is ever quoted; the last time, the stored text of a changed file stands in and is marked.
 */
export async function onFreshTexts<Value>(
  parts: EngineParts,
  ask: (texts: FreshTexts) => Promise<Value>,
): Promise<Value> {
  for (let attempt = 1; ; attempt++) {
    const texts = freshTexts(parts, attempt === ATTEMPTS);
    const answer = await ask(texts).then(
      (value) => ({ value }),
      (error: unknown) => {
        // What went wrong on changed files may be right on the new ones.
        if (texts.changed.size === 0) throw error;
        return null;
      },
    );
    if (texts.changed.size === 0 && answer !== null) return answer.value;
    for (const path of texts.changed) await refreshFile(parts, path);
  }
}

function freshTexts(parts: EngineParts, acceptsChanged: boolean): FreshTexts {
  const { reader, store, redact, sources } = parts;
  const changed = new Set<string>();
  const readings = new Map<string, { readonly file: Readable; readonly reading: Promise<FreshText | null> }>();
  const storedText = askInBatches(store.texts);
  let secrets = 0;
  const open = async (file: Readable): Promise<FreshText | null> => {
    const { path, hash, size, mtimeMs, cleanBy } = file;
    const isStamped = size !== undefined && mtimeMs !== undefined;
    const isUnchanged = isStamped && (sourceOf(sources, path).isUnchanged?.({ path, size, mtimeMs }) ?? false);
    const read = isUnchanged ? null : await reader.read(path);
    const isSame = read !== null && read.hash === hash;
    if (read !== null && !isSame && !acceptsChanged) changed.add(path);
    const text = isSame ? read.text : await storedText(hash);
    if (text === undefined) return null;
    // Read or stored, it is the text of that hash.
    const redacted = await redact(text, path, cleanBy);
    secrets += redacted.findings.length;
    const lines = redacted.findings.map(({ line }) => line);
    return { text: redacted.text, lines: linesIn(redacted), redacted: lines, isStale: !isSame && !isUnchanged };
  };
  const read = (file: Readable) => {
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

// A text that is remembered keeps its lines as long.
const linesOfRedaction = new WeakMap<Redaction, readonly string[]>();

function linesIn(redacted: Redaction): readonly string[] {
  const remembered = linesOfRedaction.get(redacted);
  if (remembered) return remembered;
  const lines = linesOf(redacted.text);
  linesOfRedaction.set(redacted, lines);
  return lines;
}

/** Lines without their ends; a final newline ends the last line and starts none. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return lines;
}
