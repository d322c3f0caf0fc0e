import type { EngineParts } from '../open-parts.ts';

/** A text as it may be printed: secrets redacted, as many lines as the file has. */
export interface DocumentText {
  readonly text: string;
  /** The disk could not be asked, and the stored text stands in. */
  readonly isStale: boolean;
}

/** Reads texts for one run, each at most once, and keeps account of what it found on the way. */
export interface DocumentTexts {
  readonly read: (file: { readonly path: string; readonly hash: string }) => Promise<DocumentText | null>;
  /** Files that are no longer what the index says: the run must start again on a refreshed index. */
  readonly changed: ReadonlySet<string>;
  readonly notes: () => readonly string[];
}

/** A text is taken from the disk only while it still is what was indexed; otherwise the store's stands in. */
export function documentTexts(
  { reader, store, redact }: Pick<EngineParts, 'reader' | 'store' | 'redact'>,
  acceptsChanged: boolean,
): DocumentTexts {
  const changed = new Set<string>();
  const kept = new Map<string, Promise<DocumentText | null>>();
  let secrets = 0;
  const open = async (path: string, hash: string): Promise<DocumentText | null> => {
    const read = await reader.read(path);
    const isFresh = read !== null && read.hash === hash;
    if (read !== null && !isFresh && !acceptsChanged) changed.add(path);
    const text = isFresh ? read.text : await store.text(hash);
    if (text === null) return null;
    const redacted = await redact(text, path);
    secrets += redacted.findings.length;
    return { text: redacted.text, isStale: !isFresh };
  };
  return {
    read: ({ path, hash }) => {
      const reading = kept.get(path) ?? open(path, hash);
      kept.set(path, reading);
      return reading;
    },
    changed,
    notes: () =>
      secrets === 0
        ? []
        : [
            `${secrets} ${secrets === 1 ? 'line looks like a secret and is' : 'lines look like secrets and are'} redacted`,
          ],
  };
}
