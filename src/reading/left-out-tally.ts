// Counts files by why they were left out, or read otherwise than they are, and reports each kind in one sentence.
import { oneLine } from '../model/visible-text.ts';
import { redactText } from './redaction/redact.ts';

export interface Tally {
  add(kind: string, path: string): void;
  /** One note for each kind, sorted by kind, with the first path. */
  notes(): readonly string[];
}

/** Creates an empty tally. `sentences` has one sentence for each kind; `%` stands for the number of files. */
export function createTally(sentences: Readonly<Record<string, string>>): Tally {
  const leftOut: { readonly kind: string; readonly path: string }[] = [];
  return {
    add: (kind, path) => void leftOut.push({ kind, path }),
    notes: () => {
      const byKind = Map.groupBy(leftOut, ({ kind }) => kind);
      return [...byKind.keys()].toSorted().map((kind) => {
        const [first = '', ...others] = byKind
          .get(kind)!
          .map(({ path }) => path)
          .toSorted();
        const count = others.length === 0 ? '1 file' : `${others.length + 1} files`;
        // A path is data of the workspace, so it is redacted and printed on one line.
        const shown = oneLine(redactText(first).text) + (others.length === 0 ? '' : ', …');
        return `${(sentences[kind] ?? kind).replace('%', count)}: ${shown}`;
      });
    },
  };
}
