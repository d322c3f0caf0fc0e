import { sourceOf } from '../indexing/scan-sources.ts';
import type { SourceText } from '../model/candidate.ts';
import type { Redaction } from '../ports/reader.ts';
import type { FileRecord, StoredContent } from '../ports/store.ts';
import type { EngineParts } from './open-parts.ts';

/** Reads texts for one run, and keeps account of what it found on the way. */
export interface TextSource {
  readonly textOf: (file: FileRecord, stored: StoredContent) => Promise<SourceText | null>;
  /** Files that are no longer what the index says: the run must start again on a refreshed index. */
  readonly changed: ReadonlySet<string>;
  readonly notes: () => readonly string[];
}

/**
 * The text of a file is taken from the disk only while it still is what was indexed, or from the store where its source
 * knows so without reading. A file that is gone is quoted from
 * the store and marked; so is a changed one when `acceptsChanged` says that starting again has not helped.
 */
export function textSource(parts: EngineParts, acceptsChanged: boolean): TextSource {
  const changed = new Set<string>();
  let secrets = 0;
  const textOf = async (file: FileRecord, stored: StoredContent): Promise<SourceText | null> => {
    const isUnchanged = sourceOf(parts.sources, file.path).isUnchanged?.(file) ?? false;
    const read = isUnchanged ? null : await parts.reader.read(file.path);
    const isSame = read !== null && read.hash === file.hash;
    if (read !== null && !isSame && !acceptsChanged) changed.add(file.path);
    const text = isSame ? read.text : await parts.store.text(file.hash);
    if (text === null) return null;
    const redacted = await parts.redact(text, file.path);
    secrets += redacted.findings.length;
    const isStale = !isSame && !isUnchanged;
    return { path: file.path, hash: file.hash, lines: linesIn(redacted), isStale, facts: stored.facts };
  };
  const notes = () =>
    secrets === 0
      ? []
      : [
          `${secrets} ${secrets === 1 ? 'line looks' : 'lines look'} like a secret and ${secrets === 1 ? 'is' : 'are'} redacted`,
        ];
  return { textOf, changed, notes };
}

// A text that is remembered keeps its lines as long.
const kept = new WeakMap<Redaction, readonly string[]>();

function linesIn(redacted: Redaction): readonly string[] {
  const known = kept.get(redacted);
  if (known) return known;
  const lines = linesOf(redacted.text);
  kept.set(redacted, lines);
  return lines;
}

/** Lines without their ends; a final newline ends the last line and starts none. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return lines;
}
